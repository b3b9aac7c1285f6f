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

// sheet is what stands on a page of this family.
type sheet struct {
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
var sheetText string

var sheetPage = template.Must(template.New("sheet").Parse(sheetText))

// page is the sheet as an answer, about a problem if there is one.
func (s sheet) page(about error) page.Page {
	var body bytes.Buffer
	if err := sheetPage.Execute(&body, s); err != nil {
		panic(err) // a fault of the program: the page takes texts only
	}
	title := s.Heading
	if s.Form != nil && s.Form.Wrong != "" {
		title = "Error: " + title
	}
	return page.Page{Title: title, Body: template.HTML(body.String()), Form: s.Form != nil, Problem: problem.From(about)}
}

// linked is the input of a page that a link leads to.
type linked struct {
	Token wire.Optional[string] `query:"token"` // from the mail
}

// tokenOf is the token in a link. What is wrong with a link makes it a dead
// one.
func tokenOf(c *route.Call[linked]) (string, error) {
	in, _, err := c.Read()
	return in.Token.Value, err
}

// sentToken is the token that came with a form, or in the address it was sent
// to.
func sentToken(r *route.Request, sent wire.Optional[string]) string {
	if sent.Set {
		return sent.Value
	}
	return r.Parameter("token")
}

// errDead is why a link does not work, as a form is told.
var errDead = problem.InvalidField("token", problem.TokenInvalid)

// deadLink tells that a link is good for nothing any more, and what to do.
func deadLink(why error, lines ...string) page.Page {
	return sheet{Heading: "This link does not work any more", Lines: lines}.page(why)
}
