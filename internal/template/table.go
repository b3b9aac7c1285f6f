package template

import (
	"context"
	"fmt"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"stint/shared/dynamo"
)

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
		TableName: new(name), AttributeDefinitions: d.AttributeDefinitions, KeySchema: d.KeySchema, BillingMode: d.BillingMode,
		LocalSecondaryIndexes: d.LocalSecondaryIndexes, GlobalSecondaryIndexes: d.GlobalSecondaryIndexes,
	})
	if err != nil {
		return fmt.Errorf("create table %s: %w", name, err)
	}
	if err := dynamodb.NewTableExistsWaiter(client).Wait(ctx, &dynamodb.DescribeTableInput{TableName: new(name)}, tableTimeout); err != nil {
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
