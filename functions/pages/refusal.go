package pages

import (
	"fmt"
	"math"

	"stint/shared/problem"
	"stint/shared/route"
)

// Refusal tells people what went wrong, and what to do.
func (f *Family) Refusal(p *problem.Error, correlationID string) route.Responder {
	s := sheet{Heading: "That did not work", Lines: []string{advice(p)}}
	if p.Status() >= 500 {
		s.After = []string{"If you report this, please name " + correlationID + "."}
	}
	return s.page(p)
}

// advice is what to do about a problem that no form can be shown for again.
func advice(p *problem.Error) string {
	switch p.Code {
	case problem.RateLimited:
		return fmt.Sprintf("There were too many attempts. Try again in %.0f seconds.", math.Ceil(max(1, p.RetryAfter.Seconds())))
	case problem.Forbidden:
		return "The form was sent from a page that is not ours. Open the link in your mail, and use the form there."
	case problem.Conflict:
		return "Something was changed at the same moment. Open the link in your mail again, and see where things stand."
	case problem.NotFound, problem.MethodNotAllowed:
		return "There is no such page. Was the address copied whole?"
	case problem.ServiceUnavailable:
		return "The service is out of breath. Try again in a moment: nothing was done by halves."
	case problem.Internal:
		return "That was our fault. Try again in a while."
	default:
		return "What was sent is not what this page asks for. Open the link in your mail again, and use the form there."
	}
}
