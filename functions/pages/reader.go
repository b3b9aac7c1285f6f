package pages

import (
	"embed"

	"stint/shared/domain"
	"stint/shared/locale"
	"stint/shared/page"
	"stint/shared/problem"
	"stint/shared/route"
)

// catalogue has the texts of all pages.
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

// in writes values in the reader's language and a time zone.
func (p reader) in(zone domain.Timezone) locale.Formatter {
	return locale.NewFormatter(p.Language, zone.Location())
}

// explain says what is wrong with a field of a form.
func (p reader) explain(wrong problem.FieldCode) string {
	if key := "wrong." + string(wrong); p.Has(key) {
		return p.Text(key)
	}
	return p.Text("wrong.not_acceptable")
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
func (s view) toPage(p reader, about error) page.Page {
	return page.Card(s).Page(page.Reader(p), about)
}
