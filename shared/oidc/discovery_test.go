package oidc_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"stint/internal/testkit"
	"stint/internal/testkit/idp"
	"stint/shared/oauth"
)

func TestDiscoveryIsLazy(t *testing.T) {
	t.Parallel()
	b := newFixture(t)
	if n := b.idp.CountCalls(idp.DiscoveryPath); n != 0 {
		t.Fatalf("asked %d times", n)
	}
	testkit.Race(t, 8, func(int) {
		if _, err := b.client.AuthorizationURL(t.Context(), newAttempt()); err != nil {
			t.Error(err)
		}
	})
	for range 3 {
		if _, err := b.signIn(person); err != nil {
			t.Fatal(err)
		}
	}
	if n, k := b.idp.CountCalls(idp.DiscoveryPath), b.idp.CountCalls(idp.KeysPath); n > 8 || k != 1 {
		t.Errorf("discovery %d times, keys %d times", n, k)
	}
	before := b.idp.CountCalls(idp.DiscoveryPath)
	b.clock.Advance(59 * time.Minute)
	b.address()
	if n := b.idp.CountCalls(idp.DiscoveryPath); n != before {
		t.Error("asked again within the hour")
	}
	b.clock.Advance(time.Minute)
	b.address()
	if n := b.idp.CountCalls(idp.DiscoveryPath); n != before+1 {
		t.Errorf("asked %d times after an hour", n-before)
	}
}

func (b *fixture) address() string {
	b.t.Helper()
	address, err := b.client.AuthorizationURL(b.t.Context(), newAttempt())
	if err != nil {
		b.t.Fatal(err)
	}
	return address
}

// A provider that was found is still used while it cannot be found again.
func TestDiscoverySurvivesShortOutages(t *testing.T) {
	t.Parallel()
	b := newFixture(t)
	b.address()
	b.clock.Advance(2 * time.Hour)
	b.idp.SetFaults(idp.Faults{Handlers: handlers(idp.DiscoveryPath, respondWith(503, "down"))})
	if _, err := b.signIn(person); err != nil {
		t.Error(err)
	}
}

func TestInvalidDiscoveryIsRefused(t *testing.T) {
	t.Parallel()
	b := newFixture(t)
	changed := func(name string, value any) http.HandlerFunc {
		metadata := b.idp.Metadata()
		metadata[name] = value
		body, err := json.Marshal(metadata)
		if err != nil {
			t.Fatal(err)
		}
		return respondWith(200, string(body))
	}
	for _, c := range []struct {
		name, reason string
		answer       http.HandlerFunc
	}{
		{"500", "answered 500", respondWith(500, "code=secret ada@example.com")},
		{"429", "answered 429", respondWith(429, "")},
		{"a redirect", "answered 302", func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "/elsewhere", http.StatusFound)
		}},
		{"no JSON", "cannot be used", respondWith(200, "<html>ada@example.com")},
		{"two megabytes", "cannot be used", respondWith(200, `{"issuer":"`+strings.Repeat("x", 2<<20)+`"}`)},
		{"another issuer", "cannot be used", changed("issuer", "https://evil.example")},
		{"no token endpoint", "endpoints", changed("token_endpoint", "")},
		{"an endpoint that is no address", "endpoints", changed("jwks_uri", "file:///etc/passwd")},
		{"hung up", "no connection", func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }},
	} {
		b.idp.SetFaults(idp.Faults{Handlers: handlers(idp.DiscoveryPath, c.answer)})
		_, err := b.client.AuthorizationURL(t.Context(), newAttempt())
		if err == nil {
			t.Errorf("%s: used", c.name)
			continue
		}
		b.wantFailure(err, "discovery", c.reason)
	}
	b.idp.SetFaults(idp.Faults{})
	if _, err := b.signIn(person); err != nil {
		t.Errorf("a failure was kept: %v", err)
	}
}

func TestEndpointErrors(t *testing.T) {
	t.Parallel()
	b := newFixture(t)
	for _, c := range []struct {
		path, step, reason string
		answer             http.HandlerFunc
	}{
		{idp.TokenPath, "exchange", "answered 500", respondWith(500, "oops")},
		{idp.TokenPath, "exchange", "answered 429", respondWith(429, "")},
		{idp.TokenPath, "exchange", "answered 400, access_denied", respondWith(400, `{"error":"access_denied"}`)},
		{idp.TokenPath, "exchange", "an unknown error", respondWith(400, `{"error":"the code was ada@example.com"}`)},
		{idp.TokenPath, "exchange", "cannot be used", respondWith(200, "{half")},
		{idp.TokenPath, "exchange", "cannot be used", respondWith(200, `{"id_token":"a.b.c"}`)},
		{idp.TokenPath, "id token", "none in the answer", respondWith(200, `{"access_token":"a","token_type":"Bearer"}`)},
		{idp.TokenPath, "exchange", "answered 307", func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "/elsewhere", http.StatusTemporaryRedirect)
		}},
		{idp.KeysPath, "id token", "keys", respondWith(500, "oops")},
		{idp.KeysPath, "id token", "keys", respondWith(200, `{"keys":[]}`)},
		{idp.KeysPath, "id token", "keys", respondWith(200, `[`)},
	} {
		b.client = b.newClient(b.idp.Issuer, oauth.CallTimeout)
		b.idp.SetFaults(idp.Faults{Handlers: handlers(c.path, c.answer)})
		_, err := b.signIn(person)
		if err == nil {
			t.Errorf("%s: used", c.path)
			continue
		}
		b.wantFailure(err, c.step, c.reason)
	}
	if b.idp.CountCalls("/elsewhere") != 0 {
		t.Error("the client secret was sent on to another address")
	}
}

// A provider that does not answer is not waited for any longer than agreed.
func TestSlowProvidersTimeOut(t *testing.T) {
	t.Parallel()
	hang := func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body) // only then is it noticed that the client has gone
		<-r.Context().Done()
	}
	for path, step := range map[string]string{idp.DiscoveryPath: "discovery", idp.TokenPath: "exchange"} {
		b := newFixture(t)
		calls := oauth.NewHTTPClient(oauth.CallTimeout)
		b.client = b.newClientWith(b.idp.Issuer, calls)
		if path != idp.DiscoveryPath {
			b.address()
		}
		calls.Timeout = 50 * time.Millisecond // of the call that hangs only
		b.idp.SetFaults(idp.Faults{Handlers: handlers(path, hang)})
		attempt := newAttempt()
		if path == idp.DiscoveryPath {
			_, err := b.client.AuthorizationURL(t.Context(), attempt)
			b.wantFailure(err, step, "no answer in time")
			continue
		}
		_, err := b.signIn(person)
		b.wantFailure(err, step, "no answer in time")
	}
}

// A provider that takes the secret in the body only is sent it there.
func TestSecretInTheBody(t *testing.T) {
	t.Parallel()
	b := newFixture(t)
	metadata := b.idp.Metadata()
	metadata["token_endpoint_auth_methods_supported"] = []string{"client_secret_post"}
	body, err := json.Marshal(metadata)
	if err != nil {
		t.Fatal(err)
	}
	sent := make(chan string, 2)
	b.idp.SetFaults(idp.Faults{Handlers: map[string]http.HandlerFunc{
		idp.DiscoveryPath: respondWith(200, string(body)),
		idp.TokenPath: func(w http.ResponseWriter, r *http.Request) {
			sent <- fmt.Sprint(r.Header.Get("Authorization"), r.PostFormValue("client_secret"))
			respondWith(400, `{"error":"invalid_grant"}`)(w, r)
		},
	}})
	_, err = b.signIn(person)
	b.wantFailure(err, "exchange", "invalid_grant")
	if got := <-sent; got != idp.ClientSecret || len(sent) != 0 {
		t.Errorf("sent %q, and %d more", got, len(sent))
	}
}
