// Package access says who sees a project and who may do what with it, for all
// families whose paths lead through one.
package access

import (
	"context"

	"stint/shared/auth"
	"stint/shared/domain"
	"stint/shared/problem"
	"stint/shared/route"
)

// Reader finds projects.
type Reader interface {
	// ProjectAccess reads a project and a user's place in it, in one round. Errors:
	// not_found when there is no such project.
	ProjectAccess(ctx context.Context, workspace, project, user domain.ID) (domain.ProjectAccess, error)
}

// Project is a project that the caller sees, with their place in it.
type Project struct{ domain.ProjectAccess }

var _ route.Authorizer = Project{}

// FindProject reads the project that the path parameter projectId names. Errors:
// not_found when there is none, or none that the caller sees.
func FindProject(ctx context.Context, reader Reader, r *route.Request) (Project, error) {
	access, err := reader.ProjectAccess(ctx, r.WorkspaceID(), r.ID("projectId"), r.User.ID)
	if err != nil {
		return Project{}, err
	}
	return RequireVisible(r.Caller, access)
}

// RequireVisible lets a project pass that the caller sees. Errors: not_found.
func RequireVisible(c auth.Caller, a domain.ProjectAccess) (Project, error) {
	if !CanSee(c, a) {
		return Project{}, problem.NotFound()
	}
	return Project{a}, nil
}

// CanSee reports whether the caller sees a project: a user the public ones and
// their own, all others every one.
func CanSee(c auth.Caller, a domain.ProjectAccess) bool {
	return a.Project.VisibleTo(c.Role(), a.IsMember())
}

// Authorize decides who may edit the project, its tasks and its members: owner,
// admins and its managers. Whoever may edit it also sees its rates, so a rate
// they send needs no rule of its own. Errors: forbidden, not_project_member or
// role_insufficient.
func (p Project) Authorize(c auth.Caller, permission auth.Permission) error {
	switch {
	case permission != auth.EditProject || p.CanEdit(c):
		return nil
	case !p.IsMember():
		return problem.Forbidden(problem.NotProjectMember)
	default:
		return problem.Forbidden(problem.RoleInsufficient)
	}
}

// CanEdit reports whether the caller may edit the project.
func (p Project) CanEdit(c auth.Caller) bool {
	return c.IsOwnerOrAdmin() || c.Role() == domain.RoleUser && p.IsManager()
}

// CanTrack reports whether the caller may track time to the project, were it not
// archived.
func (p Project) CanTrack(c auth.Caller) bool {
	return c.IsOwnerOrAdmin() || c.Role() == domain.RoleUser && p.IsMember()
}

// SeesRates reports whether the project's rates are shown to the caller: to
// those who see all rates of the workspace, and to its managers.
func (p Project) SeesRates(c auth.Caller) bool { return c.SeesRates() || p.IsManager() }
