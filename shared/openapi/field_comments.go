package openapi

import (
	"reflect"

	"stint/shared/wire"
)

// fieldComments are the comments of the fields of a request.
type fieldComments struct {
	source     *source
	structType reflect.Type
	byName     map[string]string // by JSON or query name
}

// fieldCommentsOf collects the comments of a struct's fields, including those of embedded
// structs.
func (b *builder) fieldCommentsOf(t reflect.Type) fieldComments {
	c := fieldComments{source: b.source, structType: t, byName: map[string]string{}}
	c.collect(t)
	return c
}

func (c fieldComments) collect(t reflect.Type) {
	for name, text := range c.source.packageComments(t.PkgPath()).fields[baseName(t)] {
		c.byName[name] = text
	}
	for f := range t.Fields() {
		if f.Anonymous && f.Type.Kind() == reflect.Struct {
			c.collect(f.Type)
		}
	}
}

// bodyComments are the comments of the fields of the body.
func (c fieldComments) bodyComments(in reflect.Type) fieldComments {
	body, ok := in.FieldByName("Body")
	if !ok || body.Type.Name() != "" {
		return fieldComments{}
	}
	inner := fieldComments{source: c.source, byName: map[string]string{}}
	inner.collect(body.Type)
	for name, text := range c.source.packageComments(c.structType.PkgPath()).fields[baseName(c.structType)+"."+body.Name] {
		inner.byName[name] = text
	}
	return inner
}

// descriptionOf is the description of a property: its tag doc, else its comment.
func (c fieldComments) descriptionOf(p wire.Property) string {
	for _, text := range []string{p.Doc, c.byName[p.Name], c.byName[p.Alias]} {
		if text != "" {
			return toSentence(text)
		}
	}
	return ""
}
