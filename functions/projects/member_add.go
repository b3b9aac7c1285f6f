package projects

import (
	"context"

	"stint/shared/access"
	"stint/shared/domain"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/store"
	"stint/shared/wire"
)

type addMemberInput struct {
	Body struct {
		UserID domain.ID `json:"userId"`
		// Whether the member may edit the project, its tasks and its members.
		IsManager wire.Optional[bool] `json:"isManager"`
		// Minor units of the currency per hour. null: the rate of the next level applies.
		HourlyRate wire.Optional[int64] `json:"hourlyRate" bounds:"hourlyRate"`
	}
}

func (f *Family) addMember(ctx context.Context, c *route.Call[addMemberInput], p access.Project) (memberAnswer, error) {
	in, issues, err := c.Read()
	if err != nil {
		return memberAnswer{}, err
	}
	var candidate store.ProjectCandidate
	if issues.IsClean("userId") {
		if candidate, err = f.checkCandidate(ctx, c.Request, p.Project.ID, in.Body.UserID, issues); err != nil {
			return memberAnswer{}, err
		}
	}
	if err := issues.Err(); err != nil {
		return memberAnswer{}, err
	}
	if candidate.ProjectMember != nil {
		return memberAnswer{}, problem.Conflict(problem.AlreadyMember, "The user is a member of the project already.")
	}
	member := domain.ProjectMember{
		ProjectID: p.Project.ID, UserID: in.Body.UserID, HourlyRate: in.Body.HourlyRate.Pointer(), AddedAt: c.Now, Version: 1, ManagerUntil: candidate.ManagerUntil,
	}
	added := store.ProjectMemberUser{User: *candidate.User, Member: member.WithManager(in.Body.IsManager.Value, c.Now)}
	shown := toMemberAnswer(c.Caller, p, added)
	return shown, f.store.AddProjectMember(ctx, c.WorkspaceID(), added.Member, c.Remember(shown), domain.AuditProjectMemberChange(added.User, nil, &added.Member))
}

// checkCandidate adds an issue unless the user is an active member of the
// workspace.
func (f *Family) checkCandidate(ctx context.Context, r *route.Request, project, user domain.ID, issues *wire.Issues) (store.ProjectCandidate, error) {
	candidate, err := f.store.ProjectCandidate(ctx, r.WorkspaceID(), project, user)
	if err != nil {
		return candidate, err
	}
	if candidate.User != nil && candidate.Member != nil && candidate.Member.Active() {
		return candidate, nil
	}
	issues.Add("userId", problem.UserNotFound)
	if candidate.Member != nil {
		return candidate, nil // the user has left this workspace
	}
	return candidate, f.checkOtherWorkspace(ctx, r, store.UnknownRefs{Members: []domain.ID{user}}, issues)
}
