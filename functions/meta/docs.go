package meta

import (
	"context"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"net/http"
	"path"
	"strings"
	"sync"

	"stint/shared/problem"
	"stint/shared/route"
)

// The style sheet and the script of the reference. scripts/openapi puts them into each page, so
// that a page is one request and may run nothing else.
var (
	//go:embed reference.css
	Style string
	//go:embed reference.js
	Script string
)

// scripts/openapi makes the pages and the index of their search.
//
//go:embed reference
var referenceFiles embed.FS

// referencePolicy allows a page of the reference its own style sheet and script, and requests of
// this script to this service, of which it makes one: for the index of the search.
var referencePolicy = sync.OnceValue(func() string {
	return "default-src 'none'; style-src " + hashSource(Style) + "; script-src " + hashSource(Script) +
		"; connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'"
})

// hashSource is the source of a Content Security Policy that allows one text.
func hashSource(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

// referenceAnswer is a page of the reference or the index of its search.
type referenceAnswer struct{ compressed }

// Respond sends the file.
func (r referenceAnswer) Respond(w http.ResponseWriter) {
	w.Header().Set("Content-Security-Policy", referencePolicy())
	r.compressed.Respond(w)
}

// Variants describes both forms for the OpenAPI document.
func (referenceAnswer) Variants() []route.Variant {
	return []route.Variant{{Status: http.StatusOK, MediaType: "text/html"}}
}

func (f *Family) docs(_ context.Context, c *route.Call[route.NoInput]) (referenceAnswer, error) {
	return f.referenceFile(startPage, c.Request)
}

// referenceFile finds a file of the reference. Errors: not_found.
func (f *Family) referenceFile(name string, r *route.Request) (referenceAnswer, error) {
	plain, err := referenceFiles.ReadFile("reference/" + name)
	if err != nil || strings.ContainsAny(name, `/\`) {
		return referenceAnswer{}, problem.NotFound()
	}
	return referenceAnswer{f.zipped.answer(r, name, mediaTypes[path.Ext(name)], plain)}, nil
}

// startPage is the file of the page at docsPath itself.
const startPage = "start.html"

// searchIndex is the file with the index of the search.
const searchIndex = "search.json"

var mediaTypes = map[string]string{".html": "text/html; charset=utf-8", ".json": route.JSONType}
