package calendar_test

import (
	"strings"
	"testing"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"stint/internal/apitest"
	"stint/internal/testkit"
	"stint/internal/testkit/gcalendar"
)

// No token of the provider lies in the table, is logged, or is told to anyone.
func TestTokensAreNotExposed(t *testing.T) {
	t.Parallel()
	h, provider, ada := newConnectedUser(t, primaryCalendar(meeting("planning", 18, 9)))
	provider.ExpireTokens(account)
	answers := string(ada.Get(eventsPath).Body) + string(ada.Get(apitest.ConnectionsPath).Body)
	for _, status := range []int{500, 429, 403} {
		provider.SetHandler(gcalendar.CalendarListPath, gcalendar.ErrorHandler(status, "x"))
		answers += string(ada.Get(eventsPath).Body)
	}
	provider.RevokeGrants(account)
	answers += string(ada.StartCalendarConsent().Consent(provider, account).Finish().Body)
	table := dumpValues(t, h)
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

// dumpValues are all that stands in the table, binary values as they are.
func dumpValues(t *testing.T, h *apitest.Service) string {
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
func TestTokensAreSealedPerUser(t *testing.T) {
	t.Parallel()
	h, _, ada := newConnectedUser(t, primaryCalendar(meeting("planning", 18, 9)))
	bob := h.Register("bob")
	copyConnection(t, h, ada.ID, bob.ID)
	bob.Get(eventsPath).Problem(503, "calendar_token_revoked")
}

// copyConnection puts a person's connection under somebody else.
func copyConnection(t *testing.T, h *apitest.Service, from, to string) {
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
