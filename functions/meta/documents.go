package meta

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"net/http"
	"reflect"

	"stint/shared/page"
	"stint/shared/route"
)

// The documents are made from the route table by scripts/openapi.
var (
	//go:embed openapi.json
	document []byte
	//go:embed reference.html
	reference []byte
)

// ServerInDocument is the address that stands in the embedded document; what
// is served names the instance's own.
const ServerInDocument = "http://localhost:8080"

// ready is a JSON document that was made beforehand.
type ready []byte

// Respond sends the document.
func (r ready) Respond(w http.ResponseWriter) {
	w.Header().Set("Content-Type", route.JSONType)
	_, _ = w.Write(r)
}

// Forms tells that it is any JSON object.
func (ready) Forms() []route.Form {
	return []route.Form{{Status: http.StatusOK, Media: "application/json", JSON: reflect.TypeFor[map[string]any]()}}
}

func (f *Family) openapi(context.Context, *route.Call[route.None]) (ready, error) {
	return placed(document, f.address), nil
}

// placed is the document with the instance's own address in it.
func placed(document []byte, address string) ready {
	quoted, err := json.Marshal(address)
	if err != nil {
		panic(err) // a string can always be said in JSON
	}
	return bytes.Replace(document, []byte(`"`+ServerInDocument+`"`), quoted, 1)
}

func (f *Family) docs(context.Context, *route.Call[route.None]) (page.Made, error) {
	return page.Made(reference), nil
}
