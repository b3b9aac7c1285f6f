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
