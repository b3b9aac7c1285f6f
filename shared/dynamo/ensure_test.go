package dynamo_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/google/uuid"

	"stint/internal/testkit"
	"stint/shared/dynamo"
)

func TestEnsureTableIsRepeatable(t *testing.T) {
	t.Parallel()
	table := testkit.NewTable(t)
	if err := dynamo.EnsureTable(t.Context(), table.Client, table.Name); err != nil {
		t.Errorf("again: %v", err)
	}
	ttl, err := table.Client.DescribeTimeToLive(t.Context(), &dynamodb.DescribeTimeToLiveInput{TableName: &table.Name})
	if err != nil {
		t.Fatal(err)
	}
	if got := aws.ToString(ttl.TimeToLiveDescription.AttributeName); got != dynamo.AttrExpires {
		t.Errorf("time to live on %q", got)
	}
	out, err := table.Client.DescribeTable(t.Context(), &dynamodb.DescribeTableInput{TableName: &table.Name})
	if err != nil {
		t.Fatal(err)
	}
	if s := out.Table.StreamSpecification; s != nil && aws.ToBool(s.StreamEnabled) {
		t.Errorf("stream %+v, want none outside of the cloud", s)
	}
}

func TestEnsureTableConcurrently(t *testing.T) {
	t.Parallel()
	client := testkit.Connect(t)
	name := "stint-test-" + uuid.NewString()
	testkit.Race(t, 6, func(int) {
		if err := dynamo.EnsureTable(t.Context(), client, name); err != nil {
			t.Error(err)
		}
	})
	dropTable(t, client, name)
}

// A table of a version without the index of changes gets it, and keeps its items.
func TestEnsureTableAddsTheIndexOfChanges(t *testing.T) {
	t.Parallel()
	client := testkit.Connect(t)
	name := "stint-test-" + uuid.NewString()
	if err := dynamo.CreateTableWithout(t.Context(), client, name, dynamo.IndexChange); err != nil {
		t.Fatal(err)
	}
	defer dropTable(t, client, name)
	item := map[string]types.AttributeValue{"pk": &types.AttributeValueMemberS{Value: "p"},
		"sk": &types.AttributeValueMemberS{Value: "s"}}
	if _, err := client.PutItem(t.Context(), &dynamodb.PutItemInput{TableName: &name, Item: item}); err != nil {
		t.Fatal(err)
	}
	if err := dynamo.EnsureTable(t.Context(), client, name); err != nil {
		t.Fatal(err)
	}
	item[dynamo.AttrCW], item[dynamo.AttrCS] = &types.AttributeValueMemberS{Value: "w"},
		&types.AttributeValueMemberS{Value: "1"}
	if _, err := client.PutItem(t.Context(), &dynamodb.PutItemInput{TableName: &name, Item: item}); err != nil {
		t.Fatal(err)
	}
	out, err := client.Query(t.Context(), &dynamodb.QueryInput{
		TableName: &name, IndexName: aws.String(dynamo.IndexChange), KeyConditionExpression: aws.String("cw = :w"),
		ExpressionAttributeValues: map[string]types.AttributeValue{":w": &types.AttributeValueMemberS{Value: "w"}},
	})
	if err != nil || len(out.Items) != 1 {
		t.Errorf("the index has %v, %v", out, err)
	}
}

func dropTable(t *testing.T, client *dynamodb.Client, name string) {
	t.Helper()
	if _, err := client.DeleteTable(t.Context(), &dynamodb.DeleteTableInput{TableName: &name}); err != nil {
		t.Error(err)
	}
}

// plainTable has our key and no index.
func plainTable(t *testing.T, client *dynamodb.Client, sort string) string {
	t.Helper()
	name := "stint-test-" + uuid.NewString()
	_, err := client.CreateTable(t.Context(), &dynamodb.CreateTableInput{
		TableName: &name, BillingMode: types.BillingModePayPerRequest,
		KeySchema: []types.KeySchemaElement{
			{AttributeName: aws.String("pk"), KeyType: types.KeyTypeHash},
			{AttributeName: aws.String(sort), KeyType: types.KeyTypeRange},
		},
		AttributeDefinitions: []types.AttributeDefinition{
			{AttributeName: aws.String("pk"), AttributeType: types.ScalarAttributeTypeS},
			{AttributeName: aws.String(sort), AttributeType: types.ScalarAttributeTypeS},
		},
	})
	var made *types.ResourceInUseException // by an attempt whose answer came too late
	if err != nil && !errors.As(err, &made) {
		t.Fatal(err)
	}
	return name
}

func TestEnsureTableRefusesAnotherShape(t *testing.T) {
	t.Parallel()
	client := testkit.Connect(t)
	for sort, word := range map[string]string{"other": "its key is", "sk": "attribute lsk"} {
		name := plainTable(t, client, sort)
		err := dynamo.EnsureTable(t.Context(), client, name)
		if err == nil || !strings.Contains(err.Error(), word) {
			t.Errorf("sort key %s: %v, want %q", sort, err, word)
		}
		dropTable(t, client, name)
	}
}
