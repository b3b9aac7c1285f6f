package submissions

import (
	"context"

	"stint/shared/domain"
	"stint/shared/route"
	"stint/shared/wire"
)

type nothing struct{}

func (f *Family) withdraw(ctx context.Context, c *route.Call[nothing], s submission) (full, error) {
	return f.move(ctx, c, s, s.Withdraw)
}

func (f *Family) reopen(ctx context.Context, c *route.Call[nothing], s submission) (full, error) {
	return f.move(ctx, c, s, s.Reopen)
}

func (f *Family) approveAll(ctx context.Context, c *route.Call[nothing], s submission) (full, error) {
	return f.move(ctx, c, s, func(by domain.Actor, now domain.Instant) (domain.Submission, *domain.SubmissionEvent, error) {
		return s.ApproveAll(s.mayDecide, by, now)
	})
}

// move is one of the moves of a submission. Errors: conflict.
type move func(by domain.Actor, now domain.Instant) (domain.Submission, *domain.SubmissionEvent, error)

func (f *Family) move(ctx context.Context, c *route.Call[nothing], s submission, m move) (full, error) {
	if _, err := c.Valid(); err != nil {
		return full{}, err
	}
	s, err := f.carryOut(ctx, c.Request, s, m)
	return s.answer(c.Now), err
}

// carryOut makes a move and gives the submission as it is afterwards. One that
// changes nothing writes nothing. Errors: conflict, also when it was changed
// meanwhile.
func (f *Family) carryOut(ctx context.Context, r *route.Request, s submission, m move) (submission, error) {
	now, event, err := m(domain.ActorOf(r.User), r.Now)
	if err != nil || event == nil {
		return s, err
	}
	return s.after(now, *event), f.store.ChangeSubmission(ctx, r.WorkspaceID(), s.Submission, now, *event)
}

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
	return f.decide(ctx, c.Request, l, func(by domain.Actor, now domain.Instant) (domain.Submission, *domain.SubmissionEvent, error) {
		return l.Reject(l.state.N, reason, by, now)
	})
}

func (f *Family) approveLine(ctx context.Context, c *route.Call[nothing], l oneLine) (lineAnswer, error) {
	if _, err := c.Valid(); err != nil {
		return lineAnswer{}, err
	}
	return f.decide(ctx, c.Request, l, func(by domain.Actor, now domain.Instant) (domain.Submission, *domain.SubmissionEvent, error) {
		return l.Approve(l.state.N, by, now)
	})
}

func (f *Family) decide(ctx context.Context, r *route.Request, l oneLine, m move) (answer lineAnswer, err error) {
	l.submission, err = f.carryOut(ctx, r, l.submission, m)
	return l.answer(), err
}
