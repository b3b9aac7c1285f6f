package pages

import (
	"math"
	"net/http"
	"strconv"

	"stint/shared/problem"
	"stint/shared/route"
)

// ErrorPage shows a problem to a browser, with advice on what to do.
func (f *Family) ErrorPage(h *http.Request, about *problem.Error, correlationID string) route.Responder {
	p := readerFrom(h.Header.Get("Accept-Language"))
	s := view{Heading: p.Text("error.heading"), Lines: []string{adviceFor(p, about)}}
	if about.Status() >= 500 {
		s.After = []string{p.Text("error.report", "id", correlationID)}
	}
	return s.toPage(p, about)
}

// adviceFor is what a user can do about a problem that cannot be corrected in the form.
func adviceFor(p reader, about *problem.Error) string {
	switch about.Code {
	case problem.CodeRateLimited:
		seconds := int(math.Ceil(max(1, about.RetryAfter.Seconds())))
		if seconds == 1 {
			return p.Text("error.rate_limited_one")
		}
		return p.Text("error.rate_limited", "seconds", strconv.Itoa(seconds))
	case problem.CodeForbidden:
		return p.Text("error.forbidden")
	case problem.CodeConflict:
		return p.Text("error.conflict")
	case problem.CodeNotFound, problem.CodeMethodNotAllowed:
		return p.Text("error.not_found")
	case problem.CodeServiceUnavailable:
		return p.Text("error.unavailable")
	case problem.CodeInternal:
		return p.Text("error.internal")
	default:
		return p.Text("error.unreadable")
	}
}
