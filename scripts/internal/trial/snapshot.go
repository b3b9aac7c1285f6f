package trial

import (
	"context"
	"fmt"
	"reflect"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"stint/shared/dynamo"
)

type item = map[string]types.AttributeValue

// snapshot is all that lies in a trial's table, by key.
type snapshot map[[2]string]item

// readTable reads the whole table, which is small.
func (tr *Trial) readTable(ctx context.Context) (snapshot, error) {
	all := snapshot{}
	pages := dynamodb.NewScanPaginator(tr.client, &dynamodb.ScanInput{TableName: new(tr.settings["TABLE_NAME"]), ConsistentRead: new(true)})
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

// Restore puts everything back to where it was when the workspace had just
// been furnished.
func (tr *Trial) Restore(ctx context.Context) error {
	now, err := tr.readTable(ctx)
	if err != nil {
		return err
	}
	table := new(tr.settings["TABLE_NAME"])
	for key, i := range now {
		if tr.initial[key] != nil {
			continue
		}
		gone := item{dynamo.AttrPK: i[dynamo.AttrPK], dynamo.AttrSK: i[dynamo.AttrSK]}
		if _, err := tr.client.DeleteItem(ctx, &dynamodb.DeleteItemInput{TableName: table, Key: gone}); err != nil {
			return fmt.Errorf("restore the table: %w", err)
		}
	}
	for key, i := range tr.initial {
		if reflect.DeepEqual(now[key], i) {
			continue
		}
		if _, err := tr.client.PutItem(ctx, &dynamodb.PutItemInput{TableName: table, Item: i}); err != nil {
			return fmt.Errorf("restore the table: %w", err)
		}
	}
	return nil
}
