// Package tasks manages the tasks of projects.
package tasks

import (
	"context"

	"stint/shared/access"
	"stint/shared/auth"
	"stint/shared/boot"
	"stint/shared/domain/projects"
	"stint/shared/route"
	"stint/shared/store"
)

// Family holds what the operations of this package need.
type Family struct {
	store *store.Store
}

// Function is the Lambda function of this family.
var Function = boot.NewFunction("tasks", Routes, New)

// New builds the family.
func New(d *boot.Deps) *Family { return &Family{store: d.Store} }

// taskInProject is a task, with its project as the caller sees it.
type taskInProject struct {
	task    projects.Task
	project access.Project
}

// Authorize applies the rules of the project.
func (p taskInProject) Authorize(c auth.Caller, permission auth.Permission) error {
	return p.project.Authorize(c, permission)
}

// loadProject reads the project in the path. Errors: not_found, also for a
// project that the caller does not see.
func (f *Family) loadProject(ctx context.Context, r *route.Request) (access.Project, error) {
	return access.FindProject(ctx, f.store, r)
}

// loadTask reads the task in the path. Errors: not_found, also for a task of a
// project that the caller does not see.
func (f *Family) loadTask(ctx context.Context, r *route.Request) (taskInProject, error) {
	task, projectAccess, err := f.store.Task(ctx, r.WorkspaceID(), r.ID("id"), r.User.ID)
	if err != nil {
		return taskInProject{}, err
	}
	project, err := access.RequireVisible(r.Caller, projectAccess)
	return taskInProject{task, project}, err
}
