package submissions

import (
	"context"
	"errors"
	"time"

	"stint/shared/domain"
	"stint/shared/domain/timesheets"
	"stint/shared/retry"
	"stint/shared/route"
	"stint/shared/store/timedb"
	"stint/shared/store/timesheetdb"
)

// transition is one change of a submission's status. It returns the submission
// after the change and the event of it, which is nil if nothing changes.
// Errors: conflict.
type transition func(s submission, by timesheets.Actor,
	now domain.Instant) (timesheets.Submission, *timesheets.SubmissionEvent, error)

// conflictPolicy says how often a write is repeated after another request
// changed the same submission. The pauses are random, so that requests that
// met once do not meet again.
var conflictPolicy = retry.Policy{Tries: 20, Min: 25 * time.Millisecond, Max: 25 * time.Millisecond}

// runTransition makes a transition of the submission in the path.
// Errors: conflict.
func (f *Family) runTransition(ctx context.Context, r *route.Request, s submission,
	change transition) (submissionAnswer, error) {
	s, err := f.applyTransition(ctx, r, s, change)
	return s.toAnswer(r.Now), err
}

// decideLine makes a transition that decides on one line. Errors: conflict.
func (f *Family) decideLine(ctx context.Context, r *route.Request, l submissionLine,
	decide transition) (answer lineAnswer, err error) {
	l.submission, err = f.applyTransition(ctx, r, l.submission, ifMatch(r, l.versionIn, decide))
	return l.toAnswer(), err
}

// applyTransition makes a transition and returns the submission after it. A
// transition without an event writes nothing. Errors: conflict.
func (f *Family) applyTransition(ctx context.Context, r *route.Request, s submission,
	change transition) (after submission, err error) {
	err = f.retryOnChange(ctx, r, s, func(s submission) error {
		now, event, err := change(s, timesheets.ActorOf(r.User), r.Now)
		after = s
		if err != nil || event == nil {
			return err
		}
		after = s.withEvent(now, *event)
		return f.store.ChangeSubmission(ctx, r.WorkspaceID(), s.Submission, now, *event)
	})
	return after, err
}

// ifMatch makes a transition only of the version that If-Match names. versionOf is the version of what the path names.
func ifMatch(r *route.Request, versionOf func(submission) int64, change transition) transition {
	return func(s submission, by timesheets.Actor,
		now domain.Instant) (timesheets.Submission, *timesheets.SubmissionEvent, error) {
		if err := r.CheckIfMatch(versionOf(s)); err != nil {
			return s.Submission, nil, err
		}
		return change(s, by, now)
	}
}

// withEvent returns the submission after an event.
func (s submission) withEvent(now timesheets.Submission, e timesheets.SubmissionEvent) submission {
	events := map[int64]timesheets.SubmissionEvent{e.Version: e}
	for version, before := range s.Events {
		events[version] = before
	}
	s.SubmissionDetails = timesheetdb.SubmissionDetails{Submission: now, Totals: s.Totals, Events: events}
	return s
}

// retryOnChange calls do with a submission. If another request changes the
// submission, or submits some of its days, at the same time, it reads the submission
// again and repeats do, as if this request had come later. It does not repeat do on
// another round, because the caller cannot have seen the lines of that round. Errors:
// conflict.
func (f *Family) retryOnChange(ctx context.Context, r *route.Request, s submission, do func(submission) error) error {
	var failed error // of the last try
	return retry.Do(ctx, conflictPolicy, func() (again bool, err error) {
		if failed != nil {
			current, err := f.loadSubmissionByID(ctx, r.Caller, s.ID)
			if err != nil {
				return false, err
			}
			if current.Round != s.Round {
				return false, failed
			}
			s = current
		}
		failed = do(s)
		again = errors.Is(failed, timesheetdb.ErrSubmissionChanged) || errors.Is(failed, timedb.ErrOverlapGuard) ||
			errors.Is(failed, errPeriodChanged)
		return again, failed
	})
}
