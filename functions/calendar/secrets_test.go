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

// No token of the provider is readable in the table, in the log or in an answer.
func TestTokensAreNotExposed(t *testing.T) {
	t.Parallel()
	api, provider, owner := newConnectedUser(t, primaryCalendar(meeting("planning", 18, 9)))
	provider.ExpireTokens(calendarUser)
	answers := string(owner.Get(eventsPath).Body) + string(owner.Get(apitest.ConnectionsPath).Body)
	for _, status := range []int{500, 429, 403} {
		provider.SetHandler(gcalendar.CalendarListPath, gcalendar.ErrorHandler(status, "x"))
		answers += string(owner.Get(eventsPath).Body)
	}
	provider.RevokeGrants(calendarUser)
	answers += string(owner.StartCalendarConsent().Consent(provider, calendarUser).Finish().Body)
	table := dumpValues(t, api)
	secrets := provider.Secrets()
	if len(secrets) < 6 {
		t.Fatalf("only %d secrets were made", len(secrets))
	}
	for _, secret := range secrets {
		if strings.Contains(table, secret) {
			t.Errorf("%q is in the table", secret)
		}
		if strings.Contains(api.Logs.String(), secret) || strings.Contains(answers, secret) {
			t.Errorf("%q is in an answer or the log", secret)
		}
	}
	if strings.Contains(api.Logs.String(), calendarUser) {
		t.Error("the account is logged")
	}
}

// dumpValues lists all values in the table, binary values as they are.
func dumpValues(t *testing.T, api *apitest.Service) string {
	t.Helper()
	var all strings.Builder
	for _, item := range testkit.Dump(t, api.Table) {
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

// Tokens are sealed for their user: a connection that is copied to another user cannot
// be decrypted.
func TestTokensAreSealedPerUser(t *testing.T) {
	t.Parallel()
	api, _, owner := newConnectedUser(t, primaryCalendar(meeting("planning", 18, 9)))
	firstOwner := api.Register("bob")
	copyConnection(t, api, owner.ID, firstOwner.ID)
	firstOwner.Get(eventsPath).Problem(503, "calendar_token_revoked")
}

// copyConnection copies a connection to another user, directly in the table.
func copyConnection(t *testing.T, api *apitest.Service, from, to string) {
	t.Helper()
	for _, item := range testkit.Dump(t, api.Table) {
		if testkit.TextOf(item["sk"]) != "CAL#external" || testkit.TextOf(item["pk"]) != "USER#"+from {
			continue
		}
		item["pk"], item["uid"] = &types.AttributeValueMemberS{Value: "USER#" + to}, &types.AttributeValueMemberS{Value: to}
		if _, err := api.Table.Client.PutItem(t.Context(),
			&dynamodb.PutItemInput{TableName: &api.Table.Name, Item: item}); err != nil {
			t.Fatal(err)
		}
		return
	}
	t.Fatal("there is no connection")
}
