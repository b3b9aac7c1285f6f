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

// Style is the style sheet of the reference. scripts/openapi puts it and the script into each page, so that a page is
// one request and may run nothing else.
//
//go:embed reference.css
var Style string

// Script is the script of the reference.
//
//go:embed reference.js
var Script string

// Icon is the picture of the reference in tabs and bookmarks, an SVG.
//
//go:embed favicon.svg
var Icon []byte

// make reference makes the pages and the index of their search. They are not committed. With all, a
// folder without them can be embedded, so that the package compiles in a fresh clone.
//
//go:embed all:reference
var referenceFiles embed.FS

// Names of files of the reference.
const (
	startPage   = "start.html"  // the page at docsPath itself
	searchIndex = "search.json" // what the script searches
	iconFile    = "favicon.svg"
	llmsFile    = "llms.txt" // the contents for language models

	markdownSuffix = ".md" // the end of the name of a page in Markdown
)

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

// Variants describes the page. The other files are for the page itself and for programs that read Markdown.
func (referenceAnswer) Variants() []route.Variant {
	return []route.Variant{{Status: http.StatusOK, MediaType: "text/html"}}
}

// referenceFile finds a file of the reference. Errors: not_found.
func referenceFile(name string) (referenceAnswer, error) {
	if strings.ContainsAny(name, `/\`) {
		return referenceAnswer{}, problem.NotFound()
	}
	body, err := referenceFiles.ReadFile("reference/" + name)
	if err != nil {
		return referenceAnswer{}, problem.NotFound()
	}
	return referenceAnswer{mediaTypes[path.Ext(name)], body}, nil
}

var mediaTypes = map[string]string{
	".html": "text/html; charset=utf-8", ".json": route.JSONType, ".svg": "image/svg+xml",
	markdownSuffix: "text/markdown; charset=utf-8",
}

// isReferenceBuilt reports whether the program contains the pages. Every target of the Makefile that needs
// them makes them first.
func isReferenceBuilt() bool {
	_, err := referenceFiles.Open("reference/" + startPage)
	return err == nil
}
