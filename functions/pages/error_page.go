package pages

import (
	"math"
	"net/http"
	"strconv"

	"stint/shared/edge"
	"stint/shared/page"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/wire"
)

// ErrorPage shows a problem to a browser, with advice on what to do.
func (f *Family) ErrorPage(h *http.Request, about *problem.Error, correlationID string) route.Responder {
	if about.Code == problem.CodeNotFound || about.Code == problem.CodeMethodNotAllowed {
		return page.Missing(h, about)
	}
	p := readerFrom(h.Header.Get("Accept-Language"))
	s := view{Heading: p.Text("error.heading"), Lines: []string{adviceFor(p, about)}}
	if about.Status() >= 500 {
		s.After = []string{p.Text("error.report", "id", correlationID)}
	}
	return s.Page(p, about)
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
	case problem.CodeServiceUnavailable:
		return p.Text("error.unavailable")
	case problem.CodeInternal:
		return p.Text("error.internal")
	default:
		return p.Text("error.unreadable")
	}
}

// failureInput is why a flow failed. Anybody can make such an address up, so the
// page shows only texts of its own that the code selects.
type failureInput struct {
	Code wire.Optional[string] `query:"code"` // code of the problem
	ID   wire.Optional[string] `query:"id"`   // correlation id of the request
}

// failurePage shows the heading with the given key, and a link to start the flow again unless retry is "".
func (f *Family) failurePage(c *route.Call[failureInput], heading, retry string) (page.Page, error) {
	in, err := c.ReadTolerant()
	if err != nil {
		return page.Page{}, err
	}
	code := problem.Code(in.Code.Value)
	p := readerOf(c.Request, "")
	s := view{Heading: p.Text(heading), Lines: []string{p.Text(failureKey(code))},
		Link: link{Text: p.Text("failure.sign_in_again"), To: retry}}
	if code == problem.CodeNotFound || code == problem.CodeCalendarDisabled {
		s.Link = link{} // the flow would fail again
	}
	if _, known := problem.Lookup(code); known && edge.IsCorrelationID(in.ID.Value) {
		s.After = []string{p.Text("failure.report", "code", string(code), "id", in.ID.Value)}
	}
	return s.Page(p, nil), nil
}

// failureKey is the key of the text that explains why a flow failed.
func failureKey(code problem.Code) string {
	switch code {
	case problem.CodeExternalOAuthError:
		return "failure.cancelled"
	case problem.CodePKCEStateNotFound:
		return "failure.finished"
	case problem.CodeConflict:
		return "failure.conflict"
	case problem.CodeForbidden:
		return "failure.forbidden"
	case problem.CodeRateLimited:
		return "failure.rate_limited"
	case problem.CodeCalendarProviderThrottled:
		return "failure.throttled"
	case problem.CodeCalendarProviderUnavailable, problem.CodeServiceUnavailable:
		return "failure.unavailable"
	case problem.CodeNotFound, problem.CodeCalendarDisabled:
		return "failure.not_offered"
	default:
		return "failure.internal"
	}
}
