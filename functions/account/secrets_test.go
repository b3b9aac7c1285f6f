package account_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/attributevalue"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"stint/internal/apitest"
)

// No credential is in the table or the log, and addresses are not logged.
func TestSecretsAreNeitherStoredNorLogged(t *testing.T) {
	h := apitest.New(t, withLimits(1000, 1000))
	const next = "canary in the coal mine"
	ada := h.Register("canary-ada")
	secrets := []string{apitest.Password, next, ada.Token, ada.RefreshCookie.Value,
		ada.MailedToken(ada.Email, "verify-email")}

	h.Clock.Advance(time.Minute)
	renewed := refreshSession(h, ada.RefreshCookie, nil)
	secrets = append(secrets, refreshCookieOf(renewed).Value, h.UserOf(renewed).Token)
	made := ada.Post("/api/me/workspaces/"+ada.WorkspaceID+"/api-keys", object{"name": "robot"}).OK()
	secrets = append(secrets, made["token"].(string))
	h.Send(apitest.Request{Method: "GET", Path: "/api/v1/me", Bearer: made["token"].(string)}).OK()
	requestReset(h, ada.Email).OK()
	reset := ada.MailedToken(ada.Email, "password-reset")
	secrets = append(secrets, reset)
	confirmReset(h, reset, next).OK()
	login(h, ada.Email, "wrong canary").Problem(401, "unauthorized")
	h.Clock.Advance(time.Minute)
	refreshSession(h, ada.RefreshCookie, nil).Problem(401, "unauthorized")
	secrets = append(secrets, "wrong canary")

	logs := h.Logs.String()
	if !strings.Contains(logs, "account.login") {
		t.Fatal("nothing was logged")
	}
	for _, secret := range append(secrets, "canary-ada", "example.com") {
		if strings.Contains(logs, secret) {
			t.Errorf("in the log: %s", secret)
		}
	}
	table := dumpTable(t, h)
	for _, secret := range secrets {
		if strings.Contains(table, secret) {
			t.Errorf("in the table: %s", secret)
		}
	}
	if !strings.Contains(table, "canary-ada@example.com") || !strings.Contains(table, "$argon2id$v=19$") {
		t.Error("the account is not in the dump: the test reads the wrong items")
	}
}

func dumpTable(t *testing.T, h *apitest.Service) string {
	t.Helper()
	var out strings.Builder
	for _, item := range apitest.TableItems(h) {
		var plain object
		if err := attributevalue.UnmarshalMap(item, &plain); err != nil {
			t.Fatal(err)
		}
		encoder := json.NewEncoder(&out)
		encoder.SetEscapeHTML(false)
		if err := encoder.Encode(plain); err != nil {
			t.Fatal(err)
		}
		for _, value := range plain { // byte strings are in base64 above
			if raw, ok := value.([]byte); ok {
				out.Write(raw)
			}
		}
	}
	return out.String()
}

// sortKeyOf is the sort key of an item.
func sortKeyOf(item map[string]types.AttributeValue) string {
	return item["sk"].(*types.AttributeValueMemberS).Value
}
