package tasks

import (
	"context"

	"stint/shared/access"
	"stint/shared/auth"
	"stint/shared/domain"
	"stint/shared/route"
)

// place is a task that the caller sees, in its project.
type place struct {
	task    domain.Task
	project access.Project
}

// Permit asks the project.
func (p place) Permit(c auth.Caller, permission auth.Permission) error {
	return p.project.Permit(c, permission)
}

// project finds the project that the path names.
func (f *Family) project(ctx context.Context, r *route.Request) (access.Project, error) {
	return access.Find(ctx, f.store, r)
}

// task finds the task that the path names; one of a project that the caller
// does not see is not there.
func (f *Family) task(ctx context.Context, r *route.Request) (place, error) {
	task, standing, err := f.store.Task(ctx, r.WorkspaceID(), r.ID("id"), r.User.ID)
	if err != nil {
		return place{}, err
	}
	project, err := access.Seen(r.Caller, standing)
	return place{task, project}, err
}
