package page

import (
	"stint/shared/domain"
	"stint/shared/locale"
)

// Reader is the person who reads a page, in whose language its texts are.
type Reader struct {
	locale.Texts
	FromBrowser bool // the person is not known, or chose no language
}

// ReaderOf is a person who chose a language, or for "" whoever uses a browser that sends an Accept-Language header.
func ReaderOf(texts *locale.Catalogue, chosen domain.Language, acceptLanguage string) Reader {
	if chosen == "" {
		return Reader{Texts: texts.In(locale.FromHeader(acceptLanguage)), FromBrowser: true}
	}
	return Reader{Texts: texts.In(locale.Choose(chosen))}
}
