package workspaces

import (
	"context"

	"stint/shared/domain"
	"stint/shared/paging"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/wire"
)

type membersInput struct {
	paging.Query
	IncludeDeactivated wire.Optional[bool] `query:"include_deactivated" doc:"default false"`
}

func (f *Family) members(ctx context.Context, c *route.Call[membersInput]) (route.List[memberAnswer], error) {
	in, err := c.Valid()
	if err != nil {
		return route.List[memberAnswer]{}, err
	}
	page, err := f.store.Colleagues(ctx, c.WorkspaceID(), in.IncludeDeactivated.Value, in.Page(c.Request))
	return paging.Answer(page, err, func(m domain.Colleague) memberAnswer { return answerMember(c.Caller, m) })
}

// member finds the member that the path names, whatever their state.
func (f *Family) member(ctx context.Context, r *route.Request) (domain.Colleague, error) {
	return f.store.Colleague(ctx, r.WorkspaceID(), r.ID("userId"))
}

type memberInput struct {
	Body struct {
		Role          wire.Change[domain.Role] `json:"role" enum:"admin,user,analyst"`
		IsDeactivated wire.Change[bool]        `json:"isDeactivated"`
		HourlyRate    wire.Clearable[int64]    `json:"hourlyRate" minimum:"0" maximum:"100000000" doc:"minor units; null inherits"`
	}
}

func (f *Family) changeMember(ctx context.Context, c *route.Call[memberInput], who domain.Colleague) (memberAnswer, error) {
	in, err := c.Valid()
	if err != nil {
		return memberAnswer{}, err
	}
	if err := c.Match(who.Member.Version); err != nil {
		return memberAnswer{}, err
	}
	body, m := in.Body, who.Member
	ends := body.IsDeactivated.Set && body.IsDeactivated.Value && m.Active()
	returns := body.IsDeactivated.Set && !body.IsDeactivated.Value && !m.Active()
	switch {
	case m.UserID == c.Workspace.OwnerID && (ends || body.Role.Set):
		return memberAnswer{}, domain.ErrOwner
	case returns && m.State == domain.Left:
		return memberAnswer{}, problem.Clash("They left by themselves. Invite them again.")
	}
	body.Role.Apply(&m.Role)
	body.HourlyRate.Apply(&m.HourlyRate)
	switch {
	case ends:
		return f.ended(ctx, c.Request, who, m.Ended(domain.Deactivated))
	case returns:
		m = m.Back(m.Role)
	case sameMember(m, who.Member):
		return answerMember(c.Caller, who), nil
	default:
		m.Version++
	}
	changed := domain.Colleague{Member: m, User: who.User}
	return answerMember(c.Caller, changed), f.store.ChangeMember(ctx, c.WorkspaceID(), who.Member, m)
}

// sameMember reports whether nothing that a caller can change differs.
func sameMember(a, b domain.Member) bool {
	sameRate := a.HourlyRate == b.HourlyRate || a.HourlyRate != nil && b.HourlyRate != nil && *a.HourlyRate == *b.HourlyRate
	return sameRate && a.Role == b.Role
}
