package main

import (
	"context"
	"fmt"
	"net/http"
	"strings"

	"stint/internal/apiclient"
)

// baselineQuery is a query of 50 items, sent to the engine without the service and
// without the SDK. The items have the size of an entry, in a table of their own.
type baselineQuery struct {
	processes *processes
	address   string
}

// The table of the baseline.
const (
	baselineTable = "Baseline"
	baselineItems = 1000
	baselinePage  = 50
)

// prepare creates the table once.
func (y *baselineQuery) prepare(ctx context.Context, _ *team) (err error) {
	if y.address, err = y.processes.engineAddress(); err != nil {
		return err
	}
	if y.call(ctx, "DescribeTable", fmt.Sprintf(`{"TableName":%q}`, baselineTable)) == nil {
		return nil
	}
	err = y.call(ctx, "CreateTable", fmt.Sprintf(`{"TableName":%q,"BillingMode":"PAY_PER_REQUEST",
		"AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"},{"AttributeName":"sk","AttributeType":"S"}],
		"KeySchema":[{"AttributeName":"pk","KeyType":"HASH"},{"AttributeName":"sk","KeyType":"RANGE"}]}`, baselineTable))
	for i := range baselineItems {
		if err == nil {
			err = y.call(ctx, "PutItem", fmt.Sprintf(`{"TableName":%q,"Item":{"pk":{"S":"a"},"sk":{"S":"%06d"},%s}}`,
				baselineTable, i, entryAttributes))
		}
	}
	return err
}

// entryAttributes are as many and as long as those of an entry.
var entryAttributes = func() string {
	var all []string
	for i := range 16 {
		all = append(all, fmt.Sprintf(`"a%d":{"S":"0198f000-0000-7000-8000-%012d"}`, i, i))
	}
	return strings.Join(all, ",")
}()

// send sends one query for the items after a person's own place.
func (y *baselineQuery) send(ctx context.Context, _ *team, p *person) error {
	return y.call(ctx, "Query",
		fmt.Sprintf(
			`{"TableName":%q,"Limit":%d,"ConsistentRead":true,"KeyConditionExpression":"pk = :p AND sk >= :s", "ExpressionAttributeValues":{":p":{"S":"a"},":s":{"S":"%06d"}}}`, baselineTable, baselinePage, p.timeline.Random.IntN(baselineItems-baselinePage)))
}

func (y *baselineQuery) call(ctx context.Context, operation, body string) error {
	client := apiclient.Client{Address: y.address, HTTP: engineClient}
	_, err := client.DoOK(ctx, apiclient.Call{Method: http.MethodPost, Path: "/", Body: []byte(body),
		Header: http.Header{
			"Content-Type": {"application/x-amz-json-1.0"},
			"X-Amz-Target": {"DynamoDB_20120810." + operation},
			"Authorization": {"AWS4-HMAC-SHA256 Credential=local/20260101/us-east-1/dynamodb/aws4_request, " +
				"SignedHeaders=host, Signature=none"},
			"X-Amz-Date": {"20260101T000000Z"},
		}})
	return err
}

// engineClient keeps the connections to the engine open.
var engineClient = &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 100}}
