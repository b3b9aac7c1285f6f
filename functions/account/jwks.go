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
	Keys []struct {
		KeyType   string `json:"kty" doc:"the type of the key: EC"`
		Curve     string `json:"crv" doc:"the curve of the key: P-256"`
		X         string `json:"x" doc:"the first coordinate of the public key"`
		Y         string `json:"y" doc:"the second coordinate of the public key"`
		KeyID     string `json:"kid" doc:"the id of the key, which the header of each token names"`
		Use       string `json:"use" doc:"what the key is for: sig, for signatures"`
		Algorithm string `json:"alg" doc:"the algorithm of the signatures: ES256"`
	} `json:"keys" doc:"the public keys"`
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
