package template

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"stint/shared/dynamo"
)

// Route is a method of the API.
type Route struct {
	Method   string // ANY is every method without its own route
	Path     string // with parameters in braces; {name+} takes the rest of the path
	Function string // logical name of the function
	Streams  bool   // the function's responses are streamed
}

// The extensions of OpenAPI by which API Gateway knows methods and what they call.
const (
	anyMethod   = "x-amazon-apigateway-any-method"
	integration = "x-amazon-apigateway-integration"
)

// Routes reads the methods of the API with the functions that they call.
func (t *Template) Routes() ([]Route, error) {
	body, err := t.apiDefinition()
	if err != nil {
		return nil, err
	}
	var all []Route
	err = eachMethod(body, func(path, method string, definition map[string]any) error {
		called, _ := definition[integration].(map[string]any)
		function, err := t.integrationTarget(called)
		if method == anyMethod {
			method = "any"
		}
		all = append(all, Route{strings.ToUpper(method), path, function, isStreamed(called)})
		return err
	})
	return all, err
}

// apiDefinition is the OpenAPI document of the API.
func (t *Template) apiDefinition() (map[string]any, error) {
	name, err := t.API()
	if err != nil {
		return nil, err
	}
	body, ok := t.Resources[name].Properties["Body"].(map[string]any)
	if !ok {
		return nil, fmt.Errorf("the API %s has no definition", name)
	}
	return body, nil
}

// eachMethod calls do for each method of an API's definition, sorted by path.
func eachMethod(body map[string]any, do func(path, method string, definition map[string]any) error) error {
	paths, _ := body["paths"].(map[string]any)
	for _, path := range slices.Sorted(maps.Keys(paths)) {
		methods, _ := paths[path].(map[string]any)
		for _, method := range slices.Sorted(maps.Keys(methods)) {
			definition, _ := methods[method].(map[string]any)
			if err := do(path, method, definition); err != nil {
				return fmt.Errorf("%s %s: %w", method, path, err)
			}
		}
	}
	return nil
}

// isStreamed reports whether API Gateway streams the responses of an integration.
func isStreamed(integration map[string]any) bool {
	return integration["responseTransferMode"] == "STREAM"
}

// action is how an integration calls its function, at the end of its address.
func action(integration map[string]any) string {
	if isStreamed(integration) {
		return "/response-streaming-invocations"
	}
	return "/invocations"
}

// integrationTarget is the function that a method's integration calls: by its ARN, or by
// its name in the account.
func (t *Template) integrationTarget(called map[string]any) (string, error) {
	if called["type"] != "aws_proxy" {
		return "", fmt.Errorf("its integration is %v, not aws_proxy", called["type"])
	}
	uri, err := ResolveText(called["uri"], func(name, attribute string) (string, bool) {
		if attribute == "Arn" {
			return ":function:" + name, true
		}
		return name, attribute == ""
	})
	if err != nil {
		return "", err
	}
	_, name, _ := strings.Cut(uri, ":function:")
	name, isCall := strings.CutSuffix(name, action(called))
	for _, logical := range t.OfType("AWS::Lambda::Function") {
		if isCall && (logical == name || t.Resources[logical].Properties["FunctionName"] == name) {
			return logical, nil
		}
	}
	return "", fmt.Errorf("%s calls no function of the template", uri)
}

// Table is the DynamoDB table as the template defines it.
type Table struct {
	Name       string // logical name
	TimeToLive string // attribute; "" is none

	AttributeDefinitions   []types.AttributeDefinition
	KeySchema              []types.KeySchemaElement
	BillingMode            types.BillingMode
	LocalSecondaryIndexes  []types.LocalSecondaryIndex
	GlobalSecondaryIndexes []types.GlobalSecondaryIndex
}

// Table reads the definition of the single table, without its stream: outside of AWS
// nothing reads the stream.
func (t *Template) Table() (Table, error) {
	name, err := t.single("AWS::DynamoDB::Table")
	if err != nil {
		return Table{}, err
	}
	var read struct {
		Table
		TimeToLiveSpecification struct {
			AttributeName string
			Enabled       bool
		}
	}
	if err := decodeProperties(t.Resources[name].Properties, &read); err != nil {
		return Table{}, fmt.Errorf("table %s: %w", name, err)
	}
	read.Name = name
	if read.TimeToLiveSpecification.Enabled {
		read.TimeToLive = read.TimeToLiveSpecification.AttributeName
	}
	return read.Table, nil
}

// tableTimeout bounds the wait for a new table.
const tableTimeout = time.Minute

// Create creates the table with a name and waits until it is ready.
func (d Table) Create(ctx context.Context, client *dynamodb.Client, name string) error {
	_, err := client.CreateTable(ctx, &dynamodb.CreateTableInput{
		TableName: new(name), AttributeDefinitions: d.AttributeDefinitions, KeySchema: d.KeySchema,
		BillingMode: d.BillingMode, LocalSecondaryIndexes: d.LocalSecondaryIndexes,
		GlobalSecondaryIndexes: d.GlobalSecondaryIndexes,
	})
	if err != nil {
		return fmt.Errorf("create table %s: %w", name, err)
	}
	if err := dynamodb.NewTableExistsWaiter(client).Wait(ctx, &dynamodb.DescribeTableInput{TableName: new(name)},
		tableTimeout); err != nil {
		return fmt.Errorf("table %s: %w", name, err)
	}
	if d.TimeToLive == "" {
		return nil
	}
	if err := dynamo.EnableTimeToLive(ctx, client, d.TimeToLive, name); err != nil {
		return fmt.Errorf("time to live of table %s: %w", name, err)
	}
	return nil
}
