package submissions

import (
	"context"

	"stint/shared/domain"
	"stint/shared/route"
)

func (f *Family) approveAll(ctx context.Context, c *route.Call[route.NoInput], s submission) (submissionAnswer, error) {
	return f.runTransition(ctx, c, s, submission.approveAll)
}

// approveAll approves the pending lines that the caller may decide on.
func (s submission) approveAll(by domain.Actor, now domain.Instant) (domain.Submission, *domain.SubmissionEvent, error) {
	return s.ApproveAll(s.canDecide, by, now)
}
