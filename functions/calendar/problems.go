package calendar

import (
	"context"
	"errors"

	"stint/shared/edge"
	"stint/shared/gcal"
	"stint/shared/oauth"
	"stint/shared/problem"
	"stint/shared/vault"
)

// logAndWrap logs a failure of the provider and turns it into a problem. It returns
// all other errors as they are.
func (f *Family) logAndWrap(ctx context.Context, err error) error {
	answer := problemOf(err)
	if answer == nil {
		return err
	}
	f.log.WarnContext(ctx, "calendar failed", edge.RequestInfoFrom(ctx).IDs(), "code", string(answer.Code), "reason",
		err.Error())
	return answer
}

// problemOf is the problem for a failure of the provider, nil for other errors.
func problemOf(err error) *problem.Error {
	var failure *oauth.Failure
	var call *gcal.Failure
	var known *problem.Error
	switch {
	case problem.Is(err, problem.CodeCalendarTokenRevoked):
		return problem.From(err)
	case errors.As(err, &known):
		return nil
	case errors.As(err, &call):
		return problemOfCall(call)
	case errors.As(err, &failure):
		return problem.Wrap(problem.CodeExternalOAuthError, failure)
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, vault.ErrTooLong):
		return problem.Wrap(problem.CodeCalendarProviderUnavailable, err)
	}
	return nil
}

func problemOfCall(f *gcal.Failure) *problem.Error {
	switch f.Kind {
	case gcal.Refused:
		return problem.Wrap(problem.CodeExternalOAuthError, f)
	case gcal.Throttled:
		throttled := problem.Wrap(problem.CodeCalendarProviderThrottled, f)
		throttled.RetryAfter = f.RetryAfter
		return throttled
	case gcal.Revoked:
		return problem.Wrap(problem.CodeCalendarTokenRevoked, f)
	}
	return problem.Wrap(problem.CodeCalendarProviderUnavailable, f)
}
