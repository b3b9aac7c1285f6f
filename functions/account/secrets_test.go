package account_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/attributevalue"

	"stint/internal/apitest"
)

// No credential is in the table or the log, and addresses are not logged.
func TestSecretsAreNeitherStoredNorLogged(t *testing.T) {
	api := apitest.New(t, withLimits(1000, 1000))
	const next = "canary in the coal mine"
	owner := api.Register("canary-ada")
	secrets := []string{apitest.Password, next, owner.Token, owner.RefreshCookie.Value,
		owner.MailedToken(owner.Email, "verify-email")}

	api.Clock.Advance(time.Minute)
	renewed := refreshSession(api, owner.RefreshCookie, nil)
	secrets = append(secrets, refreshCookieOf(renewed).Value, api.UserOf(renewed).Token)
	made := owner.Post("/api/me/workspaces/"+owner.WorkspaceID+"/api-keys", object{"name": "robot"}).OK()
	secrets = append(secrets, made["token"].(string))
	api.UseKey(made["token"].(string)).OK()
	requestReset(api, owner.Email).OK()
	reset := owner.MailedToken(owner.Email, "password-reset")
	secrets = append(secrets, reset)
	confirmReset(api, reset, next).OK()
	login(api, owner.Email, "wrong canary").Problem(401, "unauthorized")
	api.Clock.Advance(time.Minute)
	refreshSession(api, owner.RefreshCookie, nil).Problem(401, "unauthorized")
	secrets = append(secrets, "wrong canary")

	logs := api.Logs.String()
	if !strings.Contains(logs, "account.login") {
		t.Fatal("nothing was logged")
	}
	for _, secret := range append(secrets, "canary-ada", "example.com") {
		if strings.Contains(logs, secret) {
			t.Errorf("in the log: %s", secret)
		}
	}
	table := dumpTable(t, api)
	for _, secret := range secrets {
		if strings.Contains(table, secret) {
			t.Errorf("in the table: %s", secret)
		}
	}
	if !strings.Contains(table, "canary-ada@example.com") || !strings.Contains(table, "$argon2id$v=19$") {
		t.Error("the account is not in the dump: the test reads the wrong items")
	}
}

func dumpTable(t *testing.T, api *apitest.Service) string {
	t.Helper()
	var out strings.Builder
	for _, item := range apitest.TableItems(api) {
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
