// Package access decides who sees a project and who may change it, and what a caller is told about ids that name
// nothing in the workspace. Every family whose paths contain a project uses it.
package access

import (
	"context"

	"stint/shared/auth"
	"stint/shared/domain/people"
	"stint/shared/domain/projects"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/store"
)

// Project is a project that the caller sees, with their project membership.
type Project struct{ projects.ProjectAccess }

var _ route.Authorizer = Project{}

// FindProject reads the project that the path parameter projectId names. Errors:
// not_found if it does not exist or the caller cannot see it.
func FindProject(ctx context.Context, s *store.Store, r *route.Request) (Project, error) {
	access, err := s.ProjectAccess(ctx, r.WorkspaceID(), r.ID("projectId"), r.User.ID)
	if err != nil {
		return Project{}, err
	}
	return RequireVisible(r.Caller, access)
}

// RequireVisible checks that the caller sees the project. Errors: not_found.
func RequireVisible(c auth.Caller, a projects.ProjectAccess) (Project, error) {
	if !CanSee(c, a) {
		return Project{}, problem.NotFound()
	}
	return Project{a}, nil
}

// CanSee reports whether the caller sees a project. A caller with the role user
// sees public projects and those they are a member of. All others see all.
func CanSee(c auth.Caller, a projects.ProjectAccess) bool {
	return a.Project.VisibleTo(c.Role(), a.IsMember())
}

// Authorize decides who may edit the project, its tasks and its members: owner,
// admins and its managers. All of them see its rates, so they may also set rates.
// Errors: forbidden, with not_project_member or role_insufficient.
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
	return c.IsOwnerOrAdmin() || c.Role() == people.RoleUser && p.IsManager()
}

// CanTrack reports whether the caller may track time to the project unless it is
// archived.
func (p Project) CanTrack(c auth.Caller) bool {
	return c.IsOwnerOrAdmin() || c.Role() == people.RoleUser && p.IsMember()
}

// SeesRates reports whether the project's rates are shown to the caller. Callers
// who see all rates of the workspace and managers of the project see them.
func (p Project) SeesRates(c auth.Caller) bool { return c.SeesRates() || p.IsManager() }

// SeesTime reports whether the caller may read everybody's time on the project: the role
// user may only as its manager.
func (p Project) SeesTime(c auth.Caller) bool { return c.Role().ReadsAll() || p.IsManager() }
