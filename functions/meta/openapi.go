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

// scripts/openapi makes openapi.json and reference.html from the route table.
//
//go:embed openapi.json
var openapiJSON []byte

// PlaceholderServer is the address that stands in the embedded document; what
// is served names the instance's own.
const PlaceholderServer = "http://localhost:8080"

// jsonDocument is a JSON document that was made beforehand.
type jsonDocument []byte

// Respond sends the document.
func (r jsonDocument) Respond(w http.ResponseWriter) {
	w.Header().Set("Content-Type", route.JSONType)
	_, _ = w.Write(r)
}

// Variants tells that it is any JSON object.
func (jsonDocument) Variants() []route.Variant {
	return []route.Variant{{Status: http.StatusOK, MediaType: "application/json", JSON: reflect.TypeFor[map[string]any]()}}
}

func (f *Family) openapi(context.Context, *route.Call[route.NoInput]) (jsonDocument, error) {
	return withServer(openapiJSON, f.publicURL), nil
}

// withServer is the document with the instance's own address in it.
func withServer(document []byte, address string) jsonDocument {
	quoted, err := json.Marshal(address)
	if err != nil {
		panic(err) // a string can always be said in JSON
	}
	return bytes.Replace(document, []byte(`"`+PlaceholderServer+`"`), quoted, 1)
}
