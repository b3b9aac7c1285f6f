package tasks

import (
	"context"

	"stint/shared/problem"
	"stint/shared/route"
)

// archive is idempotent: of several requests at the same time one writes, and
// the others find that the task is archived.
func (f *Family) archive(ctx context.Context, c *route.Call[route.NoInput], target taskInProject) (answer, error) {
	now := target.task
	now.IsArchived = true
	archived, err := f.write(ctx, c.WorkspaceID(), target.task, now)
	if !problem.Is(err, problem.CodeConflict) {
		return archived, err
	}
	current, readErr := f.loadTask(ctx, c.Request)
	switch {
	case readErr != nil:
		return answer{}, readErr
	case current.task.IsArchived:
		return toAnswer(current.task), nil
	default:
		return answer{}, err
	}
}
