package sso_test

import (
	"encoding/json"
	"net/http"
	"testing"

	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/attributevalue"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"stint/functions/apitest"
	"stint/shared/testkit/idp"
)

type object = map[string]any

var (
	ada        = idp.Person{Subject: "ada-1", Email: "ada@example.com", Name: "Ada Lovelace", Verified: true}
	unverified = idp.Person{Subject: "ada-1", Email: "ada@example.com", Name: "Ada Lovelace"}
)

const (
	start      = apitest.SSO + "/start"
	callback   = apitest.SSO + "/callback"
	verifyPath = apitest.SSO + "/verify-email"
)

// pending checks that an answer asks to look into the mailbox, and gives the
// token that came there.
func pending(t *testing.T, h *apitest.House, a *apitest.Answer, email string) (token string) {
	t.Helper()
	got := a.OK()
	if len(got) != 2 || got["status"] != "email_verification_required" || got["email"] != email {
		t.Errorf("answer %v", got)
	}
	if refreshCookie(a) != nil {
		t.Error("a session was opened")
	}
	return h.MailedToken(email, "sso-verify")
}

func confirm(h *apitest.House, token string) *apitest.Answer {
	return h.Send(apitest.Request{Method: "POST", Path: verifyPath, Body: object{"token": token}})
}

func refreshCookie(a *apitest.Answer) *http.Cookie {
	for _, c := range a.Cookies() {
		if c.Name == "stint_refresh" {
			return c
		}
	}
	return nil
}

// logins are the providers that a person's account is linked to.
func logins(p *apitest.Person) int {
	return len(p.Get("/api/auth/me").OK()["external_logins"].([]any))
}

// accounts counts those in the table.
func accounts(h *apitest.House) int {
	n := 0
	for _, item := range apitest.Items(h) {
		if sk, ok := item["sk"].(*types.AttributeValueMemberS); ok && sk.Value == "PROFILE" {
			n++
		}
	}
	return n
}

// tableOf is everything in the table, in JSON.
func tableOf(t *testing.T, h *apitest.House) string {
	t.Helper()
	var plain []object
	if err := attributevalue.UnmarshalListOfMaps(apitest.Items(h), &plain); err != nil {
		t.Fatal(err)
	}
	out, err := json.Marshal(plain)
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}
