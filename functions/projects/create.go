package projects

import (
	"context"

	"stint/shared/domain"
	"stint/shared/route"
	"stint/shared/wire"
)

type createInput struct{ Body newProject }

// newProject is a project to find or make.
type newProject struct {
	Name     domain.Name                 `json:"name" minLength:"1" maxLength:"255"`
	ClientID wire.Optional[domain.ID]    `json:"clientId"`
	Color    wire.Optional[domain.Color] `json:"color"`
	// Who sees the project: private is for its members, owners, admins and analysts, public for all members of the
	// workspace.
	Visibility wire.Optional[domain.Visibility] `json:"visibility" enum:"private,public"`
	IsBillable wire.Optional[bool]              `json:"isBillable"`
	// Minor units of the currency per hour. null: the rate of the next level applies.
	HourlyRate wire.Optional[int64]             `json:"hourlyRate" bounds:"hourlyRate"`
	IsArchived wire.Optional[bool]              `json:"isArchived"`
	ExternalID wire.Optional[domain.ExternalID] `json:"externalId" bounds:"externalId"`
	// How much time or money the project may use.
	Budget wire.Optional[budgetInput] `json:"budget"`
}

func (f *Family) create(ctx context.Context, c *route.Call[createInput]) (answer, error) {
	in, issues, err := c.Read()
	if err != nil {
		return answer{}, err
	}
	if in.Body.ClientID.Set && issues.IsClean("clientId") {
		if err := f.checkClient(ctx, c.Request, "clientId", in.Body.ClientID.Value, issues); err != nil {
			return answer{}, err
		}
	}
	if err := issues.Err(); err != nil {
		return answer{}, err
	}
	made := withFirstManager(c.Request, in.Body.project(c.Request))
	shown := toAnswer(c.Caller, made)
	return shown, f.store.CreateProject(ctx, c.WorkspaceID(), made.Project, made.Membership, c.Remember(shown))
}

// withFirstManager is a new project; a caller of the role user becomes its manager.
func withFirstManager(r *route.Request, p domain.Project) domain.ProjectAccess {
	if r.Role() != domain.RoleUser {
		return domain.ProjectAccess{Project: p}
	}
	member := domain.ProjectMember{ProjectID: p.ID, UserID: r.User.ID, AddedAt: r.Now, Version: 1}.WithManager(true, r.Now)
	return domain.ProjectAccess{Project: p, Membership: &member}
}

func (body newProject) project(r *route.Request) domain.Project {
	id := domain.NewID()
	return domain.Project{
		ID: id, ClientID: body.ClientID.Value, Name: body.Name,
		Color:      body.Color.Or(domain.DefaultColor(id)),
		Visibility: body.Visibility.Or(r.Workspace.DefaultProjectVisibility),
		IsBillable: body.IsBillable.Or(r.Billing.DefaultIsBillable), HourlyRate: body.HourlyRate.Pointer(),
		IsArchived: body.IsArchived.Value, ExternalID: body.ExternalID.Value, Budget: budgetOf(body.Budget.Pointer()), CreatedAt: r.Now, Version: 1,
	}
}
