package tasks

import (
	"context"

	"stint/shared/problem"
	"stint/shared/route"
)

// archive is idempotent: of several at the same moment one writes, and the
// others find the task archived.
func (f *Family) archive(ctx context.Context, c *route.Call[route.None], at place) (answer, error) {
	now := at.task
	now.IsArchived = true
	archived, err := f.write(ctx, c.WorkspaceID(), at.task, now)
	if !problem.Is(err, problem.Conflict) {
		return archived, err
	}
	there, readErr := f.task(ctx, c.Request)
	switch {
	case readErr != nil:
		return answer{}, readErr
	case there.task.IsArchived:
		return show(there.task), nil
	default:
		return answer{}, err
	}
}
