package store

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
//	field[domain.Member]("State").Equal(…)

// field is the attribute of a record's field in an expression.
func field[T any](path string) expression.NameBuilder { return expression.Name(attribute[T](path)) }

// attributes are the names under which fields of a record are stored.
func attributes[T any](paths ...string) []string {
	names := make([]string, len(paths))
	for i, path := range paths {
		names[i] = attribute[T](path)
	}
	return names
}

// attribute is the name under which a field of a record is stored. The path of a field in another
// field is "SecondFactor.Sealed". It panics for a field that is not stored; a test finds each use.
func attribute[T any](path string) string {
	name, err := attributeOf(reflect.TypeFor[T](), path)
	if err != nil {
		panic(err)
	}
	return name
}

// attributeOf is attribute for the type of a record.
func attributeOf(record reflect.Type, path string) (string, error) {
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
	within, err := attributeOf(found.Type, rest)
	return name + "." + within, err
}

// sameAttribute holds while an attribute is as in an item that was read.
func sameAttribute(was table.Item, name string) expression.ConditionBuilder {
	if value, ok := was[name]; ok {
		return expression.Name(name).Equal(expression.Value(value))
	}
	return expression.Name(name).AttributeNotExists()
}
