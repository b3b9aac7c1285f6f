// Package projects manages projects and their members.
package projects

import (
	"context"

	"stint/shared/access"
	"stint/shared/boot"
	"stint/shared/changes"
	"stint/shared/domain"
	"stint/shared/domain/audit"
	"stint/shared/domain/projects"
	"stint/shared/route"
	"stint/shared/store"
	"stint/shared/store/projectdb"
	"stint/shared/totals"
)

// Store is the part of the store that this family uses.
type Store interface {
	access.Reader
	// Projects lists projects by id, each with the user's membership in it.
	Projects(ctx context.Context, workspace domain.ID, query projectdb.ProjectQuery,
		p store.PageRequest) (store.Page[projects.ProjectAccess], error)
	// ProjectByExternalID reads the project with an external id, and a user's access to
	// it; nil when there is none.
	ProjectByExternalID(ctx context.Context, workspace, user domain.ID,
		x domain.ExternalID) (*projects.ProjectAccess, error)
	// FindProjects finds the projects with the names and external ids of the candidates,
	// in their order. Errors: store.ErrBeingMade.
	FindProjects(ctx context.Context, workspace domain.ID,
		candidates []projects.Project) ([]projectdb.Found[projects.Project], error)
	// CreateProjects makes projects, each with its first manager unless nil, all or none.
	// Errors: store.ErrBeingMade when a name or an external id is taken,
	// store.ErrClientDeleted.
	CreateProjects(ctx context.Context, workspace domain.ID, all []projects.ProjectAccess, r domain.ReplayRecord) error
	// Records reads the records that the refs name.
	Records(ctx context.Context, workspace domain.ID, refs store.Refs) (store.Records, error)
	// CreateProject creates a project, with its first manager unless nil.
	// Errors: validation when the name is taken or the client is gone.
	CreateProject(ctx context.Context, workspace domain.ID, p projects.Project, manager *projects.ProjectMember,
		r domain.ReplayRecord) error
	// ChangeProject replaces a project. Errors: conflict when it has changed
	// since it was read as was, validation as for CreateProject.
	ChangeProject(ctx context.Context, workspace domain.ID, was, now projects.Project) error
	// HasTasks reports whether an unused project that was read has tasks.
	HasTasks(ctx context.Context, workspace domain.ID, p projects.Project) (bool, error)
	// DeleteProject deletes an unused project without tasks. Errors: conflict when it
	// was used, got a task or has changed since it was read.
	DeleteProject(ctx context.Context, workspace domain.ID, p projects.Project) error

	// Client reads a client. Errors: not_found.
	Client(ctx context.Context, workspace, client domain.ID) (projects.Client, error)
	access.OtherWorkspaces
	MemberStore
}

// MemberStore is the part of the store that is about project members.
type MemberStore interface {
	// ProjectMembers lists the members of a project by user id.
	ProjectMembers(ctx context.Context, workspace, project domain.ID,
		p store.PageRequest) (store.Page[projectdb.ProjectMemberUser], error)
	// ProjectMember reads a project with the caller's membership in it, and the
	// membership of another user, or nil. Errors: not_found without the project.
	ProjectMember(ctx context.Context, workspace, project, caller,
		member domain.ID) (projects.ProjectAccess, *projectdb.ProjectMemberUser, error)
	// ProjectCandidate reads what decides whether a user can join a project.
	ProjectCandidate(ctx context.Context, workspace, project, user domain.ID) (projectdb.ProjectCandidate, error)
	// AddProjectMember makes a user a member. Errors: conflict when they are
	// a member, validation when they have left the workspace, not_found when
	// the project was deleted.
	AddProjectMember(ctx context.Context, workspace domain.ID, m projects.ProjectMember, r domain.ReplayRecord,
		event audit.Event) error
	// ChangeProjectMember replaces a membership. The manager is the caller whose right
	// comes from managing the project, else "". Errors: conflict when the membership has
	// changed since it was read as was, or the caller does not manage the project any more.
	ChangeProjectMember(ctx context.Context, workspace, manager domain.ID, was, now projects.ProjectMember,
		event audit.Event) error
	// RemoveProjectMember ends a membership. The manager and the errors are as in
	// ChangeProjectMember.
	RemoveProjectMember(ctx context.Context, workspace, manager domain.ID, m projects.ProjectMember,
		event audit.Event) error
}

var _ Store = (*store.Store)(nil)

// Family holds what the operations of this package need.
type Family struct {
	store  Store
	totals totals.Service
}

// Function is the Lambda function of this family.
var Function = boot.NewFunction("projects", Routes, New)

// New builds the family.
func New(d *boot.Deps) *Family {
	return &Family{store: d.Store, totals: totals.Service{Store: d.Store,
		Changes: changes.Times{Feed: changes.New(d.Store, d.Now)}, Clock: d.Now}}
}

// loadProject reads the project in the path. Errors: not_found, also for a
// project that the caller does not see.
func (f *Family) loadProject(ctx context.Context, r *route.Request) (access.Project, error) {
	return access.FindProject(ctx, f.store, r)
}
