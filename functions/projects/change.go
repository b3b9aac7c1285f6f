package projects

import (
	"context"

	"stint/shared/access"
	"stint/shared/domain"
	"stint/shared/route"
	"stint/shared/wire"
)

type changeInput struct {
	Body struct {
		Name     wire.Change[domain.Name]  `json:"name" minLength:"1" maxLength:"255"`
		ClientID wire.Clearable[domain.ID] `json:"clientId"`
		Color    wire.Change[domain.Color] `json:"color"`
		// Who sees the project: private is for its members, owners, admins and analysts, public for all members of the
		// workspace.
		Visibility wire.Change[domain.Visibility] `json:"visibility" enum:"private,public"`
		IsBillable wire.Change[bool]              `json:"isBillable"`
		// Minor units of the currency per hour. null: the rate of the next level applies.
		HourlyRate wire.Clearable[int64]             `json:"hourlyRate" bounds:"hourlyRate"`
		IsArchived wire.Change[bool]                 `json:"isArchived"`
		ExternalID wire.Clearable[domain.ExternalID] `json:"externalId" bounds:"externalId"`
		// How much time or money the project may use. null: no budget.
		Budget wire.Clearable[budgetInput] `json:"budget"`
	}
}

func (f *Family) change(ctx context.Context, c *route.Call[changeInput], p access.Project) (answer, error) {
	in, issues, err := c.Read()
	if err != nil {
		return answer{}, err
	}
	was, now := p.Project, in.applyTo(p.Project)
	if now.ClientID != was.ClientID && now.ClientID != "" && issues.IsClean("clientId") {
		if err := f.checkClient(ctx, c.Request, "clientId", now.ClientID, issues); err != nil {
			return answer{}, err
		}
	}
	if err := issues.Err(); err != nil {
		return answer{}, err
	}
	if err := c.CheckIfMatch(was.Version); err != nil {
		return answer{}, err
	}
	if now == was {
		return toAnswer(c.Caller, p.ProjectAccess), nil
	}
	now.Version++
	p.Project = now
	return toAnswer(c.Caller, p.ProjectAccess), f.store.ChangeProject(ctx, c.WorkspaceID(), was, now)
}

func (in changeInput) applyTo(p domain.Project) domain.Project {
	body := in.Body
	body.Name.Apply(&p.Name)
	body.Color.Apply(&p.Color)
	body.Visibility.Apply(&p.Visibility)
	body.IsBillable.Apply(&p.IsBillable)
	body.IsArchived.Apply(&p.IsArchived)
	body.ClientID.ApplyValue(&p.ClientID)
	body.ExternalID.ApplyValue(&p.ExternalID)
	if body.HourlyRate.Set && !domain.SameRate(p.HourlyRate, body.HourlyRate.Value) {
		p.HourlyRate = body.HourlyRate.Value
	}
	if budget := budgetOf(body.Budget.Value); body.Budget.Set && !domain.SameBudget(p.Budget, budget) {
		p.Budget = budget
	}
	return p
}
