package projects

import (
	"context"

	"stint/shared/access"
	"stint/shared/answers"
	"stint/shared/domain"
	"stint/shared/domain/audit"
	"stint/shared/domain/people"
	"stint/shared/domain/projects"
	"stint/shared/paging"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/store"
	"stint/shared/store/projectdb"
	"stint/shared/wire"
)

// memberInProject is a member of a project, with the project as the caller
// sees it.
type memberInProject struct {
	access.Project
	projectdb.ProjectMemberUser
}

// loadMember reads the project member in the path. Errors: not_found.
func (f *Family) loadMember(ctx context.Context, r *route.Request) (memberInProject, error) {
	projectAccess, found, err := f.store.ProjectMember(ctx, r.WorkspaceID(), r.ID("projectId"), r.User.ID, r.ID("userId"))
	if err != nil {
		return memberInProject{}, err
	}
	project, err := access.RequireVisible(r.Caller, projectAccess)
	if err == nil && found == nil {
		err = problem.NotFound()
	}
	if err != nil {
		return memberInProject{}, err
	}
	return memberInProject{project, *found}, nil
}

// managerIn is the caller where their right to change project members comes from managing
// the project; "" for owner and admins.
func managerIn(r *route.Request) domain.ID {
	if r.Role() == people.RoleUser {
		return r.User.ID
	}
	return ""
}

func (f *Family) listMembers(ctx context.Context, r *route.Request, in paging.Query,
	p access.Project) (route.List[answers.ProjectMember], error) {
	page, err := f.store.ProjectMembers(ctx, r.WorkspaceID(), p.Project.ID, in.Page(r))
	return paging.ToList(page, err, func(s projectdb.ProjectMemberUser) answers.ProjectMember {
		return answers.OfProjectMember(r.Caller, p, s)
	})
}

type addMemberInput struct {
	Body struct {
		UserID domain.ID `json:"userId"`
		// Whether the member may edit the project, its tasks and its members.
		IsManager wire.Optional[bool] `json:"isManager"`
		// Minor units of the currency per hour. null: the rate of the next level applies.
		HourlyRate wire.Optional[int64] `json:"hourlyRate" bounds:"hourlyRate"`
	}
}

func (f *Family) addMember(ctx context.Context, c *route.Call[addMemberInput],
	p access.Project) (answers.ProjectMember, error) {
	in, issues, err := c.Read()
	if err != nil {
		return answers.ProjectMember{}, err
	}
	var candidate projectdb.ProjectCandidate
	if issues.IsClean("userId") {
		if candidate, err = f.checkCandidate(ctx, c.Request, p.Project.ID, in.Body.UserID, issues); err != nil {
			return answers.ProjectMember{}, err
		}
	}
	if err := issues.Err(); err != nil {
		return answers.ProjectMember{}, err
	}
	if candidate.ProjectMember != nil {
		return answers.ProjectMember{}, problem.Conflict(problem.AlreadyMember,
			"The user is a member of the project already.")
	}
	member := projects.ProjectMember{
		ProjectID: p.Project.ID, UserID: in.Body.UserID, HourlyRate: in.Body.HourlyRate.Pointer(), AddedAt: c.Now, Version: 1,
		ManagerUntil: candidate.ManagerUntil,
	}
	added := projectdb.ProjectMemberUser{User: *candidate.User, Member: member.WithManager(in.Body.IsManager.Value, c.Now)}
	shown := answers.OfProjectMember(c.Caller, p, added)
	return shown, f.store.AddProjectMember(ctx, c.WorkspaceID(), added.Member, c.Remember(shown),
		audit.ProjectMemberChange(added.User, nil, &added.Member))
}

// checkCandidate adds an issue unless the user is an active member of the
// workspace.
func (f *Family) checkCandidate(ctx context.Context, r *route.Request, project, user domain.ID,
	issues *wire.Issues) (projectdb.ProjectCandidate, error) {
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
	return candidate, access.CheckUnknownRefs(ctx, f.store, r.Caller, store.UnknownRefs{Members: []domain.ID{user}},
		issues)
}

type changeMemberInput struct {
	Body struct {
		// Minor units of the currency per hour. null: the rate of the next level applies.
		HourlyRate wire.Clearable[int64] `json:"hourlyRate" bounds:"hourlyRate"`
	}
}

func (f *Family) changeMember(ctx context.Context, r *route.Request, in changeMemberInput,
	target memberInProject) (answers.ProjectMember, error) {
	now := target.Member
	if in.Body.HourlyRate.Set && !domain.Same(now.HourlyRate, in.Body.HourlyRate.Value) {
		now.HourlyRate = in.Body.HourlyRate.Value
	}
	return f.writeMember(ctx, r, target, now)
}

// writeMember writes a membership if it has changed. The answer shows what the
// caller could see before: a manager who steps down still sees the rates in it.
func (f *Family) writeMember(ctx context.Context, r *route.Request, target memberInProject,
	now projects.ProjectMember) (answers.ProjectMember, error) {
	if err := r.CheckIfMatch(target.Member.Version); err != nil {
		return answers.ProjectMember{}, err
	}
	was := target.Member
	if now == was {
		return answers.OfProjectMember(r.Caller, target.Project, target.ProjectMemberUser), nil
	}
	now.Version++
	target.Member = now
	return answers.OfProjectMember(r.Caller, target.Project, target.ProjectMemberUser),
		f.store.ChangeProjectMember(ctx, r.WorkspaceID(), managerIn(r), was, now,
			audit.ProjectMemberChange(target.User, &was, &now))
}

type setManagerInput struct {
	Body struct {
		IsManager bool `json:"isManager"` // Whether the member may edit the project, its tasks and its members.
	}
}

func (f *Family) setManager(ctx context.Context, r *route.Request, in setManagerInput,
	target memberInProject) (answers.ProjectMember, error) {
	return f.writeMember(ctx, r, target, target.Member.WithManager(in.Body.IsManager, r.Now))
}

func (f *Family) removeMember(ctx context.Context, c *route.Call[route.NoInput],
	target memberInProject) (route.Deleted, error) {
	if err := c.CheckIfMatch(target.Member.Version); err != nil {
		return route.Deleted{}, err
	}
	gone := route.NewDeleted(target.Member.UserID)
	removed := audit.ProjectMemberChange(target.User, &target.Member, nil)
	return gone, f.store.RemoveProjectMember(ctx, c.WorkspaceID(), managerIn(c.Request), target.Member, removed)
}
