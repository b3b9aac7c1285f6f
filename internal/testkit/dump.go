package testkit

import (
	"cmp"
	"slices"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"stint/shared/dynamo"
)

// Dump returns every item of the table, ordered by key. It is a Scan, which functions
// may not do.
func Dump(t testing.TB, table *Table) []map[string]types.AttributeValue {
	t.Helper()
	return scan(t, table, &dynamodb.ScanInput{})
}

// DumpWhere is Dump of the items whose attribute has a value. It is faster, because the others
// stay in the database.
func DumpWhere(t testing.TB, table *Table, attribute, value string) []map[string]types.AttributeValue {
	t.Helper()
	return scan(t, table, &dynamodb.ScanInput{
		FilterExpression:          aws.String("#attribute = :value"),
		ExpressionAttributeNames:  map[string]string{"#attribute": attribute},
		ExpressionAttributeValues: map[string]types.AttributeValue{":value": &types.AttributeValueMemberS{Value: value}},
	})
}

func scan(t testing.TB, table *Table, in *dynamodb.ScanInput) []map[string]types.AttributeValue {
	t.Helper()
	in.TableName, in.ConsistentRead = aws.String(table.Name), aws.Bool(true)
	var items []map[string]types.AttributeValue
	pages := dynamodb.NewScanPaginator(table.unprobed, in)
	for pages.HasMorePages() {
		page, err := pages.NextPage(t.Context())
		if err != nil {
			t.Fatalf("testkit: reading table %s: %v", table.Name, err)
		}
		items = append(items, page.Items...)
	}
	slices.SortFunc(items, func(a, b map[string]types.AttributeValue) int {
		return cmp.Or(
			cmp.Compare(stringValue(a[dynamo.AttrPK]), stringValue(b[dynamo.AttrPK])),
			cmp.Compare(stringValue(a[dynamo.AttrSK]), stringValue(b[dynamo.AttrSK])),
		)
	})
	return items
}

func stringValue(v types.AttributeValue) string {
	s, _ := v.(*types.AttributeValueMemberS)
	if s == nil {
		return ""
	}
	return s.Value
}
