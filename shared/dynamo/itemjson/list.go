package itemjson

import "reflect"

// compileSlice makes the function that reads a list, or a set, into a slice.
func compileSlice(t reflect.Type) (readFunc, error) {
	element, err := compile(t.Elem())
	if err != nil {
		return nil, err
	}
	inSet, err := compileInSet(t.Elem())
	isBytes := t.Elem().Kind() == reflect.Uint8
	return func(r *reader, k kind, v reflect.Value) error {
		switch member := memberOf[k]; {
		case k == kindL:
			return r.list(t, v, func(e reflect.Value) error { return r.attribute(e, element) })
		case member != kindNone:
			return r.list(t, v, func(e reflect.Value) error { return inSet(r, member, e) })
		case k == kindB && isBytes:
			data, err := r.binary()
			v.SetBytes(data)
			return err
		}
		return mismatch(k, v)
	}, err
}

// memberOf are the kinds of the members of sets.
var memberOf = [...]kind{kindSS: kindS, kindNS: kindN, kindBS: kindB}

// compileInSet makes the function that reads a member of a set. It does not use a type's
// own way to read text, as the SDK does not.
func compileInSet(t reflect.Type) (readFunc, error) {
	if t.Kind() == reflect.Pointer {
		return compilePointer(t, compileInSet)
	}
	return compilePlain(t)
}

// firstElements is how many elements a slice has room for at first.
const firstElements = 4

// list reads the elements of an array into a slice, which is not nil then.
func (r *reader) list(t reflect.Type, v reflect.Value, read func(reflect.Value) error) error {
	v.SetZero()
	for i := range r.array() {
		if i == v.Cap() {
			v.Grow(max(firstElements, i))
		}
		v.SetLen(i + 1)
		if err := read(v.Index(i)); err != nil {
			return err
		}
	}
	if v.IsNil() {
		v.Set(reflect.MakeSlice(t, 0, 0))
	}
	return r.failed
}

// compileArray makes the function that reads the first elements of a list into an array.
func compileArray(t reflect.Type) (readFunc, error) {
	element, err := compile(t.Elem())
	return func(r *reader, k kind, v reflect.Value) error {
		if k != kindL {
			return mismatch(k, v)
		}
		for i := range r.array() {
			read := r.skip
			if i < v.Len() {
				read = func() error { return r.attribute(v.Index(i), element) }
			}
			if err := read(); err != nil {
				return err
			}
		}
		return r.failed
	}, err
}
