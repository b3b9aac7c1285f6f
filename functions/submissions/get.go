package submissions

import (
	"context"

	"stint/shared/route"
)

func (f *Family) get(_ context.Context, c *route.Call[route.NoInput], s submission) (submissionAnswer, error) {
	if _, err := c.ReadValid(); err != nil {
		return submissionAnswer{}, err
	}
	return s.toAnswer(c.Now), nil
}
