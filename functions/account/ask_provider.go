package account

import (
	"context"
	"errors"

	"stint/shared/domain"
	"stint/shared/domain/people"
	"stint/shared/oauth"
	"stint/shared/oidc"
	"stint/shared/problem"
)

// askProvider asks the provider of a session whether its user may still sign in, if that is due. A provider that
// refuses ends what the user has by single sign-on. One that gave nothing to ask with ends the session. One that
// cannot be reached now ends nothing, and the refresh can be tried again. Errors: unauthorized; external_oauth_error.
func (f *Family) askProvider(ctx context.Context, u people.User, x people.Session, now domain.Instant) error {
	if !x.AsksProvider(now) {
		return nil
	}
	login, linked := u.FindLogin(people.ProviderExternal)
	isOfLogin := linked && !login.LinkedAt.After(x.CreatedAt.Time) // and not of one that was unlinked since
	if f.provider == nil || !isOfLogin || !x.CanAskProvider() {
		return errors.Join(f.store.EndSessions(ctx, x), problem.New(problem.CodeUnauthorized))
	}
	asking := x.AskingProvider(now)
	if err := f.store.BeginAsking(ctx, x, asking); err != nil {
		return problem.IgnoreConflict(err) // another request asks
	}
	answered := asking
	answered.Provider = x.Provider // asked again by the next refresh, unless the provider answers
	grant, err := f.ask(ctx, x, login.Subject, now)
	switch {
	case errors.Is(err, oidc.ErrRefused):
		return errors.Join(f.store.EndProviderAccess(ctx, u), problem.New(problem.CodeUnauthorized))
	case err == nil:
		answered.Provider = grant
	}
	return errors.Join(problem.IgnoreConflict(f.store.KeepAnswer(ctx, asking, answered)),
		oauth.LogFailure(ctx, f.log, "the provider could not be asked again", err))
}

// ask asks the provider. The result is what to ask with the next time. Errors: oidc.ErrRefused; *oauth.Failure.
func (f *Family) ask(ctx context.Context, x people.Session, subject string,
	now domain.Instant) (*people.ProviderGrant, error) {
	refresh, err := f.accounts.OpenGrant(ctx, x.UserID, *x.Provider)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, oauth.RequestTimeout)
	defer cancel()
	next, err := f.provider.AskAgain(ctx, refresh, subject)
	if err != nil {
		return nil, err
	}
	return f.accounts.ProviderGrant(ctx, x.UserID, next, now)
}
