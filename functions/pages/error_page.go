package pages

import (
	"fmt"
	"math"

	"stint/shared/problem"
	"stint/shared/route"
)

// ErrorPage shows a problem to a browser, with advice on what to do.
func (f *Family) ErrorPage(p *problem.Error, correlationID string) route.Responder {
	s := view{Heading: "That did not work", Lines: []string{adviceFor(p)}}
	if p.Status() >= 500 {
		s.After = []string{"If you report this, please include the id " + correlationID + "."}
	}
	return s.toPage(p)
}

// adviceFor is what a user can do about a problem that cannot be corrected in the form.
func adviceFor(p *problem.Error) string {
	switch p.Code {
	case problem.CodeRateLimited:
		return fmt.Sprintf("There were too many attempts. Try again in %.0f seconds.", math.Ceil(max(1, p.RetryAfter.Seconds())))
	case problem.CodeForbidden:
		return "The form was sent from a page of another site. Open the link in your mail and use the form there."
	case problem.CodeConflict:
		return "Something was changed at the same time. Open the link in your mail again to see the current state."
	case problem.CodeNotFound, problem.CodeMethodNotAllowed:
		return "This page does not exist. Check that you copied the whole address."
	case problem.CodeServiceUnavailable:
		return "The service is overloaded. Try again in a moment."
	case problem.CodeInternal:
		return "An error occurred in the service. Try again later."
	default:
		return "The page could not read what was sent. Open the link in your mail again and use the form there."
	}
}
