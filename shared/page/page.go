// Package page is the shell of the few HTML pages that the service shows: the
// reference, the explanations of errors, and the pages that links in mails
// lead to. They need no script, load nothing, and work on a phone and with a
// screen reader.
package page

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"html/template"
	"net/http"

	"stint/shared/problem"
	"stint/shared/problem/httpproblem"
	"stint/shared/route"
)

// Page is one HTML page. It is a route.Responder.
type Page struct {
	Title string        // of the window; the heading is part of the body
	Body  template.HTML // what stands in the main part; made by html/template

	// Problem is what the page tells of, which gives it its status and headers;
	// nil is 200.
	Problem *problem.Error

	// Form says that the page holds a form. Under the referrer policy of all
	// answers browsers would send it with "Origin: null" (Fetch, section 3.2),
	// like one of somebody else's; so such a page lets its origin be told, but
	// never its address, which may hold a token.
	Form bool
}

//go:embed style.css
var style string

//go:embed shell.html
var shellHTML string

var shell = template.Must(template.New("shell").Parse(shellHTML))

// contentSecurityPolicy lets a page load nothing and run nothing. Its one style sheet is let
// in by its hash, and its forms go nowhere else (CSP Level 3).
var contentSecurityPolicy = "default-src 'none'; style-src '" + cspHashOf(style) + "'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

func cspHashOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}

// HTML is the whole page.
func (p Page) HTML() []byte {
	var out bytes.Buffer
	view := struct {
		Page
		Style template.CSS
	}{p, template.CSS(style)}
	if err := shell.Execute(&out, view); err != nil {
		panic(err) // a fault of the program: the shell takes texts only
	}
	return out.Bytes()
}

// Respond sends the page.
func (p Page) Respond(w http.ResponseWriter) {
	if p.Problem == nil {
		writeHTML(w, http.StatusOK, p.HTML())
		return
	}
	httpproblem.SetHeaders(w.Header(), p.Problem)
	writeHTML(w, p.Problem.Status(), p.HTML())
}

// Variants tells that it is a page.
func (Page) Variants() []route.Variant { return htmlVariants }

// Rendered is a page that was made beforehand, by HTML.
type Rendered []byte

// Respond sends the page.
func (m Rendered) Respond(w http.ResponseWriter) { writeHTML(w, http.StatusOK, m) }

// Variants tells that it is a page.
func (Rendered) Variants() []route.Variant { return htmlVariants }

var htmlVariants = []route.Variant{{Status: http.StatusOK, MediaType: "text/html"}}

func writeHTML(w http.ResponseWriter, status int, html []byte) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Content-Security-Policy", contentSecurityPolicy)
	w.WriteHeader(status)
	_, _ = w.Write(html)
}
