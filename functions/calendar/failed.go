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

// failed tells the caller what came between, and the log why. What is no
// failure of the provider stays what it is.
func (f *Family) failed(ctx context.Context, err error) error {
	answer := told(err)
	if answer == nil {
		return err
	}
	f.log.WarnContext(ctx, "calendar failed", "correlation_id", edge.NoteOf(ctx).CorrelationID, "code", string(answer.Code), "reason", err.Error())
	return answer
}

// told is what a failure of the provider is to a caller; nil for all else.
func told(err error) *problem.Error {
	var visit *oauth.Failure
	var call *gcal.Failure
	var known *problem.Error
	switch {
	case problem.Is(err, problem.CalendarTokenRevoked):
		return problem.From(err)
	case errors.As(err, &known):
		return nil
	case errors.As(err, &call):
		return ofCall(call)
	case errors.As(err, &visit):
		return problem.Wrap(problem.ExternalOAuthError, visit)
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, vault.ErrTooLong):
		return problem.Wrap(problem.CalendarProviderUnavailable, err)
	}
	return nil
}

func ofCall(f *gcal.Failure) *problem.Error {
	switch f.Kind {
	case gcal.Refused:
		return problem.Wrap(problem.ExternalOAuthError, f)
	case gcal.Throttled:
		throttled := problem.Wrap(problem.CalendarProviderThrottled, f)
		throttled.RetryAfter = f.RetryAfter
		return throttled
	case gcal.Revoked:
		return problem.Wrap(problem.CalendarTokenRevoked, f)
	}
	return problem.Wrap(problem.CalendarProviderUnavailable, f)
}
