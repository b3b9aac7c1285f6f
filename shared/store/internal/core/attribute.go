package core

import (
	"fmt"
	"reflect"
	"strings"

	"stint/shared/table"

	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/expression"
)

// The names of attributes stand in the `db` tags of the records alone. What an expression needs of
// them it names by the record and its field in Go, as in
//
//	field[people.Member]("State").Equal(…)

// Field is the attribute of a record's field in an expression.
func Field[T any](path string) expression.NameBuilder { return expression.Name(Attribute[T](path)) }

// Attributes are the names under which fields of a record are stored.
func Attributes[T any](paths ...string) []string {
	names := make([]string, len(paths))
	for i, path := range paths {
		names[i] = Attribute[T](path)
	}
	return names
}

// Attribute is the name under which a field of a record is stored. The path of a field in another
// field is "SecondFactor.Sealed". It panics for a field that is not stored; a test finds each use.
func Attribute[T any](path string) string {
	name, err := AttributeOf(reflect.TypeFor[T](), path)
	if err != nil {
		panic(err)
	}
	return name
}

// AttributeOf is attribute for the type of a record.
func AttributeOf(record reflect.Type, path string) (string, error) {
	first, rest, nested := strings.Cut(path, ".")
	for record.Kind() == reflect.Pointer {
		record = record.Elem()
	}
	found, ok := record.FieldByName(first)
	name, _, _ := strings.Cut(found.Tag.Get("db"), ",")
	if !ok || name == "" || name == "-" {
		return "", fmt.Errorf("store: %v has no stored field %s", record, first)
	}
	if !nested {
		return name, nil
	}
	within, err := AttributeOf(found.Type, rest)
	return name + "." + within, err
}

// SameAttribute holds while an attribute is as in an item that was read.
func SameAttribute(was table.Item, name string) expression.ConditionBuilder {
	if value, ok := was[name]; ok {
		return expression.Name(name).Equal(expression.Value(value))
	}
	return expression.Name(name).AttributeNotExists()
}
