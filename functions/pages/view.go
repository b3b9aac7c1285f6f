package pages

import (
	"bytes"
	_ "embed"
	"html/template"

	"stint/shared/page"
	"stint/shared/problem"
)

// view is what stands on a page of this family.
type view struct {
	Heading string
	Lines   []string // what it is about, a paragraph each
	Facts   []fact
	Link    link // the zero value is none
	Form    *form
	After   []string // what else there is to know
}

type fact struct{ Name, Value string }

// link leads on.
type link struct{ Text, To string }

//go:embed view.html
var viewHTML string

var viewTemplate = template.Must(template.New("view").Parse(viewHTML))

// toPage is the sheet as an answer, about a problem if there is one.
func (s view) toPage(about error) page.Page {
	var body bytes.Buffer
	if err := viewTemplate.Execute(&body, s); err != nil {
		panic(err) // a fault of the program: the page takes texts only
	}
	title := s.Heading
	if s.Form != nil && s.Form.Wrong != "" {
		title = "Error: " + title
	}
	return page.Page{Title: title, Body: template.HTML(body.String()), Form: s.Form != nil, Problem: problem.From(about)}
}
