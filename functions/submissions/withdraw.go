package submissions

import (
	"context"

	"stint/shared/route"
)

func (f *Family) withdraw(ctx context.Context, c *route.Call[route.NoInput], s submission) (submissionAnswer, error) {
	return f.runTransition(ctx, c, s, submission.Withdraw)
}
