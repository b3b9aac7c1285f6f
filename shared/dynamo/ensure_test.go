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
