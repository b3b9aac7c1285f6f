package meta

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"net/http"
	"reflect"

	"stint/shared/route"
)

// scripts/openapi makes openapi.json from the route table.
//
//go:embed openapi.json
var openapiJSON []byte

// PlaceholderServer is the server address in the embedded document. The served
// document has the address of the instance instead.
const PlaceholderServer = "http://localhost:8080"

// jsonDocument is a JSON object that was encoded before.
type jsonDocument []byte

// Respond sends the object.
func (d jsonDocument) Respond(w http.ResponseWriter) {
	w.Header().Set("Content-Type", route.JSONType)
	_, _ = w.Write(d)
}

// Variants describes the response as any JSON object.
func (jsonDocument) Variants() []route.Variant {
	return []route.Variant{{Status: http.StatusOK, MediaType: "application/json", JSON: reflect.TypeFor[map[string]any]()}}
}

func (f *Family) openapi(_ context.Context, c *route.Call[route.NoInput]) (cached[jsonDocument], error) {
	return cache(f, c.Request, jsonDocument(withServer(openapiJSON, f.publicURL)), nil)
}

// withServer replaces PlaceholderServer in the document by an address.
func withServer(document []byte, address string) []byte {
	quoted, err := json.Marshal(address)
	if err != nil {
		panic(err) // cannot happen: every string has a JSON form
	}
	return bytes.Replace(document, []byte(`"`+PlaceholderServer+`"`), quoted, 1)
}
