package client

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"reflect"
	"strings"

	"github.com/google/uuid"
)

// errorOf is an error of a generated operation: what is not an error of the request is one of an
// answer that cannot be read.
func errorOf(err error) error {
	_, isProblem := errors.AsType[*Problem](err)
	_, isLost := errors.AsType[*UnreachableError](err)
	_, hasNoCredential := errors.AsType[*CredentialError](err)
	hasEnded := errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded)
	if isProblem || isLost || hasNoCredential || hasEnded {
		return err
	}
	return unexpected(http.StatusOK, "it is not the record that was asked for")
}

// check refuses an answer that is no record of the API: null, an object without any of the
// properties, or a record without its id. Other properties may be missing, because an older
// service does not have all of them.
func check[T any](value *T, raw []byte) error {
	if value == nil {
		return unexpected(http.StatusOK, "it is not JSON")
	}
	v := reflect.ValueOf(value).Elem()
	if v.IsZero() && !hasProperty(v.Type(), raw) || !hasIDs(v) {
		return unexpected(http.StatusOK, "it is not the record that was asked for")
	}
	return nil
}

// hasProperty reports whether JSON is an object with one of the properties of a type.
func hasProperty(of reflect.Type, raw []byte) bool {
	var object map[string]json.RawMessage
	if json.Unmarshal(raw, &object) != nil {
		return false
	}
	for _, field := range reflect.VisibleFields(of) {
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		if _, ok := object[name]; ok {
			return true
		}
	}
	return false
}

// hasIDs reports whether a record and all records in it have their ids, and a list its items.
func hasIDs(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Pointer:
		return v.IsNil() || hasIDs(v.Elem())
	case reflect.Slice:
		if v.Type().Elem().Kind() != reflect.Struct {
			return true
		}
		for i := range v.Len() {
			if !hasIDs(v.Index(i)) {
				return false
			}
		}
	case reflect.Struct:
		return hasOwnID(v) && fieldsHaveIDs(v)
	}
	return true
}

// hasOwnID reports whether a record has the id that its type names.
func hasOwnID(v reflect.Value) bool {
	if items := v.FieldByName("Items"); items.IsValid() && items.Kind() == reflect.Slice {
		return !items.IsNil()
	}
	for _, name := range []string{"Id", "UserId"} {
		if id := v.FieldByName(name); id.IsValid() && id.Type() == reflect.TypeFor[uuid.UUID]() {
			return !id.IsZero()
		}
	}
	return true
}

func fieldsHaveIDs(v reflect.Value) bool {
	for _, field := range v.Fields() {
		if field.CanInterface() && !hasIDs(field) { // not what a time.Time has inside
			return false
		}
	}
	return true
}
