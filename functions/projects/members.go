package projects

import (
	"context"

	"stint/shared/access"
	"stint/shared/auth"
	"stint/shared/domain"
	"stint/shared/paging"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/store"
)

type memberAnswer struct {
	UserID      domain.ID   `json:"user_id"`
	DisplayName domain.Name `json:"display_name"`
	IsManager   bool        `json:"is_manager"`
	HourlyRate  *int64      `json:"hourly_rate"` // minor units; null inherits, or is not shown
	route.Versioned
}

func showMember(c auth.Caller, p access.Project, s store.Seat) memberAnswer {
	shown := memberAnswer{
		UserID: s.Member.UserID, DisplayName: s.User.DisplayName, IsManager: s.Member.IsManager,
		Versioned: route.Versioned{Version: s.Member.Version},
	}
	if p.SeesRates(c) {
		shown.HourlyRate = s.Member.HourlyRate
	}
	return shown
}

// membersInput is what the list of members takes.
type membersInput struct {
	paging.Query
}

func (f *Family) members(ctx context.Context, c *route.Call[membersInput], p access.Project) (route.List[memberAnswer], error) {
	in, err := c.Valid()
	if err != nil {
		return route.List[memberAnswer]{}, err
	}
	page, err := f.store.ProjectMembers(ctx, c.WorkspaceID(), p.Project.ID, in.Page(c.Request))
	return paging.Answer(page, err, func(s store.Seat) memberAnswer { return showMember(c.Caller, p, s) })
}

// seat is a membership of a project that the caller sees.
type seat struct {
	access.Project
	store.Seat
}

// seat finds the membership that the path names.
func (f *Family) seat(ctx context.Context, r *route.Request) (seat, error) {
	standing, found, err := f.store.Seat(ctx, r.WorkspaceID(), r.ID("projectId"), r.User.ID, r.ID("userId"))
	if err != nil {
		return seat{}, err
	}
	project, err := access.Seen(r.Caller, standing)
	if err == nil && found == nil {
		err = problem.Missing()
	}
	if err != nil {
		return seat{}, err
	}
	return seat{project, *found}, nil
}
