package itemjson

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
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

// compileStruct makes the plan of a struct.
func compileStruct(t reflect.Type) (structPlan, error) {
	if t.Kind() != reflect.Struct {
		return nil, fmt.Errorf("%v is no struct", t)
	}
	p := structPlan{}
	return p, p.add(t, nil)
}

// add adds the fields of a struct, which is embedded at an index. A field of an embedded
// struct gives way to one of the struct itself, as in Go.
func (p structPlan) add(t reflect.Type, at []int) error {
	for i := range t.NumField() {
		f := t.Field(i)
		index := append(slices.Clone(at), i)
		name, isInlined := attributeName(f)
		var err error
		switch {
		case f.Anonymous && f.Type.Kind() == reflect.Pointer && f.Tag.Get("db") == "":
			err = errors.New("a pointer is embedded")
		case isInlined:
			err = p.add(f.Type, index)
		case name != "":
			err = p.addField(name, field{index: index}, f.Type)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", f.Name, err)
		}
	}
	return nil
}

func (p structPlan) addField(name string, f field, t reflect.Type) (err error) {
	if known, taken := p[name]; taken && len(known.index) == len(f.index) {
		return fmt.Errorf("two fields are %q", name)
	} else if taken && len(known.index) < len(f.index) {
		return nil
	}
	f.read, err = compile(t)
	p[name] = f
	return err
}

// attributeName is the attribute of a field, "" for one that is not stored. An embedded
// struct is inlined instead: its fields are attributes.
func attributeName(f reflect.StructField) (name string, isInlined bool) {
	name, _, _ = strings.Cut(f.Tag.Get("db"), ",")
	switch {
	case name == "-":
		return "", false
	case f.Anonymous && name == "" && f.Type.Kind() == reflect.Struct:
		return "", true
	case !f.IsExported():
		return "", false
	case name == "":
		return f.Name, false
	}
	return name, false
}
