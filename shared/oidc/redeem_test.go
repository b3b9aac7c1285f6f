package oidc_test

import (
	"strings"
	"testing"

	"stint/internal/testkit/idp"
	"stint/shared/oidc"
)

func TestRedeem(t *testing.T) {
	t.Parallel()
	b := newFixture(t)
	identity, err := b.signIn(person)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasSuffix(identity.Subject, "#ada-1") || identity.Email != "ada@example.com" || !identity.EmailVerified ||
		identity.Name != "Ada" {
		t.Errorf("identity %+v", identity)
	}
	again, err := b.client.CompleteEmail(t.Context(), identity)
	if err != nil || again.Email != identity.Email || b.idp.CountCalls(idp.UserInfoPath) != 0 {
		t.Errorf("asked %d times for what was known: %v", b.idp.CountCalls(idp.UserInfoPath), err)
	}
}

// Many providers reveal the address only at UserInfo.
func TestAddressFromUserInfo(t *testing.T) {
	t.Parallel()
	b := newFixture(t)
	quiet := person
	quiet.EmailOnlyInUserInfo = true
	identity, err := b.signIn(quiet)
	if err != nil || identity.Email != "" || identity.EmailVerified {
		t.Fatalf("identity %+v, %v", identity, err)
	}
	identity, err = b.client.CompleteEmail(t.Context(), identity)
	if err != nil || identity.Email != person.Email || !identity.EmailVerified || identity.Name != "Ada" {
		t.Errorf("identity %+v, %v", identity, err)
	}
}

func TestUserInfoIsNotTrustedBlindly(t *testing.T) {
	t.Parallel()
	b := newFixture(t)
	quiet := person
	quiet.EmailOnlyInUserInfo = true
	for body, reason := range map[string]string{
		`{"sub":"eve-1","email":"ada@example.com","email_verified":true}`:      "another subject",
		`{"email":"ada@example.com","email_verified":true}`:                    "another subject",
		`{"sub":"ada-1","email":"ada@example.com","email_verified":{"a":"b"}}`: "cannot be used",
		`<html>ada@example.com`: "cannot be used",
	} {
		identity, err := b.signIn(quiet)
		if err != nil {
			t.Fatal(err)
		}
		b.idp.SetFaults(idp.Faults{Handlers: handlers(idp.UserInfoPath, respondWith(200, body))})
		_, err = b.client.CompleteEmail(t.Context(), identity)
		b.wantFailure(err, "userinfo", reason)
	}
}

// A code works with the verifier and the redirect address of its own visit.
func TestCodesAreBoundToTheirAttempt(t *testing.T) {
	t.Parallel()
	b := newFixture(t)
	mine, others := newAttempt(), newAttempt()
	address, err := b.client.AuthorizationURL(t.Context(), mine)
	if err != nil {
		t.Fatal(err)
	}
	code := b.idp.Login(address, person).Get("code")
	_, err = b.client.Redeem(t.Context(), oidc.Callback{Code: code, Issuer: b.idp.Issuer}, others)
	b.wantFailure(err, "exchange", "answered 400, invalid_grant")
	_, err = b.client.Redeem(t.Context(), oidc.Callback{Code: "no code of mine", Issuer: b.idp.Issuer}, mine)
	b.wantFailure(err, "exchange", "answered 400, invalid_grant")
}

// A callback from another provider than the one that was asked is refused by its
// issuer (RFC 9207).
func TestCallbackOfAnotherIssuerIsRefused(t *testing.T) {
	t.Parallel()
	b := newFixture(t)
	for _, issuer := range []string{"https://evil.example", "", b.idp.Issuer + "/"} {
		_, err := b.signIn(person, func(r *oidc.Callback) { r.Issuer = issuer })
		b.wantFailure(err, "return", "another issuer")
	}
	if b.idp.CountCalls(idp.TokenPath) != 0 {
		t.Error("the code was sent to a provider")
	}
}
