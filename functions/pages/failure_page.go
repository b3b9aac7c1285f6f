package pages

import (
	"regexp"

	"stint/shared/page"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/wire"
)

// failureInput is what went wrong on a visit to a provider. Whoever makes such
// an address up chooses among our own words.
type failureInput struct {
	Code wire.Optional[string] `query:"code" doc:"of the problem"`
	ID   wire.Optional[string] `query:"id" doc:"that links it to the logs"`
}

var correlationIDPattern = regexp.MustCompile(`^[A-Za-z0-9._-]{1,128}$`)

func (f *Family) failurePage(c *route.Call[failureInput], heading string, retry link) (page.Page, error) {
	in, _, err := c.Read()
	if err != nil {
		return page.Page{}, err
	}
	code := problem.Code(in.Code.Value)
	s := view{Heading: heading, Lines: []string{explainFailure(code)}, Link: retry}
	if code == problem.CodeNotFound || code == problem.CodeCalendarDisabled {
		s.Link = link{} // it would lead nowhere
	}
	if _, known := problem.Lookup(code); known && correlationIDPattern.MatchString(in.ID.Value) {
		s.After = []string{"If you report this, please name " + string(code) + " and " + in.ID.Value + "."}
	}
	return s.toPage(nil), nil
}

// explainFailure is what became of a visit to a provider, in words for people.
func explainFailure(code problem.Code) string {
	switch code {
	case problem.CodeExternalOAuthError:
		return "It was cancelled, or what the provider told us could not be trusted. Nothing was changed."
	case problem.CodePKCEStateNotFound:
		return "It was finished before, took longer than ten minutes, or was begun in another browser. If you are there already, you can close this page."
	case problem.CodeConflict:
		return "This login belongs to another account, or this account has another login already."
	case problem.CodeRateLimited:
		return "There were too many attempts. Try again in a minute."
	case problem.CodeCalendarProviderThrottled:
		return "The provider asks for patience. Try again in a while."
	case problem.CodeCalendarProviderUnavailable, problem.CodeServiceUnavailable:
		return "Somebody on the way did not answer in time. Try again in a moment: nothing was done by halves."
	case problem.CodeNotFound, problem.CodeCalendarDisabled:
		return "This is not set up here."
	default:
		return "That was our fault. Try again in a while."
	}
}
