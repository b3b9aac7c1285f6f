package itemjson

import (
	"encoding/base64"
	"fmt"
	"reflect"
	"strconv"
)

// compileSlice makes the function that reads a list, a set or bytes into a slice.
func compileSlice(t reflect.Type) (readFunc, error) {
	read, err := compileElements(t.Elem())
	isBytes := t.Elem().Kind() == reflect.Uint8
	return func(r *reader, k kind, v reflect.Value) error {
		if k == kindB && isBytes {
			data, err := r.binary()
			v.SetBytes(data)
			return err
		}
		if !read.takes(k) {
			return mismatch(k, v)
		}
		return r.slice(k, v, read)
	}, err
}

// firstElements is how many elements a slice has room for at first.
const firstElements = 4

// slice reads the elements of an array into a slice, which is not nil then.
func (r *reader) slice(k kind, v reflect.Value, read elements) error {
	v.SetZero()
	for i := range r.array() {
		if i == v.Cap() {
			v.Grow(max(firstElements, i))
		}
		v.SetLen(i + 1)
		if err := read.element(r, k, v.Index(i)); err != nil {
			return err
		}
	}
	if v.IsNil() {
		v.Set(reflect.MakeSlice(v.Type(), 0, 0))
	}
	return r.failed
}

// compileArray makes the function that reads the first elements of a list or a set into
// an array.
func compileArray(t reflect.Type) (readFunc, error) {
	read, err := compileElements(t.Elem())
	return func(r *reader, k kind, v reflect.Value) error {
		if !read.takes(k) {
			return mismatch(k, v)
		}
		for i := range r.array() {
			var err error
			if i < v.Len() {
				err = read.element(r, k, v.Index(i))
			} else {
				err = r.skip()
			}
			if err != nil {
				return err
			}
		}
		return r.failed
	}, err
}

// elements read the elements of lists, and those of sets.
type elements struct{ inList, inSet readFunc }

// memberOf are the kinds of the members of sets.
var memberOf = [...]kind{kindSS: kindS, kindNS: kindN, kindBS: kindB}

func (e elements) takes(k kind) bool { return k == kindL || memberOf[k] != kindNone }

func (e elements) element(r *reader, k kind, v reflect.Value) error {
	if k == kindL {
		return r.attribute(v, e.inList)
	}
	return e.inSet(r, memberOf[k], v)
}

func compileElements(t reflect.Type) (e elements, err error) {
	if e.inList, err = compile(t); err == nil {
		e.inSet, err = compileInSet(t)
	}
	return e, err
}

// compileInSet makes the function that reads a member of a set. It does not use a type's
// own way to read text, as the SDK does not.
func compileInSet(t reflect.Type) (readFunc, error) {
	if t.Kind() == reflect.Pointer {
		return compilePointer(t, compileInSet)
	}
	return compilePlain(t)
}

// compileMap makes the function that reads a map. Its keys are strings.
func compileMap(t reflect.Type) (readFunc, error) {
	key := t.Key()
	if key.Kind() != reflect.String || reflect.PointerTo(key).Implements(textType) {
		return nil, fmt.Errorf("keys of %v cannot be read", t)
	}
	element, err := compile(t.Elem())
	return func(r *reader, k kind, v reflect.Value) error {
		if k != kindM {
			return mismatch(k, v)
		}
		v.Set(reflect.MakeMap(t))
		for name := range r.object() {
			into, value := reflect.New(key).Elem(), reflect.New(t.Elem()).Elem()
			into.SetString(string(name))
			if err := r.attribute(value, element); err != nil {
				return fmt.Errorf("%s: %w", into, err)
			}
			v.SetMapIndex(into, value)
		}
		return r.failed
	}, err
}

// readAny reads a value into an interface: a string, a float64, a boolean, bytes, or a
// slice or a map of them.
func readAny(r *reader, k kind, v reflect.Value) error {
	t := anyType(k)
	read, err := compile(t)
	if err != nil {
		return err
	}
	value := reflect.New(t).Elem()
	if err := read(r, k, value); err != nil {
		return err
	}
	v.Set(value)
	return nil
}

// anyType is the type of a value of a kind whose field may hold any.
func anyType(k kind) reflect.Type {
	switch k {
	case kindN:
		return reflect.TypeFor[float64]()
	case kindBOOL:
		return reflect.TypeFor[bool]()
	case kindB:
		return reflect.TypeFor[[]byte]()
	case kindL:
		return reflect.TypeFor[[]any]()
	case kindM:
		return reflect.TypeFor[map[string]any]()
	case kindSS:
		return reflect.TypeFor[[]string]()
	case kindNS:
		return reflect.TypeFor[[]float64]()
	case kindBS:
		return reflect.TypeFor[[][]byte]()
	}
	return reflect.TypeFor[string]()
}

func readString(r *reader, k kind, v reflect.Value) error {
	if k != kindS && k != kindN {
		return mismatch(k, v)
	}
	text, err := r.text()
	v.SetString(text)
	return err
}

func readBool(r *reader, k kind, v reflect.Value) error {
	if k != kindBOOL {
		return mismatch(k, v)
	}
	b, err := r.bool()
	v.SetBool(b)
	return err
}

func readInt(r *reader, k kind, v reflect.Value) error {
	text, err := r.number(k, v)
	if err != nil {
		return err
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return err
	}
	if v.OverflowInt(n) {
		return overflow(text, v)
	}
	v.SetInt(n)
	return nil
}

func readUint(r *reader, k kind, v reflect.Value) error {
	text, err := r.number(k, v)
	if err != nil {
		return err
	}
	n, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		return err
	}
	if v.OverflowUint(n) {
		return overflow(text, v)
	}
	v.SetUint(n)
	return nil
}

func readFloat(r *reader, k kind, v reflect.Value) error {
	text, err := r.number(k, v)
	if err != nil {
		return err
	}
	n, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return err
	}
	if v.OverflowFloat(n) {
		return overflow(text, v)
	}
	v.SetFloat(n)
	return nil
}

// number reads the text of a number.
func (r *reader) number(k kind, v reflect.Value) (string, error) {
	if k != kindN {
		return "", mismatch(k, v)
	}
	return r.text()
}

func overflow(text string, v reflect.Value) error {
	return fmt.Errorf("%s overflows %v", text, v.Type())
}

// binary reads bytes.
func (r *reader) binary() ([]byte, error) {
	text, err := r.bytes()
	if err != nil {
		return nil, err
	}
	return base64.StdEncoding.AppendDecode(make([]byte, 0, base64.StdEncoding.DecodedLen(len(text))), text)
}
