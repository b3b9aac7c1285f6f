package pages

import (
	"stint/shared/edge"
	"stint/shared/page"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/wire"
)

// failureInput is why a flow failed. Anybody can make such an address up, so the
// page shows only texts of its own that the code selects.
type failureInput struct {
	Code wire.Optional[string] `query:"code" doc:"code of the problem"`
	ID   wire.Optional[string] `query:"id" doc:"correlation id of the request"`
}

func (f *Family) failurePage(c *route.Call[failureInput], heading string, retry link) (page.Page, error) {
	in, err := c.ReadTolerant()
	if err != nil {
		return page.Page{}, err
	}
	code := problem.Code(in.Code.Value)
	s := view{Heading: heading, Lines: []string{explainFailure(code)}, Link: retry}
	if code == problem.CodeNotFound || code == problem.CodeCalendarDisabled {
		s.Link = link{} // the flow would fail again
	}
	if _, known := problem.Lookup(code); known && edge.IsCorrelationID(in.ID.Value) {
		s.After = []string{"If you report this, please include " + string(code) + " and the id " + in.ID.Value + "."}
	}
	return s.toPage(nil), nil
}

// explainFailure explains to users why a flow failed.
func explainFailure(code problem.Code) string {
	switch code {
	case problem.CodeExternalOAuthError:
		return "It was cancelled, or the answer of the provider was not valid. Nothing was changed."
	case problem.CodePKCEStateNotFound:
		return "It was finished before, took longer than ten minutes, or was started in another browser. If it has worked already, you can close this page."
	case problem.CodeConflict:
		return "This login belongs to another account, or this account has another login already."
	case problem.CodeForbidden:
		return "Either new accounts need an invitation here, or you have not confirmed your e-mail address yet."
	case problem.CodeRateLimited:
		return "There were too many attempts. Try again in a minute."
	case problem.CodeCalendarProviderThrottled:
		return "The provider received too many requests. Try again later."
	case problem.CodeCalendarProviderUnavailable, problem.CodeServiceUnavailable:
		return "The provider or the service did not answer in time. Try again in a moment."
	case problem.CodeNotFound, problem.CodeCalendarDisabled:
		return "This is not available on this server."
	default:
		return "An error occurred in the service. Try again later."
	}
}
