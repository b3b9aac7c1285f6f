package meta

import (
	"context"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"html/template"
	"net/http"
	"path"
	"strings"
	"sync"

	"stint/shared/page"
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

func (f *Family) docs(_ context.Context, c *route.Call[route.NoInput]) (cached[referencePage], error) {
	found, err := referenceFile(startPage)
	return f.orMissingPage(c.Request, found, err)
}

// docsPage sends a page below the start page by its name, or the index of the search. The start page has
// one address only, because its links are relative. Errors: not_found.
func (f *Family) docsPage(_ context.Context, c *route.Call[route.NoInput]) (cached[referencePage], error) {
	name := c.PathValue("page")
	if name != searchIndex && name != iconFile {
		name += ".html"
	}
	if name == startPage {
		return f.orMissingPage(c.Request, referenceAnswer{}, problem.NotFound())
	}
	found, err := referenceFile(name)
	return f.orMissingPage(c.Request, found, err)
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

var mediaTypes = map[string]string{
	".html": "text/html; charset=utf-8", ".json": route.JSONType, ".svg": "image/svg+xml",
}

// referencePage is a page of the reference, or the page that says to browsers that there is none.
type referencePage struct {
	referenceAnswer
	isMissing bool
}

// orMissingPage replaces the problem that there is no such page by a page for browsers.
func (f *Family) orMissingPage(r *route.Request, found referenceAnswer, err error) (cached[referencePage], error) {
	if r.AcceptsHTML() && problem.Is(err, problem.CodeNotFound) {
		return cache(f, r, referencePage{isMissing: true}, nil)
	}
	return cache(f, r, referencePage{referenceAnswer: found}, err)
}

// Respond sends the page.
func (r referencePage) Respond(w http.ResponseWriter) {
	if !r.isMissing {
		r.referenceAnswer.Respond(w)
		return
	}
	html := template.HTML(
		`<h1>Page not found</h1><p>The API reference has no page with this name.</p><p><a href="../docs">Go to the API reference</a></p>`)
	if !isReferenceBuilt() {
		html =
			`<h1>Page not found</h1><p>This program was built without the API reference, which <code>make reference</code> makes.</p>`
	}
	page.Page{Title: "Page not found", Problem: problem.NotFound(), Body: html}.Respond(w)
}

// isReferenceBuilt reports whether the program contains the pages. Every target of the Makefile makes them first.
func isReferenceBuilt() bool {
	_, err := referenceFiles.Open("reference/" + startPage)
	return err == nil
}
