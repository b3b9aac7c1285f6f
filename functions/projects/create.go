package projects

import (
	"context"

	"stint/shared/domain"
	"stint/shared/route"
	"stint/shared/wire"
)

type createInput struct {
	Body struct {
		Name       domain.Name                      `json:"name" minLength:"1" maxLength:"255"`
		ClientID   wire.Optional[domain.ID]         `json:"clientId"`
		Color      wire.Optional[domain.Color]      `json:"color"`
		Visibility wire.Optional[domain.Visibility] `json:"visibility" enum:"private,public"`
		IsBillable wire.Optional[bool]              `json:"isBillable"`
		HourlyRate wire.Optional[int64]             `json:"hourlyRate" bounds:"hourlyRate"`
		IsArchived wire.Optional[bool]              `json:"isArchived"`
		Budget     wire.Optional[budgetInput]       `json:"budget"`
	}
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
	made := domain.ProjectAccess{Project: newProject(c.Request, in)}
	if c.Role() == domain.RoleUser {
		member := domain.ProjectMember{ProjectID: made.Project.ID, UserID: c.User.ID, AddedAt: c.Now, Version: 1}.WithManager(true)
		made.Membership = &member
	}
	shown := toAnswer(c.Caller, made)
	return shown, f.store.CreateProject(ctx, c.WorkspaceID(), made.Project, made.Membership, c.Remember(shown))
}

func newProject(r *route.Request, in createInput) domain.Project {
	id, body := domain.NewID(), in.Body
	return domain.Project{
		ID: id, ClientID: body.ClientID.Value, Name: body.Name,
		Color:      body.Color.Or(domain.DefaultColor(id)),
		Visibility: body.Visibility.Or(r.Workspace.DefaultProjectVisibility),
		IsBillable: body.IsBillable.Or(r.Billing.DefaultIsBillable), HourlyRate: body.HourlyRate.Pointer(),
		IsArchived: body.IsArchived.Value, Budget: budgetOf(body.Budget.Pointer()), CreatedAt: r.Now, Version: 1,
	}
}
