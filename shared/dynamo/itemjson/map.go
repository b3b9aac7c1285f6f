package itemjson

import (
	"fmt"
	"reflect"
)

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
