package pages

import (
	"bytes"
	_ "embed"
	"html/template"

	"stint/shared/page"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/wire"
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

//go:embed sheet.html
var viewHTML string

var viewTemplate = template.Must(template.New("sheet").Parse(viewHTML))

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

// linkInput is the input of a page that a link leads to.
type linkInput struct {
	Token wire.Optional[string] `query:"token"` // from the mail
}

// readToken is the token in a link. What is wrong with a link makes it a dead
// one.
func readToken(c *route.Call[linkInput]) (string, error) {
	in, _, err := c.Read()
	return in.Token.Value, err
}

// submittedToken is the token that came with a form, or in the address it was sent
// to.
func submittedToken(r *route.Request, sent wire.Optional[string]) string {
	if sent.Set {
		return sent.Value
	}
	return r.QueryValue("token")
}

// errTokenInvalid is why a link does not work, as a form is told.
var errTokenInvalid = problem.InvalidField("token", problem.TokenInvalid)

// invalidLinkPage tells that a link is good for nothing any more, and what to do.
func invalidLinkPage(why error, lines ...string) page.Page {
	return view{Heading: "This link does not work any more", Lines: lines}.toPage(why)
}
