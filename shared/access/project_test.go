package access_test

import (
	"testing"

	"stint/shared/access"
	"stint/shared/auth"
	"stint/shared/domain"
	"stint/shared/problem"
)

// caller is somebody with a role in a workspace.
func caller(role domain.Role, seesRates bool) auth.Caller {
	c := auth.Caller{
		Workspace: &domain.Workspace{OwnerID: "owner"},
		Member:    &domain.Member{UserID: "caller", Role: role},
		Billing:   &domain.Billing{MembersSeeRates: seesRates},
	}
	if role == domain.Owner {
		c.Member.UserID, c.Member.Role = "owner", domain.Admin
	}
	return c
}

func TestRules(t *testing.T) {
	t.Parallel()
	none := (*domain.ProjectMember)(nil)
	member, manager := &domain.ProjectMember{}, &domain.ProjectMember{IsManager: true}
	for _, c := range []struct {
		role                        domain.Role
		mine                        *domain.ProjectMember
		sees, edits, tracks, prices bool // sees: a private project
		refusal                     string
	}{
		{domain.Owner, none, true, true, true, true, ""},
		{domain.Admin, none, true, true, true, true, ""},
		{domain.Worker, none, false, false, false, false, "not_project_member"},
		{domain.Worker, member, true, false, true, false, "role_insufficient"},
		{domain.Worker, manager, true, true, true, true, ""},
		{domain.Analyst, none, true, false, false, true, "not_project_member"},
		{domain.Analyst, manager, true, false, false, true, "role_insufficient"},
	} {
		who := caller(c.role, false)
		standing := domain.Standing{Project: domain.Project{Visibility: domain.Private}, Mine: c.mine}
		p := access.Project{Standing: standing}
		if got := [4]bool{access.Sees(who, standing), p.Edits(who), p.Tracks(who), p.SeesRates(who)}; got != [4]bool{c.sees, c.edits, c.tracks, c.prices} {
			t.Errorf("%s %v: sees, edits, tracks, prices %v", c.role, c.mine, got)
		}
		if _, err := access.Seen(who, standing); problem.Is(err, problem.NotFound) == c.sees {
			t.Errorf("%s %v: %v", c.role, c.mine, err)
		}
		if err := p.Permit(who, auth.ReadWorkspace); err != nil {
			t.Errorf("%s %v may not read: %v", c.role, c.mine, err)
		}
		refusal := ""
		if err := p.Permit(who, auth.EditProject); err != nil {
			refusal = problem.From(err).Detail
		}
		if refusal != c.refusal {
			t.Errorf("%s %v may not edit for %q, want %q", c.role, c.mine, refusal, c.refusal)
		}
	}
	if p := (access.Project{}); !p.SeesRates(caller(domain.Worker, true)) {
		t.Error("a user does not see rates although the workspace lets them")
	}
}
