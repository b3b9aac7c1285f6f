// Package tasks manages the tasks of projects.
package tasks

import (
	"context"

	"stint/shared/access"
	"stint/shared/auth"
	"stint/shared/boot"
	"stint/shared/domain"
	"stint/shared/domain/projects"
	"stint/shared/route"
	"stint/shared/store"
	"stint/shared/store/projectdb"
)

// Store is the part of the store that this family uses.
type Store interface {
	access.Reader
	// Task reads a task, and its project with the membership of a user.
	// Errors: not_found.
	Task(ctx context.Context, workspace, task, user domain.ID) (projects.Task, projects.ProjectAccess, error)
	// Tasks lists the tasks of a project by id.
	Tasks(ctx context.Context, workspace, project domain.ID, p store.PageRequest,
		keep func(projects.Task) bool) (store.Page[projects.Task], error)
	// TaskByExternalID reads the task with an external id, of any project; nil when
	// there is none.
	TaskByExternalID(ctx context.Context, workspace domain.ID, x domain.ExternalID) (*projects.Task, error)
	// FindTasks finds the tasks with the names and external ids of the candidates, in
	// their order. Errors: store.ErrBeingMade.
	FindTasks(ctx context.Context, workspace domain.ID,
		candidates []projects.Task) ([]projectdb.Found[projects.Task], error)
	// CreateTasks makes tasks, all or none. Errors: store.ErrBeingMade when a name or an
	// external id is taken. Errors also: not_found when the project was deleted.
	CreateTasks(ctx context.Context, workspace, project domain.ID, all []projects.Task, r domain.ReplayRecord) error
	// CreateTask creates a task. Errors: validation when the name is taken,
	// not_found when the project was deleted.
	CreateTask(ctx context.Context, workspace domain.ID, t projects.Task, r domain.ReplayRecord) error
	// ChangeTask replaces a task. Errors: conflict when it has changed since
	// was was read, validation when the name is taken.
	ChangeTask(ctx context.Context, workspace domain.ID, was, now projects.Task) error
	// DeleteTask deletes an unused task. Errors: conflict when it was used or
	// has changed since it was read.
	DeleteTask(ctx context.Context, workspace domain.ID, t projects.Task) error
}

var _ Store = (*store.Store)(nil)

// Family holds what the operations of this package need.
type Family struct {
	store Store
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
