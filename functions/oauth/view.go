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
var catalogue = locale.NewCatalogue(textFiles)

//go:embed texts
var textFiles embed.FS

type (
	reader = page.Reader // the person who reads a page
	view   = page.Card   // the content of a page
	fact   = page.Fact
	link   = page.Link
	button = page.Button
	field  = page.Field
	form   = page.Form
)

// readerOf is a person who chose a language, or whoever uses the browser if it is "".
func readerOf(r *route.Request, chosen domain.Language) reader {
	return page.ReaderOf(catalogue, chosen, r.Header("Accept-Language"))
}

// readerFrom is whoever uses a browser that sends an Accept-Language header.
func readerFrom(acceptLanguage string) reader {
	return page.ReaderOf(catalogue, "", acceptLanguage)
}

// toPage renders the page. It has the status of the problem, or 200 for nil.
func toPage(v view, p reader, about error) page.Page {
	made := v.Page(p, about)
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
	return toPage(v, p, about)
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
