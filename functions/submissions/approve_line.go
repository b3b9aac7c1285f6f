package submissions

import (
	"context"

	"stint/shared/domain"
	"stint/shared/route"
)

func (f *Family) approveLine(ctx context.Context, c *route.Call[route.NoInput], l submissionLine) (lineAnswer, error) {
	if _, err := c.ReadValid(); err != nil {
		return lineAnswer{}, err
	}
	return f.decideLine(ctx, c.Request, l, func(s submission, by domain.Actor, now domain.Instant) (domain.Submission, *domain.SubmissionEvent, error) {
		return s.Approve(l.state.Number, by, now)
	})
}
