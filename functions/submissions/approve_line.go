package submissions

import (
	"context"

	"stint/shared/domain"
	"stint/shared/domain/timesheets"
	"stint/shared/route"
	"stint/shared/wire"
)

func (f *Family) approveLine(ctx context.Context, c *route.Call[route.NoInput], l submissionLine) (lineAnswer, error) {
	return f.decideLine(ctx, c.Request, l, func(s submission, by timesheets.Actor,
		now domain.Instant) (timesheets.Submission, *timesheets.SubmissionEvent, error) {
		return s.Approve(l.state.Number, by, now)
	})
}

type rejectLineInput struct {
	Body struct {
		Reason wire.Optional[domain.Text] `json:"reason" bounds:"reason"` // Why it is rejected; null for no reason.
	}
}

func (f *Family) rejectLine(ctx context.Context, r *route.Request, in rejectLineInput,
	l submissionLine) (lineAnswer, error) {
	return f.decideLine(ctx, r, l, func(s submission, by timesheets.Actor,
		now domain.Instant) (timesheets.Submission, *timesheets.SubmissionEvent, error) {
		return s.Reject(l.state.Number, in.Body.Reason.Pointer(), by, now)
	})
}

func (f *Family) approveAll(ctx context.Context, c *route.Call[route.NoInput], s submission) (submissionAnswer, error) {
	version := func(s submission) int64 { return s.Version }
	return f.runTransition(ctx, c.Request, s, ifMatch(c.Request, version, submission.approveAll))
}

// approveAll approves the pending lines that the caller may decide on.
func (s submission) approveAll(by timesheets.Actor,
	now domain.Instant) (timesheets.Submission, *timesheets.SubmissionEvent, error) {
	return s.ApproveAll(s.canDecide, by, now)
}
