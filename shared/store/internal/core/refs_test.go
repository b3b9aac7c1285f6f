package core

import (
	"reflect"
	"testing"

	"stint/shared/domain"
)

// Every field of Refs has a kind, which gives one key for one name and keeps the name in a merge.
func TestEveryFieldOfRefsHasAKind(t *testing.T) {
	t.Parallel()
	for i := range reflect.TypeFor[Refs]().NumField() {
		var one Refs
		field := reflect.ValueOf(&one).Elem().Field(i)
		field.Set(reflect.MakeSlice(field.Type(), 1, 1))
		if got := len(one.Keys(domain.NewID())); got != 1 {
			t.Errorf("%s: %d keys for one name", reflect.TypeFor[Refs]().Field(i).Name, got)
		}
		if got := (Refs{}).Merge(one); !reflect.DeepEqual(got, one) {
			t.Errorf("%s: merged into nothing %+v, want %+v", reflect.TypeFor[Refs]().Field(i).Name, got, one)
		}
	}
}

// Every field of Records is kept in a merge, and is there after a read.
func TestEveryFieldOfRecordsHasAKind(t *testing.T) {
	t.Parallel()
	for i := range reflect.TypeFor[Records]().NumField() {
		name := reflect.TypeFor[Records]().Field(i).Name
		var one Records
		field := reflect.ValueOf(&one).Elem().Field(i)
		field.Set(reflect.MakeMap(field.Type()))
		field.SetMapIndex(reflect.Zero(field.Type().Key()), reflect.Zero(field.Type().Elem()))
		if got := reflect.ValueOf(Records{}.Merge(one)).Field(i).Len(); got != 1 {
			t.Errorf("%s: %d of 1 records are left after a merge", name, got)
		}
		read, err := Refs{}.Decode(nil, domain.NewID())
		if err != nil || reflect.ValueOf(read).Field(i).IsNil() {
			t.Errorf("%s is nil after a read, error %v", name, err)
		}
	}
}
