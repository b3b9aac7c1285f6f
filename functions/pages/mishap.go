package pages

import (
	"context"
	"regexp"

	"stint/shared/page"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/wire"
)

// mishapInput is what went wrong on a visit to a provider. Whoever makes such
// an address up chooses among our own words.
type mishapInput struct {
	Code wire.Optional[string] `query:"code" doc:"of the problem"`
	ID   wire.Optional[string] `query:"id" doc:"that links it to the logs"`
}

var anyID = regexp.MustCompile(`^[A-Za-z0-9._-]{1,128}$`)

func (f *Family) signInFailed(_ context.Context, c *route.Call[mishapInput]) (page.Page, error) {
	return f.mishap(c, "The sign-in did not work", link{Text: "Sign in again", To: f.base + "/api/auth/sso/external/start"})
}

// connectFailed has no way to begin again: that takes somebody who is signed in,
// at the program that they use.
func (f *Family) connectFailed(_ context.Context, c *route.Call[mishapInput]) (page.Page, error) {
	return f.mishap(c, "Your calendar is not connected", link{})
}

func (f *Family) mishap(c *route.Call[mishapInput], heading string, again link) (page.Page, error) {
	in, _, err := c.Read()
	if err != nil {
		return page.Page{}, err
	}
	code := problem.Code(in.Code.Value)
	s := sheet{Heading: heading, Lines: []string{comeBack(code)}, Link: again}
	if code == problem.NotFound || code == problem.CalendarDisabled {
		s.Link = link{} // it would lead nowhere
	}
	if _, known := problem.Lookup(code); known && anyID.MatchString(in.ID.Value) {
		s.After = []string{"If you report this, please name " + string(code) + " and " + in.ID.Value + "."}
	}
	return s.page(nil), nil
}

// comeBack is what became of a visit to a provider, in words for people.
func comeBack(code problem.Code) string {
	switch code {
	case problem.ExternalOAuthError:
		return "It was cancelled, or what the provider told us could not be trusted. Nothing was changed."
	case problem.PKCEStateNotFound:
		return "It was finished before, took longer than ten minutes, or was begun in another browser. If you are there already, you can close this page."
	case problem.Conflict:
		return "This login belongs to another account, or this account has another login already."
	case problem.RateLimited:
		return "There were too many attempts. Try again in a minute."
	case problem.CalendarProviderThrottled:
		return "The provider asks for patience. Try again in a while."
	case problem.CalendarProviderUnavailable, problem.ServiceUnavailable:
		return "Somebody on the way did not answer in time. Try again in a moment: nothing was done by halves."
	case problem.NotFound, problem.CalendarDisabled:
		return "This is not set up here."
	default:
		return "That was our fault. Try again in a while."
	}
}
