package itemjson

import (
	"fmt"
	"reflect"
	"strings"
)

// structPlan has the fields of a struct, by attribute.
type structPlan map[string]field

// field is a field of a struct, or of a struct embedded in it.
type field struct {
	index []int
	read  readFunc
}

// readAttributes reads an object of attributes into the fields of a struct.
func (p structPlan) readAttributes(r *reader, v reflect.Value) error {
	for name := range r.object() {
		f, ok := p[string(name)]
		if !ok {
			if err := r.skip(); err != nil {
				return err
			}
			continue
		}
		if err := r.attribute(f.of(v), f.read); err != nil {
			return fmt.Errorf("%v: %w", v.Type().FieldByIndex(f.index).Name, err)
		}
	}
	return r.failed
}

func (f field) of(v reflect.Value) reflect.Value {
	if len(f.index) == 1 {
		return v.Field(f.index[0])
	}
	return v.FieldByIndex(f.index)
}

// attribute reads one attribute value.
func (r *reader) attribute(v reflect.Value, read readFunc) error {
	k, err := r.open()
	if err != nil {
		return err
	}
	if k == kindNULL {
		v.SetZero()
		err = r.skip()
	} else {
		err = read(r, k, v)
	}
	if err != nil {
		return err
	}
	return r.close()
}

// compileStruct makes the plan of a struct. A field of an embedded struct gives way to one
// of the struct itself, as in Go.
func compileStruct(t reflect.Type) (structPlan, error) {
	if t.Kind() != reflect.Struct {
		return nil, fmt.Errorf("%v is no struct", t)
	}
	p := structPlan{}
	for _, f := range reflect.VisibleFields(t) {
		name, ok := attributeName(f)
		if !ok {
			continue
		}
		if f.Anonymous && f.Type.Kind() == reflect.Pointer {
			return nil, fmt.Errorf("%s: a pointer is embedded", f.Name)
		}
		read, err := compile(f.Type)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", f.Name, err)
		}
		if known, taken := p[name]; taken && len(known.index) == len(f.Index) {
			return nil, fmt.Errorf("two fields are %q", name)
		} else if !taken || len(f.Index) < len(known.index) {
			p[name] = field{f.Index, read}
		}
	}
	return p, nil
}

// attributeName is the attribute of a field; ok is false for one that is not stored, or
// whose own fields are.
func attributeName(f reflect.StructField) (name string, ok bool) {
	name, _, _ = strings.Cut(f.Tag.Get("db"), ",")
	isInlined := f.Anonymous && name == "" && f.Type.Kind() == reflect.Struct
	if name == "-" || isInlined || !f.IsExported() {
		return "", false
	}
	if name == "" {
		name = f.Name
	}
	return name, true
}
