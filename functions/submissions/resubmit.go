package submissions

import (
	"context"

	"stint/shared/domain"
	"stint/shared/route"
	"stint/shared/store"
)

// resubmit dissolves the rejected lines and submits their entries as they are
// now.
func (f *Family) resubmit(ctx context.Context, c *route.Call[route.NoInput], s submission) (submissionAnswer, error) {
	if _, err := c.ReadValid(); err != nil {
		return submissionAnswer{}, err
	}
	return f.submit(ctx, c.Request, s, f.recompose)
}

// recompose makes the next round of a submission. Errors: conflict, validation.
func (f *Family) recompose(ctx context.Context, r *route.Request, s submission, t store.Timesheet) (domain.SubmissionRound, error) {
	if s.IsBeingMade(r.Now) {
		return domain.SubmissionRound{}, domain.ErrBeingMade
	}
	free, err := f.takeFreeEntries(ctx, r, t)
	if err != nil {
		return domain.SubmissionRound{}, err
	}
	return s.Recompose(s.Totals, free)
}
