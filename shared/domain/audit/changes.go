package audit

import (
	"encoding"
	"fmt"
	"reflect"

	"stint/shared/domain"
)

// Changes are the properties that changed, under their names in the API:
// before and after. nil is null: not there, or not set.
type Changes map[string][2]any

// properties are the properties of a record that the audit log shows, under their
// names in the API. They include no secret.
type properties map[string]any

// changesBetween compares two states of a record. A nil state is a record that is
// not there. Properties that are the same are left out.
func changesBetween(before, after properties) Changes {
	changes := Changes{}
	for _, state := range []properties{before, after} {
		for name := range state {
			was, now := auditValue(before[name]), auditValue(after[name])
			if !reflect.DeepEqual(was, now) {
				changes[name] = [2]any{was, now}
			}
		}
	}
	return changes
}

// auditValue is a value as JSON has it: text, a number, a boolean, a list of
// texts, an object, or nil for null and for no text.
func auditValue(value any) any {
	v := reflect.ValueOf(value)
	for v.Kind() == reflect.Pointer && !v.IsNil() {
		v = v.Elem()
	}
	if !v.IsValid() || v.Kind() == reflect.Pointer {
		return nil
	}
	if t, ok := v.Interface().(encoding.TextMarshaler); ok {
		text, _ := t.MarshalText() // an Instant; it cannot fail
		return string(text)
	}
	switch v.Kind() {
	case reflect.String:
		if v.Len() == 0 {
			return nil
		}
		return v.String()
	case reflect.Bool:
		return v.Bool()
	case reflect.Int, reflect.Int64:
		return v.Int()
	case reflect.Slice:
		return auditList(v)
	case reflect.Map:
		return auditObject(v.Interface().(properties))
	}
	// a programming error that any test of the record finds
	panic(fmt.Sprintf("domain: the audit log cannot show a %T", value))
}

func auditObject(all properties) any {
	if all == nil {
		return nil
	}
	object := make(map[string]any, len(all))
	for name, value := range all {
		object[name] = auditValue(value)
	}
	return object
}

func auditList(list reflect.Value) any {
	if list.IsNil() {
		return nil
	}
	texts := make([]any, list.Len())
	for i := range texts {
		texts[i] = list.Index(i).String()
	}
	return texts
}

// Bounds of a value in the audit log. A record of 100 entries with the longest
// texts and lists stays below the 400 KB of an item.
const (
	maxText = 200 // characters; a longer text is cut and ends with …
	maxList = 10  // items of a list; a longer list is cut and ends with …
)

// shortened is the event with cut texts and lists.
func (e Event) shortened() Event {
	e.Target.Name = domain.Name(shortText(string(e.Target.Name)))
	short := make(Changes, len(e.Changes))
	for name, change := range e.Changes {
		short[name] = [2]any{shortValue(change[0]), shortValue(change[1])}
	}
	e.Changes = short
	return e
}

func shortValue(value any) any {
	switch v := value.(type) {
	case string:
		return shortText(v)
	case []any:
		if len(v) > maxList {
			return append(v[:maxList:maxList], "…")
		}
	}
	return value
}

func shortText(text string) string {
	if runes := []rune(text); len(runes) > maxText {
		return string(runes[:maxText]) + "…"
	}
	return text
}
