package tasks

import (
	"context"

	"stint/shared/access"
	"stint/shared/auth"
	"stint/shared/domain"
	"stint/shared/route"
)

// taskInProject is a task that the caller sees, in its project.
type taskInProject struct {
	task    domain.Task
	project access.Project
}

// Authorize asks the project.
func (p taskInProject) Authorize(c auth.Caller, permission auth.Permission) error {
	return p.project.Authorize(c, permission)
}

// loadProject finds the project that the path names.
func (f *Family) loadProject(ctx context.Context, r *route.Request) (access.Project, error) {
	return access.FindProject(ctx, f.store, r)
}

// loadTask finds the task that the path names; one of a project that the caller
// does not see is not there.
func (f *Family) loadTask(ctx context.Context, r *route.Request) (taskInProject, error) {
	task, projectAccess, err := f.store.Task(ctx, r.WorkspaceID(), r.ID("id"), r.User.ID)
	if err != nil {
		return taskInProject{}, err
	}
	project, err := access.RequireVisible(r.Caller, projectAccess)
	return taskInProject{task, project}, err
}
