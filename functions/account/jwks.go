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
//
//openapi:schema JsonWebKeySet
type keySetAnswer struct {
	Keys []jsonWebKey `json:"keys"` // The public keys.
}

// jsonWebKey is a public key (RFC 7517).
//
//openapi:schema JsonWebKeySetKey
type jsonWebKey struct {
	KeyType   string `json:"kty"` // The type of the key: EC.
	Curve     string `json:"crv"` // The curve of the key: P-256.
	X         string `json:"x"`   // The first coordinate of the public key.
	Y         string `json:"y"`   // The second coordinate of the public key.
	KeyID     string `json:"kid"` // The id of the key, which the header of each token names.
	Use       string `json:"use"` // What the key is for: sig, for signatures.
	Algorithm string `json:"alg"` // The algorithm of the signatures: ES256.
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
