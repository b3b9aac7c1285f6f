package submissions

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"

	"stint/shared/domain"
	"stint/shared/route"
	"stint/shared/store"
	"stint/shared/wait"
	"stint/shared/wire"
)

type nothing struct{}

func (f *Family) withdraw(ctx context.Context, c *route.Call[nothing], s submission) (full, error) {
	return f.move(ctx, c, s, func(s submission, by domain.Actor, now domain.Instant) (moved, *domain.SubmissionEvent, error) {
		return s.Withdraw(by, now)
	})
}

func (f *Family) reopen(ctx context.Context, c *route.Call[nothing], s submission) (full, error) {
	return f.move(ctx, c, s, func(s submission, by domain.Actor, now domain.Instant) (moved, *domain.SubmissionEvent, error) {
		return s.Reopen(by, now)
	})
}

func (f *Family) approveAll(ctx context.Context, c *route.Call[nothing], s submission) (full, error) {
	return f.move(ctx, c, s, func(s submission, by domain.Actor, now domain.Instant) (moved, *domain.SubmissionEvent, error) {
		return s.ApproveAll(s.mayDecide, by, now)
	})
}

// moved is a submission as it is after a move.
type moved = domain.Submission

// move is one of the moves of a submission. Errors: conflict.
type move func(s submission, by domain.Actor, now domain.Instant) (moved, *domain.SubmissionEvent, error)

// moveTries bounds how often a submission is read anew that somebody else
// changed at the same moment, and pause how long is waited for that, at random, so
// that those who met do not meet again.
const (
	moveTries = 20
	pause     = 25 * time.Millisecond
)

func (f *Family) move(ctx context.Context, c *route.Call[nothing], s submission, m move) (full, error) {
	if _, err := c.Valid(); err != nil {
		return full{}, err
	}
	s, err := f.carryOut(ctx, c.Request, s, m)
	return s.answer(c.Now), err
}

// carryOut makes a move and gives the submission as it is afterwards. One that
// changes nothing writes nothing. Errors: conflict.
func (f *Family) carryOut(ctx context.Context, r *route.Request, s submission, m move) (after submission, err error) {
	err = f.insist(ctx, r, s, func(s submission) error {
		now, event, err := m(s, domain.ActorOf(r.User), r.Now)
		if after = s; err != nil || event == nil {
			return err
		}
		after = s.after(now, *event)
		return f.store.ChangeSubmission(ctx, r.WorkspaceID(), s.Submission, now, *event)
	})
	return after, err
}

// insist does something to a submission. Where somebody else changed it at the
// same moment it is done to what that left, as if it had come later; but not to
// other lines than the caller could know of. Errors: conflict.
func (f *Family) insist(ctx context.Context, r *route.Request, s submission, do func(submission) error) error {
	for try := 1; ; try++ {
		err := do(s)
		if !errors.Is(err, store.ErrSubmissionChanged) || try == moveTries {
			return err
		}
		if err := rest(ctx, pause); err != nil {
			return err
		}
		again, failed := f.find(ctx, r.Caller, s.ID)
		if failed != nil {
			return failed
		}
		if again.Round != s.Round {
			return err
		}
		s = again
	}
}

// rest waits for a random while of at most so long.
func rest(ctx context.Context, most time.Duration) error { return wait.For(ctx, rand.N(most+1)) }

type rejectInput struct {
	Body struct {
		Reason wire.Optional[domain.Text] `json:"reason" maxLength:"1000" doc:"May be null."`
	}
}

func (f *Family) rejectLine(ctx context.Context, c *route.Call[rejectInput], l oneLine) (lineAnswer, error) {
	in, err := c.Valid()
	if err != nil {
		return lineAnswer{}, err
	}
	var reason *domain.Text
	if in.Body.Reason.Set {
		reason = &in.Body.Reason.Value
	}
	return f.decide(ctx, c.Request, l, func(s submission, by domain.Actor, now domain.Instant) (moved, *domain.SubmissionEvent, error) {
		return s.Reject(l.state.N, reason, by, now)
	})
}

func (f *Family) approveLine(ctx context.Context, c *route.Call[nothing], l oneLine) (lineAnswer, error) {
	if _, err := c.Valid(); err != nil {
		return lineAnswer{}, err
	}
	return f.decide(ctx, c.Request, l, func(s submission, by domain.Actor, now domain.Instant) (moved, *domain.SubmissionEvent, error) {
		return s.Approve(l.state.N, by, now)
	})
}

func (f *Family) decide(ctx context.Context, r *route.Request, l oneLine, m move) (answer lineAnswer, err error) {
	l.submission, err = f.carryOut(ctx, r, l.submission, m)
	return l.answer(), err
}
