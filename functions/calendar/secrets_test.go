package calendar_test

import (
	"strings"
	"testing"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"stint/functions/apitest"
	"stint/shared/testkit"
	"stint/shared/testkit/gcalendar"
)

// No token of the provider lies in the table, is logged, or is told to anyone.
func TestTokensAreNowhere(t *testing.T) {
	t.Parallel()
	h, provider, ada := connected(t, primary(meeting("planning", 18, 9)))
	provider.Expire(account)
	answers := string(ada.Get(eventsPath).Body) + string(ada.Get(apitest.Connections).Body)
	for _, status := range []int{500, 429, 403} {
		provider.Break(gcalendar.ListPath, gcalendar.Refuse(status, "x"))
		answers += string(ada.Get(eventsPath).Body)
	}
	provider.Withdraw(account)
	answers += string(ada.SetOut().Agree(provider, account).Return().Body)
	table := values(t, h)
	secrets := provider.Secrets()
	if len(secrets) < 6 {
		t.Fatalf("only %d secrets were made", len(secrets))
	}
	for _, secret := range secrets {
		if strings.Contains(table, secret) {
			t.Errorf("%q lies in the table", secret)
		}
		if strings.Contains(h.Logs.String(), secret) || strings.Contains(answers, secret) {
			t.Errorf("%q is told", secret)
		}
	}
	if strings.Contains(h.Logs.String(), account) {
		t.Error("the account is logged")
	}
}

// values are all that stands in the table, binary values as they are.
func values(t *testing.T, h *apitest.House) string {
	t.Helper()
	var all strings.Builder
	for _, item := range testkit.Dump(t, h.Table) {
		for _, value := range item {
			switch v := value.(type) {
			case *types.AttributeValueMemberS:
				all.WriteString(v.Value + "\n")
			case *types.AttributeValueMemberB:
				all.Write(v.Value)
			}
		}
	}
	return all.String()
}

// What was sealed for one person opens for no other: an item that is copied
// under another person is worth nothing there.
func TestTokensAreSealedForTheirPerson(t *testing.T) {
	t.Parallel()
	h, _, ada := connected(t, primary(meeting("planning", 18, 9)))
	bob := h.Register("bob")
	copied(t, h, ada.ID, bob.ID)
	bob.Get(eventsPath).Problem(503, "calendar_token_revoked")
}

// copied puts a person's connection under somebody else.
func copied(t *testing.T, h *apitest.House, from, to string) {
	t.Helper()
	for _, item := range testkit.Dump(t, h.Table) {
		if item["sk"].(*types.AttributeValueMemberS).Value != "CAL#external" || item["pk"].(*types.AttributeValueMemberS).Value != "USER#"+from {
			continue
		}
		item["pk"], item["uid"] = &types.AttributeValueMemberS{Value: "USER#" + to}, &types.AttributeValueMemberS{Value: to}
		if _, err := h.Table.Client.PutItem(t.Context(), &dynamodb.PutItemInput{TableName: &h.Table.Name, Item: item}); err != nil {
			t.Fatal(err)
		}
		return
	}
	t.Fatal("there is no connection")
}
