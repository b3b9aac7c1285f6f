package pages

import (
	"fmt"
	"math"

	"stint/shared/problem"
	"stint/shared/route"
)

// ErrorPage tells people what went wrong, and what to do.
func (f *Family) ErrorPage(p *problem.Error, correlationID string) route.Responder {
	s := view{Heading: "That did not work", Lines: []string{adviceFor(p)}}
	if p.Status() >= 500 {
		s.After = []string{"If you report this, please name " + correlationID + "."}
	}
	return s.toPage(p)
}

// adviceFor is what to do about a problem that no form can be shown for again.
func adviceFor(p *problem.Error) string {
	switch p.Code {
	case problem.CodeRateLimited:
		return fmt.Sprintf("There were too many attempts. Try again in %.0f seconds.", math.Ceil(max(1, p.RetryAfter.Seconds())))
	case problem.CodeForbidden:
		return "The form was sent from a page that is not ours. Open the link in your mail, and use the form there."
	case problem.CodeConflict:
		return "Something was changed at the same moment. Open the link in your mail again, and see where things stand."
	case problem.CodeNotFound, problem.CodeMethodNotAllowed:
		return "There is no such page. Was the address copied whole?"
	case problem.CodeServiceUnavailable:
		return "The service is out of breath. Try again in a moment: nothing was done by halves."
	case problem.CodeInternal:
		return "That was our fault. Try again in a while."
	default:
		return "What was sent is not what this page asks for. Open the link in your mail again, and use the form there."
	}
}
