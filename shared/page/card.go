package page

import (
	"bytes"
	_ "embed"
	"html/template"
	"strings"
	"sync"

	"stint/shared/locale"
	"stint/shared/problem"
)

// Card is the content of a page with one matter, such as a question and a form that answers it.
type Card struct {
	From    string // the name of the workspace that the page is about; "" for none
	Heading string
	Lines   []string // paragraphs
	Facts   []Fact
	Form    *Form
	Passkey *PasskeySignIn // nil where none signs in
	Link    Link           // the zero value for none
	After   []string       // paragraphs at the end, in smaller type

	RedirectsTo string // see Page
}

type (
	// Fact is a value with its name; in a form, a hidden field or a choice.
	Fact struct{ Name, Value string }
	// Link is a link on a page.
	Link struct{ Text, To string }
	// Button is a button of a form.
	Button struct {
		Text   string
		Act    string // value of the field act; "" for a form with one button
		Second bool   // of less weight
		Anyway bool   // also with empty fields
	}
	// Form is the form of a page. It is sent by POST.
	Form struct {
		Action  string // path and query
		Hidden  []Fact
		Fields  []Field
		Buttons []Button
		Wrong   string // error of the whole form; "" for none
	}
)

// Field is an input with its label, or a choice.
type Field struct {
	Name, Label  string
	Type         string // of the input: text, email or password
	Autocomplete string // the HTML attribute
	Value        string // always empty for a password
	Hint         string // shown below the label; may be ""
	Wrong        string // error message; "" for none
	Focus        bool   // whether the browser focuses it
	Optional     bool
	Min, Max     string // bounds of a date; "" for none
	Choices      []Fact // names and values; nil for an input
}

// DescribedBy lists the ids of the texts that describe the input, for screen readers.
func (f Field) DescribedBy() string {
	var ids []string
	if f.Wrong != "" {
		ids = append(ids, f.Name+"-error")
	}
	if f.Hint != "" {
		ids = append(ids, f.Name+"-hint")
	}
	return strings.Join(ids, " ")
}

// ErrorTitle is the title of a page whose form has errors, so that screen readers say so first.
func ErrorTitle(l locale.Language, heading string) string {
	return catalogue.In(l).Text("page.error_title", "title", heading)
}

//go:embed card.html
var cardHTML string

var cardTemplate = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("card").Parse(cardHTML))
})

// Page renders the page. It has the status of the problem, or 200 for nil.
func (c Card) Page(p Reader, about error) Page {
	var body bytes.Buffer
	if err := cardTemplate().Execute(&body, c); err != nil {
		panic(err) // a bug: the template fits the type
	}
	made := Page{Language: p.Language, FromBrowser: p.FromBrowser, Title: c.Heading, Class: "card",
		Body: template.HTML(body.String()), Form: c.Form != nil, RedirectsTo: c.RedirectsTo,
		Problem: problem.From(about)}
	if c.Form != nil && c.Form.Wrong != "" {
		made.Title = ErrorTitle(p.Language, c.Heading)
	}
	if c.Passkey != nil {
		made.Script = PasskeyScript
	}
	return made
}
