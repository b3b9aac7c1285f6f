package workspaces

import (
	"context"

	"stint/shared/answers"
	"stint/shared/auth"
	"stint/shared/domain"
	"stint/shared/domain/audit"
	"stint/shared/domain/people"
	"stint/shared/paging"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/wire"
)

type listMembersInput struct {
	paging.Query
	IncludeDeactivated wire.Optional[bool] `query:"include_deactivated"` // default false
}

func (f *Family) listMembers(ctx context.Context, r *route.Request,
	in listMembersInput) (route.List[memberAnswer], error) {
	page, err := f.store.MemberUsers(ctx, r.WorkspaceID(), in.IncludeDeactivated.Value, in.Page(r))
	return paging.ToList(page, err, func(m people.MemberUser) memberAnswer {
		return answers.OfWorkspaceMember(r.Caller, m)
	})
}

type changeMemberInput struct {
	Body struct {
		// The new role. Ownership is transferred instead.
		Role wire.Change[people.Role] `json:"role" enum:"admin,user,analyst"`
		// true ends the membership and keeps the time that was tracked. false makes the user a member again.
		IsDeactivated wire.Change[bool]     `json:"isDeactivated"`
		HourlyRate    wire.Clearable[int64] `json:"hourlyRate" bounds:"hourlyRate"` // minor units; null inherits
	}
}

// ends reports whether the change ends the membership.
func (in changeMemberInput) ends(m people.Member) bool {
	return in.Body.IsDeactivated.Set && in.Body.IsDeactivated.Value && m.Active()
}

// returns reports whether the change makes the user a member again.
func (in changeMemberInput) returns(m people.Member) bool {
	return in.Body.IsDeactivated.Set && !in.Body.IsDeactivated.Value && !m.Active()
}

// check checks that the member can get the role, and end or return. Making an admin, or ending one, needs a fresh
// session. Errors: conflict; forbidden with reauthentication_required.
func (in changeMemberInput) check(r *route.Request, target people.MemberUser, role people.Role) error {
	m := target.Member
	ends, returns := in.ends(m), in.returns(m)
	switch {
	case m.UserID == r.Workspace.OwnerID && (ends || in.Body.Role.Set):
		return people.ErrOwnerRequired
	case returns && (m.State == people.MemberLeft || target.User.Deleted()):
		return problem.Conflict(problem.MemberLeft, "The member left the workspace. Invite them again.")
	}
	makesAdmin := role == people.RoleAdmin && (returns || m.Role != role)
	if makesAdmin || ends && m.Role == people.RoleAdmin {
		return r.RequireFresh()
	}
	return nil
}

func (f *Family) changeMember(ctx context.Context, r *route.Request, in changeMemberInput,
	target people.MemberUser) (memberAnswer, error) {
	if err := r.CheckIfMatch(target.Member.Version); err != nil {
		return memberAnswer{}, err
	}
	m, role := target.Member, target.Member.Role
	in.Body.Role.Apply(&role)
	if err := in.check(r, target, role); err != nil {
		return memberAnswer{}, err
	}
	m = m.WithRole(role, r.Now)
	in.Body.HourlyRate.Apply(&m.HourlyRate)
	switch {
	case in.ends(target.Member):
		return f.endTracking(ctx, r, target, m.End(people.MemberDeactivated, r.Now))
	case in.returns(target.Member):
		m = m.Rejoin(m.Role)
	case equalSettings(m, target.Member):
		return f.unchanged(ctx, r.Caller, target)
	default:
		m.Version++
	}
	if target.Member.TracksTime() && !m.TracksTime() { // they become an analyst
		return f.endTracking(ctx, r, target, m)
	}
	changed := people.MemberUser{Member: m, User: target.User}
	return answers.OfWorkspaceMember(r.Caller, changed), f.store.ChangeMember(ctx, r.WorkspaceID(), changer(r),
		target.Member, m, audit.MemberChange(target.User, target.Member, m)...)
}

// errOwnerChanged is the error of a request during which the workspace changed hands.
var errOwnerChanged = problem.Conflict(problem.WriteRace, "The workspace has another owner now. Try again.")

// unchanged answers a change that changes nothing. The member was read after the workspace. If the owner is the same
// before and after that, the answer shows what was there at one moment.
func (f *Family) unchanged(ctx context.Context, by auth.Caller, x people.MemberUser) (memberAnswer, error) {
	w, err := f.store.WorkspaceNow(ctx, by.Workspace.ID)
	if err == nil && w.OwnerID != by.Workspace.OwnerID {
		err = errOwnerChanged
	}
	return answers.OfWorkspaceMember(by, x), err
}

// equalSettings reports whether two members have the same role and rate.
func equalSettings(a, b people.Member) bool {
	return a.Role == b.Role && domain.Same(a.HourlyRate, b.HourlyRate)
}

func (f *Family) removeMember(ctx context.Context, c *route.Call[route.NoInput],
	target people.MemberUser) (route.Deleted, error) {
	deleted := route.NewDeleted(target.Member.UserID)
	if err := c.CheckIfMatch(target.Member.Version); err != nil {
		return route.Deleted{}, err
	}
	if target.Member.UserID == c.Workspace.OwnerID {
		return route.Deleted{}, people.ErrOwnerRequired
	}
	if !target.Member.Active() {
		return deleted, nil
	}
	if target.Member.Role == people.RoleAdmin {
		if err := c.RequireFresh(); err != nil {
			return route.Deleted{}, err
		}
	}
	_, err := f.endTracking(ctx, c.Request, target, target.Member.End(people.MemberDeactivated, c.Now))
	return deleted, err
}

// signOutMember ends what a member signs in with to the workspace. An admin cannot keep the owner out.
func (f *Family) signOutMember(ctx context.Context, c *route.Call[route.NoInput],
	target people.MemberUser) (route.Done, error) {
	if target.Member.UserID == c.Workspace.OwnerID && c.Role() != people.RoleOwner {
		return route.Done{}, problem.Forbidden(problem.RoleInsufficient)
	}
	return route.OK, f.store.EndMemberAccess(ctx, c.WorkspaceID(), changer(c.Request), target)
}

func (f *Family) leave(ctx context.Context, c *route.Call[route.NoInput]) (route.Done, error) {
	if c.Role() == people.RoleOwner {
		return route.Done{}, people.ErrOwnerRequired
	}
	me := people.MemberUser{Member: *c.Member, User: c.User, Timer: c.Timer}
	_, err := f.endTracking(ctx, c.Request, me, me.Member.End(people.MemberLeft, c.Now))
	return route.OK, err
}
