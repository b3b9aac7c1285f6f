package meta

import (
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
	//go:embed favicon.svg
	Icon []byte
)

// make reference makes the pages and the index of their search. They are not committed. With all, a
// folder without them can be embedded, so that the package compiles in a fresh clone.
//
//go:embed all:reference
var referenceFiles embed.FS

// referencePolicy allows a page of the reference its own style sheet and script, and requests of
// this script to this service, of which it makes one: for the index of the search. Its one image is the icon.
var referencePolicy = sync.OnceValue(func() string {
	return "default-src 'none'; style-src " + hashSource(Style) + "; script-src " + hashSource(Script) +
		"; connect-src 'self'; img-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'"
})

// hashSource is the source of a Content Security Policy that allows one text.
func hashSource(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

// referenceAnswer is a page of the reference or the index of its search.
type referenceAnswer struct {
	mediaType string
	body      []byte
}

// Respond sends the file.
func (r referenceAnswer) Respond(w http.ResponseWriter) {
	w.Header().Set("Content-Security-Policy", referencePolicy())
	w.Header().Set("Content-Type", r.mediaType)
	_, _ = w.Write(r.body)
}

// Variants describes both forms for the OpenAPI document.
func (referenceAnswer) Variants() []route.Variant {
	return []route.Variant{{Status: http.StatusOK, MediaType: "text/html"}}
}

// referenceFile finds a file of the reference. Errors: not_found.
func referenceFile(name string) (referenceAnswer, error) {
	plain, err := referenceFiles.ReadFile("reference/" + name)
	if err != nil || strings.ContainsAny(name, `/\`) {
		return referenceAnswer{}, problem.NotFound()
	}
	return referenceAnswer{mediaTypes[path.Ext(name)], plain}, nil
}

// startPage is the file of the page at docsPath itself.
const startPage = "start.html"

// searchIndex is the file with the index of the search.
const searchIndex = "search.json"

// iconFile is the file with the icon of the pages.
const iconFile = "favicon.svg"

// markdownSuffix is the end of the name of a page in Markdown.
const markdownSuffix = ".md"

// llmsFile is the file with the contents for language models.
const llmsFile = "llms.txt"

var mediaTypes = map[string]string{
	".html": "text/html; charset=utf-8", ".json": route.JSONType, ".svg": "image/svg+xml",
	markdownSuffix: "text/markdown; charset=utf-8",
}

// isReferenceBuilt reports whether the program contains the pages. Every target of the Makefile makes them first.
func isReferenceBuilt() bool {
	_, err := referenceFiles.Open("reference/" + startPage)
	return err == nil
}
