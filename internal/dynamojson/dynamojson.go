// Package dynamojson reads and writes items as DynamoDB's own exports have them: one JSON object a
// line, {"Item":{"name":{"S":"text"},…}}.
package dynamojson

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// Item is an item by the names of its attributes.
type Item = map[string]types.AttributeValue

// Line is a line of an export.
func Line(item Item) map[string]any { return map[string]any{"Item": Attributes(item)} }

// Attributes are the attributes of an item with their types.
func Attributes(item Item) map[string]any {
	all := make(map[string]any, len(item))
	for name, value := range item {
		all[name] = typed(value)
	}
	return all
}

// typed is a value with its type. The service stores no other types.
func typed(value types.AttributeValue) any {
	switch v := value.(type) {
	case *types.AttributeValueMemberS:
		return map[string]any{"S": v.Value}
	case *types.AttributeValueMemberN:
		return map[string]any{"N": v.Value}
	case *types.AttributeValueMemberBOOL:
		return map[string]any{"BOOL": v.Value}
	case *types.AttributeValueMemberB:
		return map[string]any{"B": v.Value}
	case *types.AttributeValueMemberNULL:
		return map[string]any{"NULL": v.Value}
	case *types.AttributeValueMemberM:
		return map[string]any{"M": Attributes(v.Value)}
	case *types.AttributeValueMemberL:
		list := make([]any, len(v.Value))
		for i, element := range v.Value {
			list[i] = typed(element)
		}
		return map[string]any{"L": list}
	case *types.AttributeValueMemberSS:
		return map[string]any{"SS": slices.Sorted(slices.Values(v.Value))}
	default:
		panic(fmt.Sprintf("dynamojson: an attribute of type %T", value)) // a new type in a record
	}
}

// ReadLine reads a line of an export. Errors: what is no such line.
func ReadLine(line []byte) (Item, error) {
	var read struct{ Item map[string]value }
	if err := json.Unmarshal(line, &read); err != nil {
		return nil, fmt.Errorf("dynamojson: %w", err)
	}
	if len(read.Item) == 0 {
		return nil, fmt.Errorf("dynamojson: no item in %.60q", line)
	}
	return plain(read.Item), nil
}

func plain(all map[string]value) Item {
	item := make(Item, len(all))
	for name, v := range all {
		item[name] = v.AttributeValue
	}
	return item
}

// value is an attribute value that is read from JSON.
type value struct{ types.AttributeValue }

// UnmarshalJSON implements json.Unmarshaler.
func (v *value) UnmarshalJSON(text []byte) error {
	var all struct {
		S, N       *string
		BOOL, NULL *bool
		B          []byte
		SS         []string
		M          map[string]value
		L          []value
	}
	if err := json.Unmarshal(text, &all); err != nil {
		return err
	}
	switch {
	case all.S != nil:
		v.AttributeValue = &types.AttributeValueMemberS{Value: *all.S}
	case all.N != nil:
		v.AttributeValue = &types.AttributeValueMemberN{Value: *all.N}
	case all.BOOL != nil:
		v.AttributeValue = &types.AttributeValueMemberBOOL{Value: *all.BOOL}
	case all.NULL != nil:
		v.AttributeValue = &types.AttributeValueMemberNULL{Value: *all.NULL}
	case all.B != nil:
		v.AttributeValue = &types.AttributeValueMemberB{Value: all.B}
	case all.SS != nil:
		v.AttributeValue = &types.AttributeValueMemberSS{Value: all.SS}
	case all.M != nil:
		v.AttributeValue = &types.AttributeValueMemberM{Value: plain(all.M)}
	case all.L != nil:
		list := make([]types.AttributeValue, len(all.L))
		for i, element := range all.L {
			list[i] = element.AttributeValue
		}
		v.AttributeValue = &types.AttributeValueMemberL{Value: list}
	default:
		return fmt.Errorf("dynamojson: no type in %.60q", text)
	}
	return nil
}
