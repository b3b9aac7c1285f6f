package account

import (
	"context"
	"net/http"
	"reflect"

	"stint/shared/auth/token"
	"stint/shared/route"
)

// keySet is the response with the public keys (RFC 7517, section 5).
type keySet struct{ body []byte }

// keySetAnswer has the public keys that verify access tokens (RFC 7517).
type keySetAnswer struct {
	Keys []struct {
		KeyType   string `json:"kty"`
		Curve     string `json:"crv"`
		X         string `json:"x"`
		Y         string `json:"y"`
		KeyID     string `json:"kid"`
		Use       string `json:"use"`
		Algorithm string `json:"alg"`
	} `json:"keys"`
}

// Variants describes the response for the OpenAPI document.
func (keySet) Variants() []route.Variant {
	return []route.Variant{{Status: http.StatusOK, MediaType: "application/json", JSON: reflect.TypeFor[keySetAnswer]()}}
}

// Respond writes the keys as JSON.
func (s keySet) Respond(w http.ResponseWriter) {
	w.Header().Set("Content-Type", route.JSONType)
	_, _ = w.Write(s.body)
}

func (f *Family) jwks(ctx context.Context, _ *route.Call[route.NoInput]) (keySet, error) {
	keys, err := f.keys.Keys(ctx)
	return keySet{token.JWKS(keys)}, err
}
