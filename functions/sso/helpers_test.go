package sso_test

import (
	"encoding/json"
	"net/http"
	"testing"

	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/attributevalue"

	"stint/internal/apitest"
	"stint/internal/testkit"
	"stint/internal/testkit/idp"
)

type object = map[string]any

var (
	proven     = idp.User{Subject: "ada-1", Email: "ada@example.com", Name: "Ada Lovelace", EmailVerified: true}
	unverified = idp.User{Subject: "ada-1", Email: "ada@example.com", Name: "Ada Lovelace"}
)

const (
	startPath       = apitest.SSOPath + "/start"
	callbackAPIPath = apitest.SSOPath + "/callback"
	verifyPath      = apitest.SSOPath + "/verify-email"
)

// wantVerificationMail checks that an answer requires a confirmation, and returns the
// token of the mail.
func wantVerificationMail(t *testing.T, api *apitest.Service, a *apitest.Answer, email string) (token string) {
	t.Helper()
	got := a.OK()
	if len(got) != 2 || got["status"] != "email_verification_required" || got["email"] != email {
		t.Errorf("answer %v", got)
	}
	if refreshCookie(a) != nil {
		t.Error("a session was opened")
	}
	return api.MailedToken(email, "sso-verify")
}

func confirm(api *apitest.Service, token string) *apitest.Answer {
	return api.Send(apitest.Request{Method: "POST", Path: verifyPath, Body: object{"token": token}})
}

func refreshCookie(a *apitest.Answer) *http.Cookie {
	for _, c := range a.Cookies() {
		if c.Name == "stint_refresh" {
			return c
		}
	}
	return nil
}

// countLogins is the number of external logins of a user.
func countLogins(p *apitest.User) int {
	return len(p.Get("/api/auth/me").OK()["external_logins"].([]any))
}

// countAccounts is the number of accounts in the table.
func countAccounts(api *apitest.Service) int {
	n := 0
	for _, item := range apitest.TableItems(api) {
		if testkit.TextOf(item["sk"]) == "PROFILE" {
			n++
		}
	}
	return n
}

// dumpTable is the whole table as JSON.
func dumpTable(t *testing.T, api *apitest.Service) string {
	t.Helper()
	var plain []object
	if err := attributevalue.UnmarshalListOfMaps(apitest.TableItems(api), &plain); err != nil {
		t.Fatal(err)
	}
	out, err := json.Marshal(plain)
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}
