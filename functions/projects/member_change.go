package projects

import (
	"context"

	"stint/shared/domain"
	"stint/shared/route"
	"stint/shared/wire"
)

type changeMemberInput struct {
	Body struct {
		// Minor units of the currency per hour. null: the rate of the next level applies.
		HourlyRate wire.Clearable[int64] `json:"hourlyRate" bounds:"hourlyRate"`
	}
}

func (f *Family) changeMember(ctx context.Context, c *route.Call[changeMemberInput], target memberInProject) (memberAnswer, error) {
	in, err := c.ReadValid()
	if err != nil {
		return memberAnswer{}, err
	}
	now := target.Member
	if in.Body.HourlyRate.Set && !domain.SameRate(now.HourlyRate, in.Body.HourlyRate.Value) {
		now.HourlyRate = in.Body.HourlyRate.Value
	}
	return f.writeMember(ctx, c.Request, target, now)
}

// writeMember writes a membership if it has changed. The answer shows what the
// caller could see before: a manager who steps down still sees the rates in it.
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
	return toMemberAnswer(r.Caller, target.Project, target.ProjectMemberUser), f.store.ChangeProjectMember(ctx, r.WorkspaceID(), managerIn(r), was, now, domain.AuditProjectMemberChange(target.User, &was, &now))
}
