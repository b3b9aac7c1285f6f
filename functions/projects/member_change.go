package projects

import (
	"context"

	"stint/shared/domain"
	"stint/shared/route"
	"stint/shared/wire"
)

type changeMemberInput struct {
	Body struct {
		HourlyRate wire.Clearable[int64] `json:"hourlyRate" minimum:"0" maximum:"100000000"`
	}
}

func (f *Family) changeMember(ctx context.Context, c *route.Call[changeMemberInput], at seat) (memberAnswer, error) {
	in, err := c.Valid()
	if err != nil {
		return memberAnswer{}, err
	}
	now := at.Member
	if in.Body.HourlyRate.Set && !sameRate(now.HourlyRate, in.Body.HourlyRate.Value) {
		now.HourlyRate = in.Body.HourlyRate.Value
	}
	return f.writeMember(ctx, c.Request, at, now)
}

type setManagerInput struct {
	Body struct {
		IsManager bool `json:"isManager"`
	}
}

func (f *Family) setManager(ctx context.Context, c *route.Call[setManagerInput], at seat) (memberAnswer, error) {
	in, err := c.Valid()
	if err != nil {
		return memberAnswer{}, err
	}
	now := at.Member
	now.IsManager = in.Body.IsManager
	return f.writeMember(ctx, c.Request, at, now)
}

// writeMember keeps a membership as it is to be; nothing is written when it is
// so already. Managers who step down still see the rates in this one answer.
func (f *Family) writeMember(ctx context.Context, r *route.Request, at seat, now domain.ProjectMember) (memberAnswer, error) {
	if err := r.Match(at.Member.Version); err != nil {
		return memberAnswer{}, err
	}
	was := at.Member
	if now == was {
		return showMember(r.Caller, at.Project, at.Seat), nil
	}
	now.Version++
	at.Member = now
	return showMember(r.Caller, at.Project, at.Seat), f.store.ChangeProjectMember(ctx, r.WorkspaceID(), was, now)
}

func (f *Family) removeMember(ctx context.Context, c *route.Call[route.None], at seat) (route.Deleted, error) {
	if err := c.Match(at.Member.Version); err != nil {
		return route.Deleted{}, err
	}
	gone := route.Deleted{ID: string(at.Member.UserID), Deleted: true}
	return gone, f.store.RemoveProjectMember(ctx, c.WorkspaceID(), at.Member)
}
