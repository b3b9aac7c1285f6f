package dynamo

import (
	"bytes"
	"context"
	"io"
	"net/http"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/aws/smithy-go"
	smithyhttp "github.com/aws/smithy-go/transport/http"

	"stint/shared/dynamo/itemjson"
)

// createInput is the CreateTable call for t. It enables no stream: outside of AWS
// nothing reads one, because the worker of the home server polls, and the writes
// of the embedded engine become slower with every record in the stream.
func (t Table) createInput(name string) *dynamodb.CreateTableInput {
	in := &dynamodb.CreateTableInput{
		TableName:   aws.String(name),
		BillingMode: types.BillingModePayPerRequest,
		KeySchema:   t.Key.elements(),
	}
	in.AttributeDefinitions = t.attributeDefinitions()
	for _, index := range t.Indexes {
		index.addTo(in)
	}
	return in
}

func (t Table) attributeDefinitions() []types.AttributeDefinition {
	var all []types.AttributeDefinition
	for _, attribute := range t.KeyAttributes() {
		all = append(all, types.AttributeDefinition{AttributeName: aws.String(attribute),
			AttributeType: types.ScalarAttributeTypeS})
	}
	return all
}

// addIndexInput is the UpdateTable call that adds a global index to a table that an
// earlier version made.
func (t Table) addIndexInput(name string, x Index) *dynamodb.UpdateTableInput {
	return &dynamodb.UpdateTableInput{
		TableName: aws.String(name), AttributeDefinitions: t.attributeDefinitions(),
		GlobalSecondaryIndexUpdates: []types.GlobalSecondaryIndexUpdate{{Create: &types.CreateGlobalSecondaryIndexAction{
			IndexName: aws.String(x.Name), KeySchema: x.Key.elements(), Projection: x.projection(),
		}}},
	}
}

func (x Index) projection() *types.Projection {
	return &types.Projection{ProjectionType: x.projectionType()}
}

func (x Index) projectionType() types.ProjectionType {
	if x.KeysOnly {
		return types.ProjectionTypeKeysOnly
	}
	return types.ProjectionTypeAll
}

func (x Index) addTo(in *dynamodb.CreateTableInput) {
	if x.Local {
		in.LocalSecondaryIndexes = append(in.LocalSecondaryIndexes, types.LocalSecondaryIndex{
			IndexName: aws.String(x.Name), KeySchema: x.Key.elements(), Projection: x.projection(),
		})
		return
	}
	in.GlobalSecondaryIndexes = append(in.GlobalSecondaryIndexes, types.GlobalSecondaryIndex{
		IndexName: aws.String(x.Name), KeySchema: x.Key.elements(), Projection: x.projection(),
	})
}

func (k Key) elements() []types.KeySchemaElement {
	return []types.KeySchemaElement{
		{AttributeName: aws.String(k.Partition), KeyType: types.KeyTypeHash},
		{AttributeName: aws.String(k.Sort), KeyType: types.KeyTypeRange},
	}
}

// Answer keeps the items of one GetItem, BatchGetItem or Query as JSON. The output of the
// SDK has as many items, all empty, and everything else. An Answer that no client of
// NewClient has filled has no items.
type Answer struct {
	Items []itemjson.Item // in the order of the output
}

type answerKey struct{}

// KeepJSON returns a context for one call. Its items come into the Answer.
func KeepJSON(ctx context.Context) (context.Context, *Answer) {
	answer := new(Answer)
	return context.WithValue(ctx, answerKey{}, answer), answer
}

// keepJSON is the option of clients that fill the Answer of a call.
func keepJSON(o *dynamodb.Options) { o.Protocol = protocol{o.Protocol} }

// protocol is the SDK's protocol, but for the items of a call with an Answer.
type protocol struct{ smithyhttp.ClientProtocol }

// DeserializeResponse implements smithyhttp.ClientProtocol.
func (p protocol) DeserializeResponse(ctx context.Context, operation *smithy.OperationSchema,
	errors *smithy.TypeRegistry, response *smithyhttp.Response, out smithy.Deserializable) error {
	answer, ok := ctx.Value(answerKey{}).(*Answer)
	if !ok || response.StatusCode != http.StatusOK {
		return p.ClientProtocol.DeserializeResponse(ctx, operation, errors, response, out)
	}
	rest, err := answer.read(response)
	if err != nil {
		return &smithy.DeserializationError{Err: err}
	}
	withoutItems := *response.Response
	withoutItems.Body = io.NopCloser(bytes.NewReader(rest))
	return p.ClientProtocol.DeserializeResponse(ctx, operation, errors, &smithyhttp.Response{Response: &withoutItems}, out)
}

// read keeps the items of a response, and returns what is left of it.
func (a *Answer) read(response *smithyhttp.Response) (rest []byte, err error) {
	var body bytes.Buffer
	if n := response.ContentLength; n > 0 {
		body.Grow(int(n) + bytes.MinRead)
	}
	if _, err := body.ReadFrom(response.Body); err != nil {
		return nil, err
	}
	rest, a.Items, err = itemjson.Cut(body.Bytes())
	return rest, err
}
