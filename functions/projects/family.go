// Package projects is what time is tracked to, and who belongs to it.
package projects

import (
	"context"

	"stint/shared/access"
	"stint/shared/boot"
	"stint/shared/domain"
	"stint/shared/route"
	"stint/shared/store"
)

// Store is what this family keeps and reads.
type Store interface {
	access.Reader
	// Projects lists projects by id, each with a user's place in it.
	Projects(ctx context.Context, workspace domain.ID, query store.ProjectQuery, p store.PageRequest) (store.Page[domain.ProjectAccess], error)
	// CreateProject makes a project, with a manager where one is given. Errors:
	// validation when the name is taken or the client was deleted meanwhile.
	CreateProject(ctx context.Context, workspace domain.ID, p domain.Project, manager *domain.ProjectMember, r domain.ReplayRecord) error
	// ChangeProject writes a project over what was read. Errors: conflict when
	// it was changed meanwhile, validation as for CreateProject.
	ChangeProject(ctx context.Context, workspace domain.ID, was, now domain.Project) error
	// DeleteProject deletes a project that nothing ever named. Errors: conflict
	// when something did, or when it was changed meanwhile.
	DeleteProject(ctx context.Context, workspace domain.ID, p domain.Project) error

	// Client reads a client. Errors: not_found.
	Client(ctx context.Context, workspace, client domain.ID) (domain.Client, error)
	// InOtherWorkspace reports whether one of the ids is visible to the user in
	// another workspace of theirs.
	InOtherWorkspace(ctx context.Context, here, user domain.ID, unknown store.UnknownRefs) (bool, error)

	MemberStore
}

// MemberStore is what this family keeps and reads of memberships.
type MemberStore interface {
	// ProjectMembers lists the members of a project by user id.
	ProjectMembers(ctx context.Context, workspace, project domain.ID, p store.PageRequest) (store.Page[store.ProjectMemberUser], error)
	// ProjectMember reads a project, how one user stands to it, and the membership of
	// another, nil when there is none. Errors: not_found without the project.
	ProjectMember(ctx context.Context, workspace, project, caller, member domain.ID) (domain.ProjectAccess, *store.ProjectMemberUser, error)
	// ProjectCandidate reads what must be known of a user before they join a project.
	ProjectCandidate(ctx context.Context, workspace, project, user domain.ID) (store.ProjectCandidate, error)
	// AddProjectMember makes a user a member. Errors: conflict when they are
	// one, validation when they left the workspace meanwhile, not_found when
	// the project was deleted meanwhile.
	AddProjectMember(ctx context.Context, workspace domain.ID, m domain.ProjectMember, r domain.ReplayRecord) error
	// ChangeProjectMember writes a membership over what was read. Errors:
	// conflict when it was changed meanwhile.
	ChangeProjectMember(ctx context.Context, workspace domain.ID, was, now domain.ProjectMember) error
	// RemoveProjectMember ends a membership. Errors: conflict when it was
	// changed meanwhile.
	RemoveProjectMember(ctx context.Context, workspace domain.ID, m domain.ProjectMember) error
}

var _ Store = (*store.Store)(nil)

// Family holds what the operations of this package need.
type Family struct {
	store Store
}

// New builds the family.
func New(d *boot.Deps) *Family { return &Family{store: d.Store} }

// loadProject finds the project that the path names.
func (f *Family) loadProject(ctx context.Context, r *route.Request) (access.Project, error) {
	return access.FindProject(ctx, f.store, r)
}
