package sso

import (
	"context"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"stint/shared/accounts"
	"stint/shared/domain"
	"stint/shared/route"
)

// arrival is how a visit ends: a browser goes on, everybody else is told.
type arrival = route.OrRedirect[told]

// told is one of two things: a session, or that a mail must be confirmed first.
type told struct {
	session *accounts.SessionAnswer
	pending *pendingAnswer
}

// pendingAnswer asks to look into the mailbox.
type pendingAnswer struct {
	Status string       `json:"status" enum:"email_verification_required"`
	Email  domain.Email `json:"email"`
}

// OneOf tells the reference the shapes.
func (told) OneOf() []any { return []any{accounts.SessionAnswer{}, pendingAnswer{}} }

// MarshalJSONTo writes whichever it is.
func (t told) MarshalJSONTo(to *jsontext.Encoder) error {
	if t.session != nil {
		return json.MarshalEncode(to, t.session)
	}
	return json.MarshalEncode(to, t.pending)
}

func shown(s accounts.SessionAnswer) arrival { return arrival{Answer: told{session: &s}} }

// arrive lets somebody in who was found or made, unless that failed. A browser
// needs no access token: it has the cookie.
func (f *Family) arrive(ctx context.Context, r *route.Request, state domain.OAuthState, in *accounts.Entered, err error) (arrival, error) {
	if err != nil {
		return arrival{}, err
	}
	if r.Browser() {
		f.desk.SetCookie(r, in.Session)
		return f.redirect(state), nil
	}
	answer, err := f.reception.Open(ctx, r, *in)
	return shown(answer), err
}

// redirect sends a browser to where it wanted to go.
func (f *Family) redirect(state domain.OAuthState) arrival {
	if state.ReturnTo != "" {
		return arrival{To: state.ReturnTo}
	}
	return arrival{To: f.config.PublicPath() + signedInPath}
}

// pend tells that a mail must be confirmed first.
func (f *Family) pend(r *route.Request, to domain.Email) arrival {
	if r.Browser() {
		return arrival{To: f.config.PublicPath() + checkMailPath}
	}
	return arrival{Answer: told{pending: &pendingAnswer{Status: "email_verification_required", Email: to}}}
}
