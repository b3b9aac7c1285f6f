package sandbox

import (
	"context"
	"fmt"
	"reflect"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"stint/shared/dynamo"
)

type item = map[string]types.AttributeValue

// snapshot is every item of the table, by partition key and sort key.
type snapshot map[[2]string]item

// readTable reads the whole table.
func (sb *Sandbox) readTable(ctx context.Context) (snapshot, error) {
	all := snapshot{}
	pages := dynamodb.NewScanPaginator(sb.client, &dynamodb.ScanInput{TableName: new(sb.settings["TABLE_NAME"]), ConsistentRead: new(true)})
	for pages.HasMorePages() {
		page, err := pages.NextPage(ctx)
		if err != nil {
			return nil, fmt.Errorf("read the table: %w", err)
		}
		for _, i := range page.Items {
			all[keyOf(i)] = i
		}
	}
	return all, nil
}

func keyOf(i item) [2]string {
	pk, _ := i[dynamo.AttrPK].(*types.AttributeValueMemberS)
	sk, _ := i[dynamo.AttrSK].(*types.AttributeValueMemberS)
	return [2]string{pk.Value, sk.Value}
}

// Restore makes the table contain the fixtures and nothing else, as after Open.
func (sb *Sandbox) Restore(ctx context.Context) error {
	now, err := sb.readTable(ctx)
	if err != nil {
		return err
	}
	table := new(sb.settings["TABLE_NAME"])
	for key, i := range now {
		if sb.initial[key] != nil {
			continue
		}
		gone := item{dynamo.AttrPK: i[dynamo.AttrPK], dynamo.AttrSK: i[dynamo.AttrSK]}
		if _, err := sb.client.DeleteItem(ctx, &dynamodb.DeleteItemInput{TableName: table, Key: gone}); err != nil {
			return fmt.Errorf("restore the table: %w", err)
		}
	}
	for key, i := range sb.initial {
		if reflect.DeepEqual(now[key], i) {
			continue
		}
		if _, err := sb.client.PutItem(ctx, &dynamodb.PutItemInput{TableName: table, Item: i}); err != nil {
			return fmt.Errorf("restore the table: %w", err)
		}
	}
	return nil
}
