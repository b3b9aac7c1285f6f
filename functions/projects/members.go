package projects

import (
	"context"

	"stint/shared/access"
	"stint/shared/auth"
	"stint/shared/domain"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/store"
)

type memberAnswer struct {
	UserID      domain.ID   `json:"user_id"`
	DisplayName domain.Name `json:"display_name"`
	IsManager   bool        `json:"is_manager"`
	HourlyRate  *int64      `json:"hourly_rate"` // minor units; null if inherited or not shown
	route.Versioned
}

func toMemberAnswer(c auth.Caller, p access.Project, s store.ProjectMemberUser) memberAnswer {
	shown := memberAnswer{
		UserID: s.Member.UserID, DisplayName: s.User.DisplayName, IsManager: s.Member.IsManager,
		Versioned: route.Versioned{Version: s.Member.Version},
	}
	if p.SeesRates(c) {
		shown.HourlyRate = s.Member.HourlyRate
	}
	return shown
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
