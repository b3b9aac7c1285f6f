package itemjson

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"sync"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/schemas"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/aws/smithy-go"
	smithyhttp "github.com/aws/smithy-go/transport/http"
	"github.com/aws/smithy-go/transport/http/protocol/awsjson"
)

// Cut takes the items out of an answer of GetItem, BatchGetItem or Query. The rest is the
// answer with empty items in their place. The items are parts of the answer, which must
// not change as long as they are used. Errors: what is no such answer.
func Cut(answer []byte) (rest []byte, items []Item, err error) {
	c := cutter{reader: newReader(answer), answer: answer}
	defer c.free()
	for name := range c.object() {
		if err := c.member(string(name)); err != nil {
			return nil, nil, fmt.Errorf("itemjson: answer: %w", err)
		}
	}
	if c.failed != nil {
		return nil, nil, fmt.Errorf("itemjson: answer: %w", c.failed)
	}
	return append(c.rest, answer[c.copied:]...), c.items, nil
}

// cutter goes through an answer.
type cutter struct {
	*reader
	answer []byte
	copied int // how much of the answer is in the rest, or cut out
	rest   []byte
	items  []Item
}

// member reads a member of the answer.
func (c *cutter) member(name string) error {
	switch kind := c.tokens.PeekKind(); {
	case name == "Item" && kind == '{':
		return c.cut()
	case name == "Items":
		return c.cutAll()
	case name == "Responses" && kind == '{':
		for range c.object() {
			if err := c.cutAll(); err != nil {
				return err
			}
		}
		return c.failed
	default:
		return c.skip()
	}
}

// cutAll cuts out each item of an array. It skips what is no array.
func (c *cutter) cutAll() error {
	if c.tokens.PeekKind() != '[' {
		return c.skip()
	}
	for range c.array() {
		if err := c.cut(); err != nil {
			return err
		}
	}
	return c.failed
}

// cut cuts out the item that comes next.
func (c *cutter) cut() error {
	value, err := c.value()
	if err != nil {
		return err
	}
	if value[0] != '{' {
		return fmt.Errorf("an item that is %q", value[0])
	}
	end := int(c.tokens.InputOffset())
	item := c.answer[end-len(value) : end : end]
	c.rest = append(append(c.rest, c.answer[c.copied:end-len(value)]...), "{}"...)
	c.items, c.copied = append(c.items, item), end
	return nil
}

// sdk reads answers as the SDK does.
var sdk = sync.OnceValue(func() *awsjson.Protocol { return awsjson.New10(schemas.DynamoDB_20120810) })

// Attributes are the attributes of the item in the SDK's form. Errors: an item that is not
// well formed.
func (it Item) Attributes() (map[string]types.AttributeValue, error) {
	var out dynamodb.GetItemOutput
	body := io.MultiReader(bytes.NewReader([]byte(`{"Item":`)), bytes.NewReader(it), bytes.NewReader([]byte(`}`)))
	answer := &smithyhttp.Response{Response: &http.Response{StatusCode: http.StatusOK, Body: io.NopCloser(body)}}
	get := smithy.NewOperationSchema(schemas.GetItem, schemas.GetItemInput, schemas.GetItemOutput)
	if err := sdk().DeserializeResponse(context.Background(), get, dynamodb.TypeRegistry, answer, &out); err != nil {
		return nil, fmt.Errorf("itemjson: %w", err)
	}
	return out.Item, nil
}
