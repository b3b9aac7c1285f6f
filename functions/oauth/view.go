package oauth

import (
	"bytes"
	"embed"
	"html/template"
	"net/url"
	"strings"
	"sync"

	"stint/shared/domain"
	"stint/shared/locale"
	"stint/shared/page"
	"stint/shared/problem"
	"stint/shared/route"
)

// catalogue has the texts of the pages.
var catalogue = locale.NewCatalogue(textFiles, "texts")

//go:embed texts
var textFiles embed.FS

// reader is the person who reads a page.
type reader page.Reader

// readerOf is a person who chose a language, or whoever uses the browser if it is "".
func readerOf(r *route.Request, chosen domain.Language) reader {
	return reader(page.ReaderOf(catalogue, chosen, r.Header("Accept-Language")))
}

// readerFrom is whoever uses a browser that sends an Accept-Language header.
func readerFrom(acceptLanguage string) reader {
	return reader(page.ReaderOf(catalogue, "", acceptLanguage))
}

// view is the content of a page.
type view struct {
	Heading string
	Lines   []string // paragraphs
	Facts   []fact
	Form    *form
	Link    link                // the zero value for none
	Passkey *page.PasskeySignIn // nil where none signs in
	After   []string            // paragraphs at the end, in smaller type

	redirectsTo string // origin to which an answer to the form may lead; "" for this service only
}

type (
	// fact is a value with its name; in a form, a hidden field.
	fact struct{ Name, Value string }
	// link is a link on a page.
	link struct{ Text, To string }
	// button is a button of a form.
	button struct {
		Act, Text string
		Second    bool // of less weight
		Anyway    bool // also with empty fields
	}
	// field is an input with its label, or a choice.
	field struct {
		Name, Label, Type, Autocomplete, Value, Hint string

		Choices         []fact // names and values; nil for an input
		Focus, Optional bool
	}
	// form is the form of a page.
	form struct {
		Action  string // path and query
		Hidden  []fact
		Fields  []field
		Buttons []button
		Wrong   string // "" for nothing
	}
)

//go:embed view.html
var viewHTML string

var viewTemplate = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("view").Parse(viewHTML))
})

// toPage renders the page. It has the status of the problem, or 200 for nil.
func (v view) toPage(p reader, about error) page.Page {
	var body bytes.Buffer
	if err := viewTemplate().Execute(&body, v); err != nil {
		panic(err) // a bug: the template fits the type
	}
	title := v.Heading
	if v.Form != nil && v.Form.Wrong != "" {
		title = p.Text("common.error_title", "title", title)
	}
	made := page.Page{Language: p.Language, FromBrowser: p.FromBrowser, Title: title, Class: "card",
		Body: template.HTML(body.String()), Form: v.Form != nil, SameOrigin: true, RedirectsTo: v.redirectsTo,
		Problem: problem.From(about)}
	if v.Passkey != nil {
		made.Script = page.PasskeyScript
	}
	return made
}

// originFor is the origin of an address, as a content security policy names it. A policy cannot name an address of
// IPv6, so it names the scheme.
func originFor(address string) string {
	u, err := url.Parse(address)
	switch {
	case err != nil:
		return ""
	case strings.HasPrefix(u.Host, "["):
		return u.Scheme + ":"
	}
	return u.Scheme + "://" + u.Host
}

// problemPage shows a problem of a request.
func problemPage(p reader, about *problem.Error, correlationID string) page.Page {
	v := view{Heading: p.Text("error.heading"), Lines: []string{p.Text("error." + adviceFor(about.Code))}}
	if about.Code == problem.CodeMalformedRequest && about.Detail != "" {
		v.Facts = []fact{{p.Text("error.reason"), about.Detail}}
	}
	if about.Status() >= 500 {
		v.After = []string{p.Text("error.report", "id", correlationID)}
	}
	return v.toPage(p, about)
}

// adviceFor is the name of the text that says what a user can do about a problem.
func adviceFor(code problem.Code) string {
	switch code {
	case problem.CodeRateLimited:
		return "rate_limited"
	case problem.CodeForbidden:
		return "forbidden"
	case problem.CodeConflict:
		return "conflict"
	case problem.CodeServiceUnavailable:
		return "unavailable"
	case problem.CodeInternal:
		return "internal"
	default:
		return "request"
	}
}
