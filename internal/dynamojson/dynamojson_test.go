package dynamojson

import (
	"encoding/json"
	"reflect"
	"testing"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// Every type that the service stores is read as it was written.
func TestItemsAreReadAsTheyWereWritten(t *testing.T) {
	t.Parallel()
	item := Item{
		"s": &types.AttributeValueMemberS{Value: "é"}, "empty": &types.AttributeValueMemberS{},
		"n": &types.AttributeValueMemberN{Value: "12345678901234567890"}, "bool": &types.AttributeValueMemberBOOL{},
		"null": &types.AttributeValueMemberNULL{Value: true}, "b": &types.AttributeValueMemberB{Value: []byte{0, 255}},
		"ss": &types.AttributeValueMemberSS{Value: []string{"a", "b"}},
		"l": &types.AttributeValueMemberL{Value: []types.AttributeValue{
			&types.AttributeValueMemberM{Value: Item{"x": &types.AttributeValueMemberN{Value: "1"}}}}},
		"none": &types.AttributeValueMemberL{Value: []types.AttributeValue{}},
		"m":    &types.AttributeValueMemberM{Value: Item{}},
	}
	line, err := json.Marshal(Line(item))
	if err != nil {
		t.Fatal(err)
	}
	read, err := ReadLine(line)
	if err != nil || !reflect.DeepEqual(read, item) {
		t.Errorf("%s is read as %v (%v)", line, read, err)
	}
}

func TestOtherLinesAreRefused(t *testing.T) {
	t.Parallel()
	for _, line := range []string{"", "{}", "[]", `{"Item":{}}`, `{"Item":{"a":{}}}`, `{"Item":{"a":{"X":"y"}}}`, `{"Item":{"a":1}}`} {
		if item, err := ReadLine([]byte(line)); err == nil {
			t.Errorf("%s is read as %v", line, item)
		}
	}
}
