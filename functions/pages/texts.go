package pages

import (
	"embed"

	"stint/shared/locale"
	"stint/shared/route"
)

//go:embed texts
var textFiles embed.FS

// catalogue has the texts of the pages.
var catalogue = locale.NewCatalogue(textFiles, "texts")

// textsFor are the texts in the language of the browser.
func textsFor(r *route.Request) locale.Texts {
	return catalogue.In(locale.FromHeader(r.Header("Accept-Language")))
}
