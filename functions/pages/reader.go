package pages

import (
	"bytes"
	"embed"
	"html/template"

	"stint/shared/domain"
	"stint/shared/locale"
	"stint/shared/page"
	"stint/shared/problem"
	"stint/shared/route"
)

// catalogue has the texts of all pages.
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

// renderView is a page whose body a template makes of a view. Its title says so when something is wrong.
func renderView(by *template.Template, view any, wrong string, shown page.Page) page.Page {
	var body bytes.Buffer
	if err := by.Execute(&body, view); err != nil {
		panic(err) // a bug: the template fits the type
	}
	if wrong != "" {
		shown.Title = page.ErrorTitle(shown.Language, shown.Title)
	}
	shown.Body = template.HTML(body.String())
	return shown
}

// explain says what is wrong with a field of a form.
func explain(p reader, wrong problem.FieldCode) string {
	if key := "wrong." + string(wrong); p.Has(key) {
		return p.Text(key)
	}
	return p.Text("wrong.not_acceptable")
}
