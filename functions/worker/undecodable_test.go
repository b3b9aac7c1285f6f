package worker_test

import (
	"strings"
	"testing"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"stint/internal/apitest"
)

// An item of the queue that is no work becomes a dead letter, and the work after it is done.
func TestAnItemThatIsNoWorkDoesNotStopTheQueue(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	for shard := range 8 { // the key sorts before that of any work
		_, err := api.Table.Client.PutItem(t.Context(), &dynamodb.PutItemInput{
			TableName: &api.Table.Name, Item: map[string]types.AttributeValue{
				"pk":    &types.AttributeValueMemberS{Value: "Q#" + string(rune('0'+shard))},
				"sk":    &types.AttributeValueMemberS{Value: "2000-01-01T00:00:00Z#x"},
				"tries": &types.AttributeValueMemberS{Value: "many"}, "created": &types.AttributeValueMemberBOOL{Value: true},
				"due": &types.AttributeValueMemberBOOL{},
			}})
		if err != nil {
			t.Fatal(err)
		}
	}
	api.RunWorker()
	if n := len(api.MailsTo(owner.Email)); n != 1 {
		t.Errorf("%d mails, want the one that waited behind it", n)
	}
	if got := apitest.ItemCounts(api); strings.Contains(got, "Q ") {
		t.Errorf("the queue holds it still: %s", got)
	}
	if all := deadLetters(t, api); len(all) != 8 || all[0].Kind != "undecodable" {
		t.Errorf("dead letters %+v", all)
	}
	if !strings.Contains(api.Logs.String(), "undecodable work given up") {
		t.Error("the log does not mention it")
	}
}
