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

// logAndWrap tells the caller what came between, and the log why. What is no
// failure of the provider stays what it is.
func (f *Family) logAndWrap(ctx context.Context, err error) error {
	answer := problemOf(err)
	if answer == nil {
		return err
	}
	f.log.WarnContext(ctx, "calendar failed", "correlation_id", edge.RequestInfoFrom(ctx).CorrelationID, "code", string(answer.Code), "reason", err.Error())
	return answer
}

// problemOf is what a failure of the provider is to a caller; nil for all else.
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
