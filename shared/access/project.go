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
	// Standing reads a project and a user's place in it, in one round. Errors:
	// not_found when there is no such project.
	Standing(ctx context.Context, workspace, project, user domain.ID) (domain.Standing, error)
}

// Project is a project that the caller sees, with their place in it.
type Project struct{ domain.Standing }

var _ route.Guarded = Project{}

// Find reads the project that the path parameter projectId names. Errors:
// not_found when there is none, or none that the caller sees.
func Find(ctx context.Context, reader Reader, r *route.Request) (Project, error) {
	standing, err := reader.Standing(ctx, r.WorkspaceID(), r.ID("projectId"), r.User.ID)
	if err != nil {
		return Project{}, err
	}
	return Seen(r.Caller, standing)
}

// Seen lets a project pass that the caller sees. Errors: not_found.
func Seen(c auth.Caller, s domain.Standing) (Project, error) {
	if !Sees(c, s) {
		return Project{}, problem.Missing()
	}
	return Project{s}, nil
}

// Sees reports whether the caller sees a project: a user the public ones and
// their own, all others every one.
func Sees(c auth.Caller, s domain.Standing) bool { return s.Project.Visible(c.Role(), s.IsMember()) }

// Permit decides who may edit the project, its tasks and its members: owner,
// admins and its managers. Whoever may edit it also sees its rates, so a rate
// they send needs no rule of its own. Errors: forbidden, not_project_member or
// role_insufficient.
func (p Project) Permit(c auth.Caller, permission auth.Permission) error {
	switch {
	case permission != auth.EditProject || p.Edits(c):
		return nil
	case !p.IsMember():
		return problem.Deny(problem.NotProjectMember)
	default:
		return problem.Deny(problem.RoleInsufficient)
	}
}

// Edits reports whether the caller may edit the project.
func (p Project) Edits(c auth.Caller) bool {
	return c.Leads() || c.Role() == domain.Worker && p.Manages()
}

// Tracks reports whether the caller may track time to the project, were it not
// archived.
func (p Project) Tracks(c auth.Caller) bool {
	return c.Leads() || c.Role() == domain.Worker && p.IsMember()
}

// SeesRates reports whether the project's rates are shown to the caller: to
// those who see all rates of the workspace, and to its managers.
func (p Project) SeesRates(c auth.Caller) bool { return c.SeesRates() || p.Manages() }
