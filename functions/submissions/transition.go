package submissions

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"

	"stint/shared/domain"
	"stint/shared/retry"
	"stint/shared/route"
	"stint/shared/store"
	"stint/shared/wire"
)

type noInput struct{}

func (f *Family) withdraw(ctx context.Context, c *route.Call[noInput], s submission) (submissionAnswer, error) {
	return f.runTransition(ctx, c, s, func(s submission, by domain.Actor, now domain.Instant) (changedSubmission, *domain.SubmissionEvent, error) {
		return s.Withdraw(by, now)
	})
}

func (f *Family) reopen(ctx context.Context, c *route.Call[noInput], s submission) (submissionAnswer, error) {
	return f.runTransition(ctx, c, s, func(s submission, by domain.Actor, now domain.Instant) (changedSubmission, *domain.SubmissionEvent, error) {
		return s.Reopen(by, now)
	})
}

func (f *Family) approveAll(ctx context.Context, c *route.Call[noInput], s submission) (submissionAnswer, error) {
	return f.runTransition(ctx, c, s, func(s submission, by domain.Actor, now domain.Instant) (changedSubmission, *domain.SubmissionEvent, error) {
		return s.ApproveAll(s.canDecide, by, now)
	})
}

// changedSubmission is a submission as it is after a move.
type changedSubmission = domain.Submission

// transition is one of the moves of a submission. Errors: conflict.
type transition func(s submission, by domain.Actor, now domain.Instant) (changedSubmission, *domain.SubmissionEvent, error)

// maxTransitionTries bounds how often a submission is read anew that somebody else
// changed at the same moment, and pause how long is waited for that, at random, so
// that those who met do not meet again.
const (
	maxTransitionTries = 20
	maxPause           = 25 * time.Millisecond
)

func (f *Family) runTransition(ctx context.Context, c *route.Call[noInput], s submission, m transition) (submissionAnswer, error) {
	if _, err := c.ReadValid(); err != nil {
		return submissionAnswer{}, err
	}
	s, err := f.applyTransition(ctx, c.Request, s, m)
	return s.toAnswer(c.Now), err
}

// applyTransition makes a move and gives the submission as it is afterwards. One that
// changes nothing writes nothing. Errors: conflict.
func (f *Family) applyTransition(ctx context.Context, r *route.Request, s submission, m transition) (after submission, err error) {
	err = f.retryOnChange(ctx, r, s, func(s submission) error {
		now, event, err := m(s, domain.ActorOf(r.User), r.Now)
		if after = s; err != nil || event == nil {
			return err
		}
		after = s.withEvent(now, *event)
		return f.store.ChangeSubmission(ctx, r.WorkspaceID(), s.Submission, now, *event)
	})
	return after, err
}

// retryOnChange does something to a submission. Where somebody else changed it at the
// same moment it is done to what that left, as if it had come later; but not to
// other lines than the caller could know of. Errors: conflict.
func (f *Family) retryOnChange(ctx context.Context, r *route.Request, s submission, do func(submission) error) error {
	for try := 1; ; try++ {
		err := do(s)
		if !errors.Is(err, store.ErrSubmissionChanged) || try == maxTransitionTries {
			return err
		}
		if err := sleepRandom(ctx, maxPause); err != nil {
			return err
		}
		again, failed := f.loadSubmissionByID(ctx, r.Caller, s.ID)
		if failed != nil {
			return failed
		}
		if again.Round != s.Round {
			return err
		}
		s = again
	}
}

// sleepRandom waits for a random while of at most so long.
func sleepRandom(ctx context.Context, most time.Duration) error {
	return retry.Wait(ctx, rand.N(most+1))
}

type rejectLineInput struct {
	Body struct {
		Reason wire.Optional[domain.Text] `json:"reason" maxLength:"1000" doc:"May be null."`
	}
}

func (f *Family) rejectLine(ctx context.Context, c *route.Call[rejectLineInput], l submissionLine) (lineAnswer, error) {
	in, err := c.ReadValid()
	if err != nil {
		return lineAnswer{}, err
	}
	var reason *domain.Text
	if in.Body.Reason.Set {
		reason = &in.Body.Reason.Value
	}
	return f.decideLine(ctx, c.Request, l, func(s submission, by domain.Actor, now domain.Instant) (changedSubmission, *domain.SubmissionEvent, error) {
		return s.Reject(l.state.Number, reason, by, now)
	})
}

func (f *Family) approveLine(ctx context.Context, c *route.Call[noInput], l submissionLine) (lineAnswer, error) {
	if _, err := c.ReadValid(); err != nil {
		return lineAnswer{}, err
	}
	return f.decideLine(ctx, c.Request, l, func(s submission, by domain.Actor, now domain.Instant) (changedSubmission, *domain.SubmissionEvent, error) {
		return s.Approve(l.state.Number, by, now)
	})
}

func (f *Family) decideLine(ctx context.Context, r *route.Request, l submissionLine, m transition) (answer lineAnswer, err error) {
	l.submission, err = f.applyTransition(ctx, r, l.submission, m)
	return l.toAnswer(), err
}
