package oidc_test

import (
	"testing"

	"stint/shared/oauth"
	"stint/shared/oidc"
	"stint/shared/testkit/idp"
)

func TestRedeem(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	who, err := b.visit(ada)
	if err != nil {
		t.Fatal(err)
	}
	if who.Subject != "ada-1" || who.Email != "ada@example.com" || !who.EmailVerified || who.Name != "Ada" {
		t.Errorf("identity %+v", who)
	}
	again, err := b.client.Complete(t.Context(), who)
	if err != nil || again.Email != who.Email || b.idp.Calls(idp.UserInfoPath) != 0 {
		t.Errorf("asked %d times for what was known: %v", b.idp.Calls(idp.UserInfoPath), err)
	}
}

// Many providers tell the address at UserInfo only.
func TestAddressFromUserInfo(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	quiet := ada
	quiet.Quiet = true
	who, err := b.visit(quiet)
	if err != nil || who.Email != "" || who.EmailVerified {
		t.Fatalf("identity %+v, %v", who, err)
	}
	who, err = b.client.Complete(t.Context(), who)
	if err != nil || who.Email != ada.Email || !who.EmailVerified || who.Name != "Ada" {
		t.Errorf("identity %+v, %v", who, err)
	}
}

func TestUserInfoIsNotTrustedBlindly(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	quiet := ada
	quiet.Quiet = true
	for body, reason := range map[string]string{
		`{"sub":"eve-1","email":"ada@example.com","email_verified":true}`:      "another subject",
		`{"email":"ada@example.com","email_verified":true}`:                    "another subject",
		`{"sub":"ada-1","email":"ada@example.com","email_verified":{"a":"b"}}`: "cannot be used",
		`<html>ada@example.com`: "cannot be used",
	} {
		who, err := b.visit(quiet)
		if err != nil {
			t.Fatal(err)
		}
		b.idp.Break(idp.Faults{At: handlers(idp.UserInfoPath, answering(200, body))})
		_, err = b.client.Complete(t.Context(), who)
		b.failure(err, "userinfo", reason)
	}
}

// A code works with the verifier and the redirect address of its own visit.
func TestCodesAreBoundToTheirVisit(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	mine, others := oauth.Begin(master), oauth.Begin(master)
	address, err := b.client.AuthorizationURL(t.Context(), mine)
	if err != nil {
		t.Fatal(err)
	}
	code := b.idp.Login(address, ada).Get("code")
	_, err = b.client.Redeem(t.Context(), oidc.Return{Code: code, Issuer: b.idp.Issuer}, others)
	b.failure(err, "exchange", "answered 400, invalid_grant")
	_, err = b.client.Redeem(t.Context(), oidc.Return{Code: "no code of mine", Issuer: b.idp.Issuer}, mine)
	b.failure(err, "exchange", "answered 400, invalid_grant")
}

// Two providers that are mixed up are told apart by who says that they sent
// somebody (RFC 9207).
func TestAnotherProvidersReturnIsRefused(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	for _, issuer := range []string{"https://evil.example", "", b.idp.Issuer + "/"} {
		_, err := b.visit(ada, func(r *oidc.Return) { r.Issuer = issuer })
		b.failure(err, "return", "another issuer")
	}
	if b.idp.Calls(idp.TokenPath) != 0 {
		t.Error("the code was sent to somebody")
	}
}
