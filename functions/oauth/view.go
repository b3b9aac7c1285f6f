package oauth

import (
	"embed"
	"net/url"
	"strings"

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
type view page.Card

type (
	fact   = page.Fact
	link   = page.Link
	button = page.Button
	field  = page.Field
	form   = page.Form
)

// toPage renders the page. It has the status of the problem, or 200 for nil.
func (v view) toPage(p reader, about error) page.Page {
	made := page.Card(v).Page(page.Reader(p), about)
	made.SameOrigin = true
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
		v.Facts = []fact{{Name: p.Text("error.reason"), Value: about.Detail}}
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
