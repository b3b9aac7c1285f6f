// Package randomitem makes the JSON of items of DynamoDB for tests: what a record type
// stores, and what it does not expect.
package randomitem

import (
	"encoding/base64"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
)

// Of makes the JSON of an item of a record type. Attributes are missing or NULL at times.
// With odd set they also have other kinds, and there are others that the record does not
// have.
func Of(r *rand.Rand, record reflect.Type, odd bool) []byte {
	m := maker{r, odd}
	return []byte(m.attributes(record))
}

type maker struct {
	*rand.Rand
	odd bool
}

// attributes makes the JSON of an object with the attributes of a struct.
func (m maker) attributes(t reflect.Type) string {
	members := []string{`"pk":{"S":"P#1"}`, `"sk" : { "S" : "S#1" }`}
	for _, f := range reflect.VisibleFields(t) {
		name, _, _ := strings.Cut(f.Tag.Get("db"), ",")
		isInlined := f.Anonymous && name == "" && f.Type.Kind() == reflect.Struct
		if name == "-" || isInlined || !f.IsExported() || m.IntN(8) == 0 {
			continue
		}
		if name == "" {
			name = f.Name
		}
		members = append(members, quote(name)+":"+m.attribute(f.Type))
	}
	if m.odd && m.IntN(4) == 0 {
		members = append(members, quote("?"+m.text())+":"+m.anything(3))
	}
	m.Shuffle(len(members), func(i, j int) { members[i], members[j] = members[j], members[i] })
	return "{" + strings.Join(members, ",") + "}"
}

// attribute makes an attribute value for a field of a type.
func (m maker) attribute(t reflect.Type) string {
	switch {
	case m.IntN(20) == 0:
		return `{"NULL":true}`
	case m.odd && m.IntN(40) == 0:
		return m.anything(3)
	}
	if t.Kind() == reflect.Pointer {
		return m.attribute(t.Elem())
	}
	if text, ok := texts[t.Name()]; ok {
		return `{"S":` + quote(text) + `}`
	}
	if data, ok := data[t.Name()]; ok {
		return fmt.Sprintf(`{"B":%q}`, base64.StdEncoding.EncodeToString([]byte(data)))
	}
	return m.plain(t)
}

// data are what types that read bytes themselves store.
var data = map[string]string{"EventJSON": `{"type":"webhook.test"}`}

// texts are what types that read text themselves store.
var texts = map[string]string{"Instant": "2026-06-17T12:34:56Z", "Stamp": "0197a000-0000-7000-8000-000000000001#3#12"}

func (m maker) plain(t reflect.Type) string {
	switch t.Kind() {
	case reflect.String:
		return `{"S":` + m.quotedText() + `}`
	case reflect.Bool:
		return fmt.Sprintf(`{"BOOL":%v}`, m.IntN(2) == 0)
	case reflect.Struct:
		return `{"M":` + m.attributes(t) + `}`
	case reflect.Slice, reflect.Array:
		return m.list(t)
	case reflect.Map:
		return `{"M":` + m.members(func() string { return m.attribute(t.Elem()) }) + `}`
	case reflect.Interface:
		return m.anything(2)
	default:
		return `{"N":"` + m.number() + `"}`
	}
}

// list makes a list, or bytes, or at times a set.
func (m maker) list(t reflect.Type) string {
	switch element := t.Elem(); {
	case element.Kind() == reflect.Uint8:
		return `{"B":` + m.base64() + `}`
	case element.Kind() == reflect.String && t.Kind() == reflect.Slice && m.IntN(4) == 0:
		return `{"SS":` + m.elements(m.quotedText) + `}`
	default:
		return `{"L":` + m.elements(func() string { return m.attribute(element) }) + `}`
	}
}

// anything makes an attribute value of any kind, of a bounded depth.
func (m maker) anything(depth int) string {
	if depth == 0 {
		return `{"S":` + m.quotedText() + `}`
	}
	inner := func() string { return m.anything(depth - 1) }
	switch m.IntN(11) {
	case 0, 1:
		return `{"S":` + m.quotedText() + `}`
	case 2, 3:
		return `{"N":"` + m.number() + `"}`
	case 4:
		return `{"BOOL":true}`
	case 5:
		return `{"B":` + m.base64() + `}`
	case 6:
		return `{"L":` + m.elements(inner) + `}`
	case 7:
		return `{"M":` + m.members(inner) + `}`
	case 8:
		return `{"SS":` + m.elements(m.quotedText) + `}`
	case 9:
		return `{"NS":` + m.elements(func() string { return `"` + m.number() + `"` }) + `}`
	default:
		return `{"BS":` + m.elements(m.base64) + `}`
	}
}

func (m maker) elements(element func() string) string {
	all := make([]string, m.IntN(7))
	for i := range all {
		all[i] = element()
	}
	return "[" + strings.Join(all, ", ") + "]"
}

func (m maker) members(element func() string) string {
	all := make([]string, m.IntN(4))
	for i := range all {
		all[i] = quote(fmt.Sprint(i, m.text())) + ":" + element()
	}
	return "{" + strings.Join(all, ",\n") + "}"
}

func (m maker) base64() string {
	data := make([]byte, m.IntN(40))
	for i := range data {
		data[i] = byte(m.Uint32())
	}
	return quote(base64.StdEncoding.EncodeToString(data))
}

// numbers are some that integers of some sizes cannot hold.
var numbers = []string{
	"0", "-0", "1", "-1", "8500", "255", "256", "4294967296", "9223372036854775807", "9223372036854775808",
	"-9223372036854775809", "18446744073709551615", "99999999999999999999999999999999999999", "1.5", "1E2", "1e-130",
	"1e999", "",
}

func (m maker) number() string {
	if !m.odd || m.IntN(3) > 0 {
		return fmt.Sprint(m.IntN(100))
	}
	return numbers[m.IntN(len(numbers))]
}
