// Package tasks is the pieces of work that projects are made of.
package tasks

import (
	"context"

	"stint/shared/access"
	"stint/shared/boot"
	"stint/shared/domain"
	"stint/shared/store"
)

// Store is what this family keeps and reads.
type Store interface {
	access.Reader
	// Task reads a task and how a user stands to its project. Errors: not_found.
	Task(ctx context.Context, workspace, task, user domain.ID) (domain.Task, domain.ProjectAccess, error)
	// Tasks lists the tasks of a project by id.
	Tasks(ctx context.Context, workspace, project domain.ID, p store.PageRequest, keep func(domain.Task) bool) (store.Page[domain.Task], error)
	// CreateTask makes a task. Errors: validation when the name is taken,
	// not_found when the project was deleted meanwhile.
	CreateTask(ctx context.Context, workspace domain.ID, t domain.Task, r domain.ReplayRecord) error
	// ChangeTask writes a task over what was read. Errors: conflict when it was
	// changed meanwhile, validation when the name is taken.
	ChangeTask(ctx context.Context, workspace domain.ID, was, now domain.Task) error
	// DeleteTask deletes a task that no time was ever tracked to. Errors:
	// conflict when some was, or when it was changed meanwhile.
	DeleteTask(ctx context.Context, workspace domain.ID, t domain.Task) error
}

var _ Store = (*store.Store)(nil)

// Family holds what the operations of this package need.
type Family struct {
	store Store
}

// New builds the family.
func New(d *boot.Deps) *Family { return &Family{store: d.Store} }
