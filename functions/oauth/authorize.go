package oauth

import (
	"context"
	"crypto/rand"
	"errors"

	"stint/shared/problem"
	"stint/shared/route"
)

// authorize shows the page on which a user allows an app, or signs in before.
func (f *Family) authorize(ctx context.Context, c *route.Call[route.NoInput]) (route.Responder, error) {
	v, a, answer, err := f.beginAuthorization(ctx, c.Request)
	if answer != nil || err != nil {
		return answer, err
	}
	return f.ask(ctx, v, a)
}

// beginAuthorization reads the request of the app. The answer is set if the request is refused.
func (f *Family) beginAuthorization(ctx context.Context, r *route.Request) (v visit, a authorization,
	answer route.Responder, err error) {
	query := r.Forward(ctx).URL.RawQuery
	a, err = f.readAuthorization(ctx, query)
	var refused appError
	if errors.As(err, &refused) {
		sent, err := f.refuse(refused.to, refused.why)
		return v, a, sent, err
	}
	if err == nil {
		v, err = f.open(ctx, r, authorizePath, a.query)
	}
	return v, a, nil, err
}

// ask shows the page for the state in which the browser is.
func (f *Family) ask(ctx context.Context, v visit, a authorization) (route.Responder, error) {
	if !v.isFresh {
		return f.signInPage(v, &a.client.App, originFor(a.redirectURI), nil), nil
	}
	return f.consentPage(ctx, v, a.question(v), "", nil)
}

func (a authorization) question(v visit) question {
	return question{client: a.client, scope: a.scope, purpose: v.action, redirectsTo: originFor(a.redirectURI),
		returnsTo: a.redirectURI}
}

// consent takes a form of the page.
func (f *Family) consent(ctx context.Context, c *route.Call[route.NoInput]) (route.Responder, error) {
	v, a, answer, err := f.beginAuthorization(ctx, c.Request)
	if answer != nil || err != nil {
		return answer, err
	}
	if answer, err := f.enter(ctx, v, &a.client.App, originFor(a.redirectURI)); answer != nil || err != nil {
		return answer, err
	}
	switch v.form.get("act") {
	case actRefuse:
		return f.refuse(a, fail(accessDenied, "The user refused."))
	case actAllow:
		if !v.isFresh {
			return v.again(), nil
		}
		return f.allowAuthorization(ctx, v, a)
	}
	return nil, problem.Malformed("The form names no act of the page.")
}

// allowAuthorization sends the app the code for a new grant.
func (f *Family) allowAuthorization(ctx context.Context, v visit, a authorization) (route.Responder, error) {
	q := a.question(v)
	consent, err := f.consentOf(ctx, v, q)
	if errors.Is(err, errNotChosen) {
		return f.consentPage(ctx, v, q, "consent.not_chosen", problem.Malformed(err.Error()))
	}
	if err != nil {
		return nil, err
	}
	text := rand.Text()
	code := a.code(text, v.Now)
	consent.Code = &code
	if answer, err := f.allow(ctx, v, q, consent); answer != nil || err != nil {
		return answer, err
	}
	return f.redirectTo(a.redirectURI, map[string]string{"code": text, "state": a.state}), nil
}
