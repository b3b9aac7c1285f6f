package oidc_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"stint/shared/oauth"
	"stint/shared/testkit"
	"stint/shared/testkit/idp"
)

func TestNobodyIsAskedBeforeItIsNeeded(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	if n := b.idp.Calls(idp.DiscoveryPath); n != 0 {
		t.Fatalf("asked %d times", n)
	}
	testkit.Race(t, 8, func(int) {
		if _, err := b.client.AuthorizationURL(t.Context(), oauth.Begin(master)); err != nil {
			t.Error(err)
		}
	})
	for range 3 {
		if _, err := b.visit(ada); err != nil {
			t.Fatal(err)
		}
	}
	if n, k := b.idp.Calls(idp.DiscoveryPath), b.idp.Calls(idp.KeysPath); n > 8 || k != 1 {
		t.Errorf("discovery %d times, keys %d times", n, k)
	}
	before := b.idp.Calls(idp.DiscoveryPath)
	b.clock.Advance(59 * time.Minute)
	b.address()
	if n := b.idp.Calls(idp.DiscoveryPath); n != before {
		t.Error("asked again within the hour")
	}
	b.clock.Advance(time.Minute)
	b.address()
	if n := b.idp.Calls(idp.DiscoveryPath); n != before+1 {
		t.Errorf("asked %d times after an hour", n-before)
	}
}

func (b *bench) address() string {
	b.t.Helper()
	address, err := b.client.AuthorizationURL(b.t.Context(), oauth.Begin(master))
	if err != nil {
		b.t.Fatal(err)
	}
	return address
}

// A provider that was found is still used while it cannot be found again.
func TestAProviderThatIsDownForAMomentStaysKnown(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.address()
	b.clock.Advance(2 * time.Hour)
	b.idp.Break(idp.Faults{At: handlers(idp.DiscoveryPath, answering(503, "down"))})
	if _, err := b.visit(ada); err != nil {
		t.Error(err)
	}
}

func TestDiscoveryThatCannotBeUsed(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	changed := func(name string, value any) http.HandlerFunc {
		says := b.idp.Metadata()
		says[name] = value
		body, err := json.Marshal(says)
		if err != nil {
			t.Fatal(err)
		}
		return answering(200, string(body))
	}
	for _, c := range []struct {
		name, reason string
		answer       http.HandlerFunc
	}{
		{"500", "answered 500", answering(500, "code=secret ada@example.com")},
		{"429", "answered 429", answering(429, "")},
		{"a redirect", "answered 302", func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "/elsewhere", http.StatusFound)
		}},
		{"no JSON", "cannot be used", answering(200, "<html>ada@example.com")},
		{"two megabytes", "cannot be used", answering(200, `{"issuer":"`+strings.Repeat("x", 2<<20)+`"}`)},
		{"another issuer", "cannot be used", changed("issuer", "https://evil.example")},
		{"no token endpoint", "endpoints", changed("token_endpoint", "")},
		{"an endpoint that is no address", "endpoints", changed("jwks_uri", "file:///etc/passwd")},
		{"hung up", "no connection", func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }},
	} {
		b.idp.Break(idp.Faults{At: handlers(idp.DiscoveryPath, c.answer)})
		_, err := b.client.AuthorizationURL(t.Context(), oauth.Begin(master))
		if err == nil {
			t.Errorf("%s: used", c.name)
			continue
		}
		b.failure(err, "discovery", c.reason)
	}
	b.idp.Break(idp.Faults{})
	if _, err := b.visit(ada); err != nil {
		t.Errorf("a failure was kept: %v", err)
	}
}

func TestWhatGoesWrongAtTheEndpoints(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	for _, c := range []struct {
		path, step, reason string
		answer             http.HandlerFunc
	}{
		{idp.TokenPath, "exchange", "answered 500", answering(500, "oops")},
		{idp.TokenPath, "exchange", "answered 429", answering(429, "")},
		{idp.TokenPath, "exchange", "answered 400, access_denied", answering(400, `{"error":"access_denied"}`)},
		{idp.TokenPath, "exchange", "an unknown error", answering(400, `{"error":"the code was ada@example.com"}`)},
		{idp.TokenPath, "exchange", "cannot be used", answering(200, "{half")},
		{idp.TokenPath, "exchange", "cannot be used", answering(200, `{"id_token":"a.b.c"}`)},
		{idp.TokenPath, "id token", "none in the answer", answering(200, `{"access_token":"a","token_type":"Bearer"}`)},
		{idp.TokenPath, "exchange", "answered 307", func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "/elsewhere", http.StatusTemporaryRedirect)
		}},
		{idp.KeysPath, "id token", "keys", answering(500, "oops")},
		{idp.KeysPath, "id token", "keys", answering(200, `{"keys":[]}`)},
		{idp.KeysPath, "id token", "keys", answering(200, `[`)},
	} {
		b.client = b.clientOf(b.idp.Issuer, oauth.Patience)
		b.idp.Break(idp.Faults{At: handlers(c.path, c.answer)})
		_, err := b.visit(ada)
		if err == nil {
			t.Errorf("%s: used", c.path)
			continue
		}
		b.failure(err, c.step, c.reason)
	}
	if b.idp.Calls("/elsewhere") != 0 {
		t.Error("the client secret was sent on to another address")
	}
}

// A provider that does not answer is not waited for any longer than agreed.
func TestSlowProvidersAreGivenUp(t *testing.T) {
	t.Parallel()
	hang := func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body) // only then is it noticed that the client has gone
		<-r.Context().Done()
	}
	for path, step := range map[string]string{idp.DiscoveryPath: "discovery", idp.TokenPath: "exchange"} {
		b := newBench(t)
		b.client = b.clientOf(b.idp.Issuer, 50*time.Millisecond)
		if path != idp.DiscoveryPath {
			b.address()
		}
		b.idp.Break(idp.Faults{At: handlers(path, hang)})
		attempt := oauth.Begin(master)
		if path == idp.DiscoveryPath {
			_, err := b.client.AuthorizationURL(t.Context(), attempt)
			b.failure(err, step, "no answer in time")
			continue
		}
		_, err := b.visit(ada)
		b.failure(err, step, "no answer in time")
	}
}

// A provider that takes the secret in the body only is sent it there.
func TestSecretInTheBody(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	says := b.idp.Metadata()
	says["token_endpoint_auth_methods_supported"] = []string{"client_secret_post"}
	body, err := json.Marshal(says)
	if err != nil {
		t.Fatal(err)
	}
	sent := make(chan string, 2)
	b.idp.Break(idp.Faults{At: map[string]http.HandlerFunc{
		idp.DiscoveryPath: answering(200, string(body)),
		idp.TokenPath: func(w http.ResponseWriter, r *http.Request) {
			sent <- fmt.Sprint(r.Header.Get("Authorization"), r.PostFormValue("client_secret"))
			answering(400, `{"error":"invalid_grant"}`)(w, r)
		},
	}})
	_, err = b.visit(ada)
	b.failure(err, "exchange", "invalid_grant")
	if got := <-sent; got != idp.ClientSecret || len(sent) != 0 {
		t.Errorf("sent %q, and %d more", got, len(sent))
	}
}
