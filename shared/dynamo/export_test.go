package dynamo

import (
	"context"
	"slices"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
)

// CreateTableWithout makes the table as a version without that index made it.
func CreateTableWithout(ctx context.Context, client *dynamodb.Client, name, index string) error {
	schema := Schema()
	schema.Indexes = slices.DeleteFunc(schema.Indexes, func(x Index) bool { return x.Name == index })
	_, err := client.CreateTable(ctx, schema.createInput(name))
	return err
}
