package wire

import (
	"fmt"
	"reflect"
	"slices"
	"sync"
)

// request is what was found out about a struct that Read fills.
type request struct {
	query *Schema
	body  *Schema // nil: no field Body and no field Form
	field []int   // of Body or Form
	form  bool    // the body is a form
}

var inspected sync.Map // reflect.Type → *request

// Check inspects In and panics with a sentence for its author if there is a
// mistake in it.
func Check[In any]() { CheckType(reflect.TypeFor[In]()) }

// CheckType is Check for a type known at run time.
func CheckType(in reflect.Type) { inspect(in) }

func inspect(in reflect.Type) *request {
	if known, ok := inspected.Load(in); ok {
		return known.(*request)
	}
	known, _ := inspected.LoadOrStore(in, newRequest(in))
	return known.(*request)
}

func newRequest(in reflect.Type) *request {
	if in.Kind() != reflect.Struct {
		panic(mistake(in.String(), "is not a struct"))
	}
	var i inspector
	found := &request{query: i.object(in.String(), in, "query")}
	body, is := in.FieldByName("Body")
	form, filled := in.FieldByName("Form")
	if is && filled {
		panic(mistake(in.String(), "has both a Body and a Form"))
	}
	tag := "json"
	if filled {
		body, tag, found.form = form, "form", true
	}
	if is || filled {
		where := in.String() + "." + body.Name
		if !isPlainStruct(body.Type) {
			panic(mistake(where, "is not a plain struct"))
		}
		found.body, found.field = i.object(where, body.Type, tag), body.Index
		for name := range found.query.byName {
			if _, both := found.body.byName[name]; both {
				panic(mistake(where, name+" is a query parameter, too"))
			}
		}
	}
	return found
}

func mistake(where, what string) string { return fmt.Sprintf("wire: %s %s", where, what) }

// inspector turns Go types into schemas. within holds the structs it stands
// in, as a type that holds itself has no end.
type inspector struct{ within []reflect.Type }

// object inspects a struct whose fields are named by the given tag.
func (i *inspector) object(where string, t reflect.Type, tag string) *Schema {
	if slices.Contains(i.within, t) {
		panic(mistake(where, "holds itself"))
	}
	i.within = append(i.within, t)
	s := &Schema{Kind: Object, Type: t, byName: map[string]int{}}
	i.fields(where, t, tag, nil, s)
	i.within = i.within[:len(i.within)-1]
	return s
}

// fields adds the properties of t, reached through index, to s.
func (i *inspector) fields(where string, t reflect.Type, tag string, index []int, s *Schema) {
	for n := range t.NumField() {
		f := t.Field(n)
		at := slices.Concat(index, []int{n})
		named, tagged := f.Tag.Lookup(tag)
		switch {
		case tag == "query" && (f.Name == "Body" || f.Name == "Form") && !tagged, named == "-":
		case f.Anonymous && !tagged && isPlainStruct(f.Type):
			i.fields(where, f.Type, tag, at, s)
		case !f.IsExported() && !tagged:
		case !tagged || !f.IsExported():
			panic(mistake(where+"."+f.Name, "needs to be exported, with the tag "+tag))
		default:
			s.add(where, i.property(where+"."+f.Name, f, named, tag, at))
		}
	}
}

// isPlainStruct tells whether t is read field by field.
func isPlainStruct(t reflect.Type) bool {
	return t.Kind() == reflect.Struct && !reflect.PointerTo(t).Implements(parserType) && !t.Implements(presentType)
}

func (s *Schema) add(where string, p Property) {
	for _, name := range []string{p.Name, p.Alias} {
		if other, taken := s.byName[name]; taken && other != len(s.Properties) {
			panic(mistake(where, "has two properties "+name))
		}
		s.byName[name] = len(s.Properties)
	}
	s.Properties = append(s.Properties, p)
}

func (i *inspector) property(where string, f reflect.StructField, named, tag string, index []int) Property {
	name, alias, ok := spellings(named)
	if !ok || tag != "query" && name != named {
		panic(mistake(where, "has no good name: "+named))
	}
	p := Property{Name: name, Alias: alias, Doc: f.Tag.Get("doc"), index: index}
	t := f.Type
	if t.Implements(presentType) {
		p.presence = reflect.Zero(t).Interface().(present).presence()
		t = t.Field(0).Type
		if p.presence.pointed() {
			t = t.Elem()
		}
	}
	p.Required = p.presence == required || p.presence == nullable
	p.Nullable = tag == "json" && (p.presence == optional || p.presence.pointed())
	p.Schema = *i.value(where, t)
	p.Schema.constrain(where, f.Tag)
	if tag != "json" && (p.Kind == Array || p.Kind == Object || p.presence > optional) {
		panic(mistake(where, "cannot be told in a "+tag))
	}
	return p
}
