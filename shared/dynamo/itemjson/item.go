// Package itemjson reads items in the JSON in which DynamoDB sends them, straight
// into records, without the SDK's maps of attribute values.
//
// A record type is compiled once into a plan, which holds for each attribute how it is
// read into its field. What a record reads is what the SDK's attributevalue package
// reads with the tag key "db" and encoding unmarshalers. There are two exceptions: names
// of attributes match exactly, without regard to other spellings, and what is in an
// attribute that the record does not have is not looked at.
package itemjson

import (
	"bytes"
	"fmt"
	"reflect"
	"sync"
)

// Item is one item as JSON: {"name":{"S":"text"},…}.
type Item []byte

// Decode reads the item into a record, which is a pointer to a struct. Attributes that
// the item does not have leave their fields as they are; the zero Item has none. Errors:
// an attribute that does not fit its field; a record type that has no plan.
func (it Item) Decode(record any) error {
	if len(it) == 0 {
		return nil
	}
	v := reflect.ValueOf(record).Elem()
	p, err := planOf(v.Type())
	if err != nil {
		return err
	}
	r := newReader(it)
	defer r.free()
	if err := p.readAttributes(r, v); err != nil {
		return fmt.Errorf("itemjson: %w", err)
	}
	return nil
}

// plans are the plans of record types, by type.
var plans sync.Map

func planOf(t reflect.Type) (structPlan, error) {
	if p, ok := plans.Load(t); ok {
		return p.(structPlan), nil
	}
	p, err := compileStruct(t)
	if err != nil {
		return nil, fmt.Errorf("itemjson: record %v: %w", t, err)
	}
	plans.Store(t, p)
	return p, nil
}

// Text is the value of an attribute that is a string or a number; "" when there is none.
func (it Item) Text(name string) string {
	var text string
	it.find(name, func(r *reader, k kind) (err error) {
		if k == kindS || k == kindN {
			text, err = r.text()
		}
		return err
	})
	return text
}

// Number is Text of an attribute that is a number; ok is false when there is none.
func (it Item) Number(name string) (text string, ok bool) {
	it.find(name, func(r *reader, k kind) (err error) {
		if ok = k == kindN; ok {
			text, err = r.text()
		}
		return err
	})
	return text, ok
}

// Map is the JSON of the item that is in an attribute, as its map; ok is false when there
// is none.
func (it Item) Map(name string) (inner Item, ok bool) {
	it.find(name, func(r *reader, k kind) (err error) {
		if ok = k == kindM; ok {
			inner, err = r.value()
		}
		return err
	})
	return inner, ok
}

// Has reports whether the item has an attribute.
func (it Item) Has(name string) (ok bool) {
	it.find(name, func(*reader, kind) error {
		ok = true
		return nil
	})
	return ok
}

// find calls use with the value of an attribute, if the item has one.
func (it Item) find(name string, use func(r *reader, k kind) error) {
	if !it.mayHave(name) {
		return
	}
	r := newReader(it)
	defer r.free()
	for more := range r.object() {
		if string(more) == name {
			if k, err := r.open(); err == nil {
				_ = use(r, k)
			}
			return
		}
		if r.skip() != nil {
			return
		}
	}
}

// mayHave is false only for an item that does not have the attribute. It looks for the
// quoted name, which may also be in a value; an escape may be a part of a name.
func (it Item) mayHave(name string) bool {
	for from := it; ; {
		i := bytes.Index(from, []byte(name))
		if i < 0 {
			break
		}
		if i > 0 && from[i-1] == '"' {
			return true
		}
		from = from[i+len(name):]
	}
	return bytes.Contains(it, []byte(`\u00`))
}

// MaxSize bounds how many bytes the item takes as JSON of another form: a character that
// has a short escape here, such as \n, takes up to four bytes more there.
func (it Item) MaxSize() int {
	return len(it) + 4*(bytes.Count(it, []byte{'\\'})-bytes.Count(it, []byte(`\u`)))
}
