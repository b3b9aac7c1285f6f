package pages

import (
	"embed"

	"stint/shared/domain"
	"stint/shared/locale"
	"stint/shared/problem"
	"stint/shared/route"
)

// catalogue has the texts of all pages.
var catalogue = locale.NewCatalogue(textFiles, "texts")

//go:embed texts
var textFiles embed.FS

// reader is the language of the person who reads a page.
type reader struct {
	locale.Texts
	FromBrowser bool // the person is not known, or chose no language
}

// readerOf is a person who chose a language, or whoever uses the browser if it is "".
func readerOf(r *route.Request, chosen domain.Language) reader {
	if chosen == "" {
		return readerFrom(r.Header("Accept-Language"))
	}
	return reader{Texts: catalogue.In(locale.Choose(chosen))}
}

// readerFrom is whoever uses a browser that sends an Accept-Language header.
func readerFrom(acceptLanguage string) reader {
	return reader{Texts: catalogue.In(locale.FromHeader(acceptLanguage)), FromBrowser: true}
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
