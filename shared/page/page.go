// Package page renders the HTML pages of the service: the reference, the explanations of
// problems, and the pages that mails link to. A page needs no script, except to use a passkey; it loads nothing
// and works on phones and with screen readers.
package page

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"html/template"
	"net/http"
	"strings"
	"sync"

	"stint/shared/domain"
	"stint/shared/locale"
	"stint/shared/problem"
	"stint/shared/problem/httpproblem"
	"stint/shared/route"
)

// Page is one HTML page. It is a route.Responder.
type Page struct {
	Title string        // of the browser window; Body has the heading
	Body  template.HTML // the main part; made with html/template
	Class string        // CSS class of the main part: card for a page with one matter; "" for none

	Language locale.Language // of the page; the zero value is English

	// FromBrowser says that the Accept-Language header decided the language, so that a cache must
	// not give the page to a reader of another one.
	FromBrowser bool

	// Problem is the problem that the page shows. It decides status and headers; nil
	// is 200.
	Problem *problem.Error

	// Form must be set when the page has a form. With the referrer policy of all
	// other responses, browsers would send the form with "Origin: null" (Fetch,
	// section 3.2), like that of a foreign page. So the policy of this page allows
	// its origin to be sent, but never its address, which may contain a token.
	Form bool

	// SameOrigin says that browsers tell this service, and no other, where a form was sent from.
	SameOrigin bool

	RedirectsTo string // another origin to which the answer to the form may redirect; "" for none

	Script string // JavaScript that the page runs, which may call this service; "" for none
}

//go:embed style.css
var style string

// catalogue has the texts around the content of a page.
var catalogue = locale.NewCatalogue(textFiles)

//go:embed texts
var textFiles embed.FS

//go:embed shell.html
var shellHTML string

var shell = sync.OnceValue(func() *template.Template { return template.Must(template.New("shell").Parse(shellHTML)) })

// contentSecurityPolicy allows a page to load and run nothing. It allows the one style
// sheet by its hash, pictures that are in the page, and forms only to this service (CSP Level 3).
var contentSecurityPolicy = "default-src 'none'; img-src data:; style-src '" + cspHashOf(style) +
	"'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// policy is the content security policy of the page: that of all pages, and its script by its hash.
func (p Page) policy() string {
	policy := contentSecurityPolicy
	if p.RedirectsTo != "" {
		policy = strings.Replace(policy, "form-action 'self'", "form-action 'self' "+p.RedirectsTo, 1)
	}
	if p.Script != "" {
		policy += "; script-src '" + cspHashOf(p.Script) + "'; connect-src 'self'"
	}
	return policy
}

func cspHashOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}

// HTML renders the whole page.
func (p Page) HTML() []byte {
	var out bytes.Buffer
	texts := catalogue.In(p.Language)
	p.Language = texts.Language
	view := struct {
		Page
		Style template.CSS
		Code  template.JS
		Skip  string
	}{p, template.CSS(style), template.JS(p.Script), texts.Text("page.skip")}
	if err := shell().Execute(&out, view); err != nil {
		panic(err) // a mistake in the program: the shell only inserts text
	}
	return out.Bytes()
}

// Respond sends the page.
func (p Page) Respond(w http.ResponseWriter) {
	p.setLanguageHeaders(w.Header())
	if p.SameOrigin {
		w.Header().Set("Referrer-Policy", "same-origin")
	}
	if p.Problem == nil {
		writeHTML(w, http.StatusOK, p.policy(), p.HTML())
		return
	}
	httpproblem.SetHeaders(w.Header(), p.Problem)
	writeHTML(w, p.Problem.Status(), p.policy(), p.HTML())
}

func (p Page) setLanguageHeaders(h http.Header) {
	h.Set("Content-Language", string(catalogue.In(p.Language).Language))
	if p.FromBrowser {
		h.Add("Vary", "Accept-Language")
	}
}

// Variants implements route.DescribedResponder.
func (Page) Variants() []route.Variant { return htmlVariants }

// Rendered is a page that HTML has rendered before.
type Rendered []byte

// Respond sends the page.
func (m Rendered) Respond(w http.ResponseWriter) {
	writeHTML(w, http.StatusOK, contentSecurityPolicy, m)
}

// Variants implements route.DescribedResponder.
func (Rendered) Variants() []route.Variant { return htmlVariants }

var htmlVariants = []route.Variant{{Status: http.StatusOK, MediaType: "text/html"}}

func writeHTML(w http.ResponseWriter, status int, policy string, html []byte) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Content-Security-Policy", policy)
	w.WriteHeader(status)
	_, _ = w.Write(html)
}

// Reader is the person who reads a page, in whose language its texts are.
type Reader struct {
	locale.Texts
	FromBrowser bool // the person is not known, or chose no language
}

// In writes values in the reader's language and a time zone.
func (p Reader) In(zone domain.Timezone) locale.Formatter {
	return locale.NewFormatter(p.Language, zone.Location())
}

// ReaderOf is a person who chose a language, or for "" whoever uses a browser that sends an Accept-Language header.
func ReaderOf(texts *locale.Catalogue, chosen domain.Language, acceptLanguage string) Reader {
	if chosen == "" {
		return Reader{Texts: texts.In(locale.FromHeader(acceptLanguage)), FromBrowser: true}
	}
	return Reader{Texts: texts.In(locale.Choose(chosen))}
}
