package audit

import (
	"reflect"
	"slices"
	"testing"
)

// The event of a changed project, client, budget or project member shows each field but those that no caller sets.
func TestEachFieldIsAudited(t *testing.T) {
	t.Parallel()
	audited(t, projectProperties, "ID", "Used", "TasksMade", "CreatedAt", "Version", "PublicUntil")
	audited(t, clientProperties, "ID", "ProjectCount", "CreatedAt", "Version")
	audited(t, budgetProperties)
	audited(t, projectMemberProperties, "ProjectID", "UserID", "AddedAt", "Version", "Grant", "ManagerUntil")
}

// audited changes each field of a record but some, and compares what is shown of it.
func audited[T any](t *testing.T, shown func(*T) properties, but ...string) {
	t.Helper()
	for f := range reflect.TypeFor[T]().Fields() {
		if slices.Contains(but, f.Name) {
			continue
		}
		var was, now T
		v := reflect.ValueOf(&now).Elem().FieldByIndex(f.Index)
		switch v.Kind() {
		case reflect.String:
			v.SetString("other")
		case reflect.Bool:
			v.SetBool(true)
		case reflect.Int, reflect.Int64:
			v.SetInt(7)
		case reflect.Pointer:
			v.Set(reflect.New(v.Type().Elem()))
		default:
			t.Fatalf("%T.%s is a %s, which this test cannot change", now, f.Name, v.Type())
		}
		if len(changesBetween(shown(&was), shown(&now))) == 0 {
			t.Errorf("a change of %T.%s is not in the event", now, f.Name)
		}
	}
}
