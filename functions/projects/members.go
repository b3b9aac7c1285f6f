package projects

import (
	"context"

	"stint/shared/access"
	"stint/shared/answers"
	"stint/shared/auth"
	"stint/shared/domain"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/store"
)

type memberAnswer = answers.ProjectMember

func toMemberAnswer(c auth.Caller, p access.Project, s store.ProjectMemberUser) memberAnswer {
	return answers.OfProjectMember(c, p, s)
}

// memberInProject is a member of a project, with the project as the caller
// sees it.
type memberInProject struct {
	access.Project
	store.ProjectMemberUser
}

// loadMember reads the project member in the path. Errors: not_found.
func (f *Family) loadMember(ctx context.Context, r *route.Request) (memberInProject, error) {
	projectAccess, found, err := f.store.ProjectMember(ctx, r.WorkspaceID(), r.ID("projectId"), r.User.ID, r.ID("userId"))
	if err != nil {
		return memberInProject{}, err
	}
	project, err := access.RequireVisible(r.Caller, projectAccess)
	if err == nil && found == nil {
		err = problem.NotFound()
	}
	if err != nil {
		return memberInProject{}, err
	}
	return memberInProject{project, *found}, nil
}

// managerIn is the caller where their right to change project members comes from managing
// the project; "" for owner and admins.
func managerIn(r *route.Request) domain.ID {
	if r.Role() == domain.RoleUser {
		return r.User.ID
	}
	return ""
}
