package pages

import (
	"bytes"
	_ "embed"
	"html/template"
	"sync"

	"stint/shared/page"
	"stint/shared/problem"
)

// view is the content of a page.
type view struct {
	Heading string
	Lines   []string // paragraphs
	Facts   []fact
	Link    link // the zero value for none
	Form    *form
	After   []string // paragraphs at the end, in smaller type
}

type fact struct{ Name, Value string }

// link is a link on a page.
type link struct{ Text, To string }

//go:embed view.html
var viewHTML string

var viewTemplate = sync.OnceValue(func() *template.Template { return template.Must(template.New("view").Parse(viewHTML)) })

// toPage renders the page. It has the status of the problem, or 200 for nil.
func (s view) toPage(p reader, about error) page.Page {
	var body bytes.Buffer
	if err := viewTemplate().Execute(&body, s); err != nil {
		panic(err) // a bug: the template fits the type
	}
	title := s.Heading
	if s.Form != nil && s.Form.Wrong != "" {
		title = p.Text("common.error_title", "title", title)
	}
	return page.Page{Language: p.Language, FromBrowser: p.FromBrowser, Title: title, Class: "card", Body: template.HTML(body.String()), Form: s.Form != nil, Problem: problem.From(about)}
}
