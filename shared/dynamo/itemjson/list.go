package itemjson

import "reflect"

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
