package pages

import (
	_ "embed"

	"stint/shared/page"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/wire"
)

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
