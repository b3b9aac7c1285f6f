package workspaces

import (
	"context"

	"stint/shared/domain"
	"stint/shared/route"
	"stint/shared/store"
	"stint/shared/wire"
)

type createInput struct {
	Body struct {
		Name                     domain.Name                      `json:"name" bounds:"shownName"`
		Timezone                 wire.Optional[domain.Timezone]   `json:"timezone" doc:"default UTC"`
		WeekStart                wire.Optional[domain.WeekStart]  `json:"weekStart" enum:"monday,sunday" doc:"The first day of the week. Default monday."`
		DefaultProjectVisibility wire.Optional[domain.Visibility] `json:"defaultProjectVisibility" enum:"private,public" doc:"The visibility of new projects that name none. Default private."`
		MembersCanCreateProjects wire.Optional[bool]              `json:"membersCanCreateProjects" doc:"Whether users, too, may create projects. Default false."`
		MembersCanCreateTags     wire.Optional[bool]              `json:"membersCanCreateTags" doc:"Whether users, too, may create tags. Default true."`
		AllowOverlap             wire.Optional[bool]              `json:"allowOverlap" doc:"Whether two entries of one member may share time. Default true."`

		RequireSecondFactor wire.Optional[bool]  `json:"requireSecondFactor" doc:"whether members must sign in with a second factor or by single sign-on; default false"`
		RequireSSO          wire.Optional[bool]  `json:"requireSso" doc:"whether members must sign in by single sign-on; default false"`
		MaxKeyDays          wire.Optional[int64] `json:"maxKeyDays" bounds:"keyDays" doc:"The most days that a new API key may live; a key then has to expire. Default null: no limit."`
	}
}

func (f *Family) create(ctx context.Context, c *route.Call[createInput]) (workspaceAnswer, error) {
	in, err := c.ReadValid()
	if err != nil {
		return workspaceAnswer{}, err
	}
	w, body := domain.NewWorkspace(c.User.ID, in.Body.Name, c.Now), in.Body
	w.Timezone = body.Timezone.Or(w.Timezone)
	w.WeekStart = body.WeekStart.Or(w.WeekStart)
	w.DefaultProjectVisibility = body.DefaultProjectVisibility.Or(w.DefaultProjectVisibility)
	w.MembersCanCreateProjects = body.MembersCanCreateProjects.Or(w.MembersCanCreateProjects)
	w.MembersCanCreateTags = body.MembersCanCreateTags.Or(w.MembersCanCreateTags)
	w.AllowOverlap = body.AllowOverlap.Or(w.AllowOverlap)
	w.RequireSecondFactor, w.RequireSSO = body.RequireSecondFactor.Value, body.RequireSSO.Value
	if err := checkPolicy(c.Caller, w); err != nil {
		return workspaceAnswer{}, err
	}
	w.MaxKeyDays = body.MaxKeyDays.Pointer()

	created := toAnswer(w, domain.RoleOwner)
	return created, f.store.CreateWorkspace(ctx, store.WorkspaceWrite{
		Workspace: w, Billing: domain.NewBilling(), Owner: domain.NewOwnerMember(c.User.ID, c.Now), Remember: c.Remember(created),
		MostMade: f.maxWorkspaces,
	})
}
