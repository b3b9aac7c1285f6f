package access_test

import (
	"testing"

	"stint/shared/access"
	"stint/shared/auth"
	"stint/shared/domain"
	"stint/shared/domain/money"
	"stint/shared/domain/people"
	"stint/shared/domain/projects"
	"stint/shared/problem"
)

// caller is a caller with a role in a workspace.
func caller(role people.Role, seesRates bool) auth.Caller {
	c := auth.Caller{
		Workspace: &people.Workspace{OwnerID: "owner"},
		Member:    &people.Member{UserID: "caller", Role: role},
		Billing:   &money.Billing{MembersSeeRates: seesRates},
	}
	if role == people.RoleOwner {
		c.Member.UserID, c.Member.Role = "owner", people.RoleAdmin
	}
	return c
}

func TestProjectRules(t *testing.T) {
	t.Parallel()
	none := (*projects.ProjectMember)(nil)
	member, manager := &projects.ProjectMember{}, &projects.ProjectMember{IsManager: true}
	for _, c := range []struct {
		role                        people.Role
		mine                        *projects.ProjectMember
		sees, edits, tracks, prices bool // sees: a private project
		detail                      string
	}{
		{people.RoleOwner, none, true, true, true, true, ""},
		{people.RoleAdmin, none, true, true, true, true, ""},
		{people.RoleUser, none, false, false, false, false, "not_project_member"},
		{people.RoleUser, member, true, false, true, false, "role_insufficient"},
		{people.RoleUser, manager, true, true, true, true, ""},
		{people.RoleAnalyst, none, true, false, false, true, "not_project_member"},
		{people.RoleAnalyst, manager, true, false, false, true, "role_insufficient"},
	} {
		who := caller(c.role, false)
		projectAccess := projects.ProjectAccess{Project: projects.Project{Visibility: domain.Private}, Membership: c.mine}
		p := access.Project{ProjectAccess: projectAccess}
		if got := [4]bool{access.CanSee(who, projectAccess), p.CanEdit(who), p.CanTrack(who),
			p.SeesRates(who)}; got != [4]bool{c.sees, c.edits, c.tracks, c.prices} {
			t.Errorf("%s %v: sees, edits, tracks, prices %v", c.role, c.mine, got)
		}
		if _, err := access.RequireVisible(who, projectAccess); problem.Is(err, problem.CodeNotFound) == c.sees {
			t.Errorf("%s %v: %v", c.role, c.mine, err)
		}
		if err := p.Authorize(who, auth.ReadWorkspace); err != nil {
			t.Errorf("%s %v may not read: %v", c.role, c.mine, err)
		}
		detail := ""
		if err := p.Authorize(who, auth.EditProject); err != nil {
			detail = problem.From(err).Detail
		}
		if detail != c.detail {
			t.Errorf("%s %v may not edit for %q, want %q", c.role, c.mine, detail, c.detail)
		}
	}
	if p := (access.Project{}); !p.SeesRates(caller(people.RoleUser, true)) {
		t.Error("a user does not see rates although the workspace lets them")
	}
}
