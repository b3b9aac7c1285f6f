package projects

import (
	"context"

	"stint/shared/domain"
	"stint/shared/route"
	"stint/shared/wire"
)

type changeMemberInput struct {
	Body struct {
		HourlyRate wire.Clearable[int64] `json:"hourlyRate" bounds:"hourlyRate"`
	}
}

func (f *Family) changeMember(ctx context.Context, c *route.Call[changeMemberInput], target memberInProject) (memberAnswer, error) {
	in, err := c.ReadValid()
	if err != nil {
		return memberAnswer{}, err
	}
	now := target.Member
	if in.Body.HourlyRate.Set && !sameRate(now.HourlyRate, in.Body.HourlyRate.Value) {
		now.HourlyRate = in.Body.HourlyRate.Value
	}
	return f.writeMember(ctx, c.Request, target, now)
}

type setManagerInput struct {
	Body struct {
		IsManager bool `json:"isManager"`
	}
}

func (f *Family) setManager(ctx context.Context, c *route.Call[setManagerInput], target memberInProject) (memberAnswer, error) {
	in, err := c.ReadValid()
	if err != nil {
		return memberAnswer{}, err
	}
	now := target.Member
	now.IsManager = in.Body.IsManager
	return f.writeMember(ctx, c.Request, target, now)
}

// writeMember keeps a membership as it is to be; nothing is written when it is
// so already. Managers who step down still see the rates in this one answer.
func (f *Family) writeMember(ctx context.Context, r *route.Request, target memberInProject, now domain.ProjectMember) (memberAnswer, error) {
	if err := r.CheckIfMatch(target.Member.Version); err != nil {
		return memberAnswer{}, err
	}
	was := target.Member
	if now == was {
		return toMemberAnswer(r.Caller, target.Project, target.ProjectMemberUser), nil
	}
	now.Version++
	target.Member = now
	return toMemberAnswer(r.Caller, target.Project, target.ProjectMemberUser), f.store.ChangeProjectMember(ctx, r.WorkspaceID(), was, now)
}

func (f *Family) removeMember(ctx context.Context, c *route.Call[route.NoInput], target memberInProject) (route.Deleted, error) {
	if err := c.CheckIfMatch(target.Member.Version); err != nil {
		return route.Deleted{}, err
	}
	gone := route.Deleted{ID: string(target.Member.UserID), Deleted: true}
	return gone, f.store.RemoveProjectMember(ctx, c.WorkspaceID(), target.Member)
}
