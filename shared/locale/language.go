// Package locale chooses the language of mails, pages and documents, and writes dates, times,
// durations, numbers and money as the language writes them. A Catalogue has the texts of a
// package in all languages, in one folder for each language.
//
// Problems and the answers of the API stay English: programs read them.
package locale

import (
	"sync"

	"golang.org/x/text/language"

	"stint/shared/domain"
)

// Language is a language that the service speaks, as an ISO 639 code. The zero value is
// English.
type Language string

// The languages of the service. English has the forms of most of the world: 1 July 2026,
// 14:05, 1,234.50.
const (
	English Language = "en"
	German  Language = "de"
	French  Language = "fr"
	Spanish Language = "es"
)

// Languages lists the languages of the service. English is the first: it is spoken to
// everybody whose language is unknown.
func Languages() []Language { return []Language{English, German, French, Spanish} }

// maxHeader is how much of an Accept-Language header is read, in bytes. Browsers send less
// than 100.
const maxHeader = 1000

// matcher finds the language that is nearest to what a person reads.
var matcher = sync.OnceValue(func() language.Matcher {
	return language.NewMatcher([]language.Tag{language.English, language.German, language.French, language.Spanish})
})

// Choose returns the language that is nearest to a preferred one: German for de-AT, English for pt.
// It is English without a preference.
func Choose(preferred domain.Language) Language {
	if preferred == "" {
		return English
	}
	tag, err := language.Parse(string(preferred))
	if err != nil {
		return English
	}
	return nearest(tag)
}

// FromHeader returns the language that is nearest to an Accept-Language header. It is English for a
// header that is absent or malformed, or has none of the languages.
func FromHeader(acceptLanguage string) Language {
	if acceptLanguage == "" || len(acceptLanguage) > maxHeader {
		return English
	}
	tags, _, err := language.ParseAcceptLanguage(acceptLanguage)
	if err != nil {
		return English
	}
	return nearest(tags...)
}

// nearest returns English unless the matcher is at least fairly confident: Luxembourgish is read
// as German, but Breton is not read as French.
func nearest(tags ...language.Tag) Language {
	_, index, confidence := matcher().Match(tags...)
	if confidence == language.No {
		return English
	}
	return Languages()[index]
}

// index is the place of the language in Languages; that of English for an unknown one.
func (l Language) index() int {
	for i, known := range Languages() {
		if l == known {
			return i
		}
	}
	return 0
}
