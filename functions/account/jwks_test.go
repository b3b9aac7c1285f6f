package account_test

import (
	"testing"

	"stint/internal/apitest"
)

// The published key verifies access tokens and has no private part.
func TestJWKS(t *testing.T) {
	api := apitest.New(t)
	keys, ok := api.Send(apitest.Request{Method: "GET", Path: "/.well-known/jwks.json"}).OK()["keys"].([]any)
	if !ok || len(keys) != 1 {
		t.Fatalf("keys %v, want one", keys)
	}
	published := keys[0].(object)
	known, _ := api.Deps.Keys.Keys(t.Context())
	if published["kid"] != known[0].ID || published["alg"] != "ES256" || published["use"] != "sig" ||
		published["d"] != nil {
		t.Errorf("key %v", published)
	}
}
