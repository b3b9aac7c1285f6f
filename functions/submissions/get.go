package submissions

import (
	"context"

	"stint/shared/route"
)

func (f *Family) get(_ context.Context, c *route.Call[struct{}], s submission) (full, error) {
	if _, err := c.Valid(); err != nil {
		return full{}, err
	}
	return s.answer(c.Now), nil
}
