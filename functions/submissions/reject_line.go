package submissions

import (
	"context"

	"stint/shared/domain"
	"stint/shared/route"
	"stint/shared/wire"
)

type rejectLineInput struct {
	Body struct {
		Reason wire.Optional[domain.Text] `json:"reason" bounds:"reason" doc:"Why it is rejected; null for no reason."`
	}
}

func (f *Family) rejectLine(ctx context.Context, c *route.Call[rejectLineInput], l submissionLine) (lineAnswer, error) {
	in, err := c.ReadValid()
	if err != nil {
		return lineAnswer{}, err
	}
	return f.decideLine(ctx, c.Request, l, func(s submission, by domain.Actor, now domain.Instant) (domain.Submission, *domain.SubmissionEvent, error) {
		return s.Reject(l.state.Number, in.Body.Reason.Pointer(), by, now)
	})
}
