package pages

import (
	"html/template"

	"stint/shared/domain/people"
	"stint/shared/logo"
	"stint/shared/page"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/wire"
)

// linkInput is the input of a page that a link leads to.
type linkInput struct {
	Token wire.Optional[string] `query:"token"` // from the mail
}

// readToken reads the token of a link. Invalid parameters count as absent, so that
// such a link gets the page for invalid links.
func readToken(c *route.Call[linkInput]) (string, error) {
	in, err := c.ReadTolerant()
	return in.Token.Value, err
}

// submittedToken is the token in the form, or else the one in the address. It must be
// called before the issues of the input are returned, because it decides whether the
// token in the address is a known parameter.
func submittedToken(r *route.Request, sent wire.Optional[string]) string {
	if sent.Set {
		return sent.Value
	}
	return r.QueryValue("token")
}

// actToken is submittedToken of a form that needs nothing else. Without one it adds an issue.
func actToken(r *route.Request, sent wire.Optional[string], issues *wire.Issues) string {
	token := submittedToken(r, sent)
	if token == "" {
		issues.Add("token", problem.Required)
	}
	return token
}

// errTokenInvalid is the problem of a form with an invalid token.
var errTokenInvalid = problem.InvalidField("token", problem.TokenInvalid)

// invalidLinkPage says that a link is invalid, why that may be, and what to do.
func invalidLinkPage(p reader, why error, lines []string) page.Page {
	return view{Heading: p.Text("common.invalid_link"), Lines: lines}.Page(p, why)
}

// logoAddress is the logo of a workspace as an address that contains it; "" for none. A browser runs nothing in a
// picture, and the logo only draws.
func logoAddress(f *people.LogoFile) template.URL {
	if f == nil {
		return ""
	}
	return template.URL(logo.DataURI(*f))
}
