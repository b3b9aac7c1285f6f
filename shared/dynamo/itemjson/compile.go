package itemjson

import (
	"encoding"
	"fmt"
	"reflect"
)

// readFunc reads the inside of an attribute value of a kind, which is not kindNULL, into
// a value.
type readFunc func(r *reader, k kind, v reflect.Value) error

var (
	textType   = reflect.TypeFor[encoding.TextUnmarshaler]()
	binaryType = reflect.TypeFor[encoding.BinaryUnmarshaler]()
)

// compile makes the function that reads values of a type. Errors: a type that no record
// has had so far.
func compile(t reflect.Type) (readFunc, error) {
	if t.Kind() == reflect.Pointer {
		return compilePointer(t, compile)
	}
	read, err := compilePlain(t)
	if err != nil || t.Name() == "" {
		return read, err
	}
	return withUnmarshalers(t, read), nil
}

// compilePointer makes a function that reads into what a pointer points to.
func compilePointer(t reflect.Type, compile func(reflect.Type) (readFunc, error)) (readFunc, error) {
	element := t.Elem()
	read, err := compile(element)
	return func(r *reader, k kind, v reflect.Value) error {
		if v.IsNil() {
			v.Set(reflect.New(element))
		}
		return read(r, k, v.Elem())
	}, err
}

// withUnmarshalers makes a type that reads text or bytes itself do so.
func withUnmarshalers(t reflect.Type, read readFunc) readFunc {
	readsText, readsBytes := reflect.PointerTo(t).Implements(textType), reflect.PointerTo(t).Implements(binaryType)
	if !readsText && !readsBytes {
		return read
	}
	return func(r *reader, k kind, v reflect.Value) error {
		switch {
		case k == kindS && readsText:
			text, err := r.bytes()
			if err != nil {
				return err
			}
			return v.Addr().Interface().(encoding.TextUnmarshaler).UnmarshalText(text)
		case k == kindB && readsBytes:
			data, err := r.binary()
			if err != nil {
				return err
			}
			return v.Addr().Interface().(encoding.BinaryUnmarshaler).UnmarshalBinary(data)
		}
		return read(r, k, v)
	}
}

// compilePlain is compile for a type that is no pointer, without its own way to read text.
func compilePlain(t reflect.Type) (readFunc, error) {
	switch t.Kind() {
	case reflect.String:
		return readString, nil
	case reflect.Bool:
		return readBool, nil
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return readInt, nil
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return readUint, nil
	case reflect.Float32, reflect.Float64:
		return readFloat, nil
	case reflect.Struct:
		p, err := compileStruct(t)
		return p.read, err
	case reflect.Slice:
		return compileSlice(t)
	case reflect.Array:
		return compileArray(t)
	case reflect.Map:
		return compileMap(t)
	case reflect.Interface:
		if t.NumMethod() == 0 {
			return readAny, nil
		}
	}
	return nil, fmt.Errorf("%v cannot be read from an attribute", t)
}

// read reads a struct.
func (p structPlan) read(r *reader, k kind, v reflect.Value) error {
	if k != kindM {
		return mismatch(k, v)
	}
	return p.readAttributes(r, v)
}

// mismatch is the error of an attribute value that does not fit a type.
func mismatch(k kind, v reflect.Value) error { return fmt.Errorf("%v does not fit %v", k, v.Type()) }
