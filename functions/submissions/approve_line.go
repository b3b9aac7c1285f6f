package submissions

import (
	"context"

	"stint/shared/domain"
	"stint/shared/domain/timesheets"
	"stint/shared/route"
	"stint/shared/wire"
)

func (f *Family) approveLine(ctx context.Context, c *route.Call[route.NoInput], l submissionLine) (lineAnswer, error) {
	if _, err := c.ReadValid(); err != nil {
		return lineAnswer{}, err
	}
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

func (f *Family) rejectLine(ctx context.Context, c *route.Call[rejectLineInput], l submissionLine) (lineAnswer, error) {
	in, err := c.ReadValid()
	if err != nil {
		return lineAnswer{}, err
	}
	return f.decideLine(ctx, c.Request, l, func(s submission, by timesheets.Actor,
		now domain.Instant) (timesheets.Submission, *timesheets.SubmissionEvent, error) {
		return s.reject(l.state.Number, in.Body.Reason.Pointer(), by, now)
	})
}

// reject rejects a line. For a line that is rejected, another reason goes into the history.
func (s submission) reject(n int, reason *domain.Text, by timesheets.Actor,
	now domain.Instant) (timesheets.Submission, *timesheets.SubmissionEvent, error) {
	line, _ := s.Line(n)
	if line.Status == timesheets.LineRejected && reason != nil && !s.hasReason(line, *reason) {
		return s.RejectAgain(n, reason, by, now)
	}
	return s.Reject(n, reason, by, now)
}

// hasReason reports whether the history has that reason for the rejection of a line. An empty one says nothing.
func (s submission) hasReason(l timesheets.LineState, reason domain.Text) bool {
	for version, e := range s.Events {
		if version >= l.DecisionVersion && e.LineID == s.LineID(l.Number) && e.Reason != nil && *e.Reason == reason {
			return true
		}
	}
	return reason == ""
}

func (f *Family) approveAll(ctx context.Context, c *route.Call[route.NoInput], s submission) (submissionAnswer, error) {
	version := func(s submission) int64 { return s.Version }
	return f.runTransition(ctx, c, s, ifMatch(c.Request, version, submission.approveAll))
}

// approveAll approves the pending lines that the caller may decide on.
func (s submission) approveAll(by timesheets.Actor,
	now domain.Instant) (timesheets.Submission, *timesheets.SubmissionEvent, error) {
	return s.ApproveAll(s.canDecide, by, now)
}
