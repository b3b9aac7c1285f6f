package submissions

import (
	"context"

	"stint/shared/domain/timesheets"
	"stint/shared/route"
)

// reopen opens an approved submission again, unless another open submission has some
// of its days. A submission of these days that is being made at the same time makes
// one of the two fail: both raise the overlap guard.
func (f *Family) reopen(ctx context.Context, c *route.Call[route.NoInput], s submission) (submissionAnswer, error) {
	var after submission
	err := f.retryOnChange(ctx, c.Request, s, func(s submission) (err error) {
		after, err = f.tryReopen(ctx, c.Request, s)
		return err
	})
	return after.toAnswer(c.Now), err
}

func (f *Family) tryReopen(ctx context.Context, r *route.Request, s submission) (submission, error) {
	now, event, err := s.Reopen(timesheets.ActorOf(r.User), r.Now)
	if err != nil || event == nil {
		return s, err
	}
	around, err := f.store.SubmissionsAround(ctx, r.WorkspaceID(), s.Submission)
	if err != nil {
		return s, err
	}
	unfinished, err := s.CheckOtherSubmissions(around.Others)
	if err != nil {
		return s, err
	}
	if err := f.abandonRounds(ctx, r, unfinished); err != nil {
		return s, err
	}
	return s.withEvent(now, *event), f.store.ReopenSubmission(ctx, r.WorkspaceID(), s.Submission, now, *event,
		around.Guard)
}

func (f *Family) withdraw(ctx context.Context, c *route.Call[route.NoInput], s submission) (submissionAnswer, error) {
	return f.runTransition(ctx, c.Request, s, submission.Withdraw)
}
