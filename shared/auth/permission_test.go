package auth_test

import (
	"fmt"
	"strings"
	"testing"

	"stint/shared/auth"
	"stint/shared/domain"
	"stint/shared/domain/money"
	"stint/shared/domain/people"
	"stint/shared/problem"
)

// wantPermissions is who may do what, as docs/interface.md has it (Roles): a change here
// is a change of the interface. The columns are owner, admin, user, analyst; ? is a setting
// of the workspace, ro is analyst_read_only.
const wantPermissions = `
create_projects   yes yes ?   ro
create_tags       yes yes ?   ro
decide_time       yes yes yes ro
edit_project      yes yes yes ro
invoice_time      yes yes yes ro
leave_workspace   yes yes yes yes
manage_clients    yes yes no  ro
manage_tags       yes yes no  ro
manage_webhooks   yes yes no  ro
manage_workspace  yes yes no  ro
own_keys          yes yes yes yes
own_workspace     yes no  no  ro
read_audit_log    yes yes no  no
read_jobs         yes yes yes yes
read_keys         yes yes no  no
read_settings     yes yes no  yes
read_time         yes yes yes yes
read_webhooks     yes yes no  no
read_workspace    yes yes yes yes
reopen_time       yes yes no  ro
share_time        yes yes yes ro
submit_time       yes yes yes ro
track_time        yes yes yes ro
`

func TestPermissionsOfRoles(t *testing.T) {
	var got strings.Builder
	got.WriteString("\n")
	for _, p := range auth.Permissions() {
		rule, _ := auth.RuleOf(p)
		if rule.Requires != auth.RequiresWorkspace {
			continue
		}
		fmt.Fprintf(&got, "%-17s", p)
		for _, role := range []people.Role{people.RoleOwner, people.RoleAdmin, people.RoleUser, people.RoleAnalyst} {
			fmt.Fprintf(&got, " %-3s", verdict(role, p))
		}
		got.WriteString("\n")
	}
	lines := strings.Split(got.String(), "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	if text := strings.Join(lines, "\n"); text != wantPermissions {
		t.Errorf("the table is%s\nwant%s", text, wantPermissions)
	}
}

// verdict asks in a workspace that allows members nothing, and in one that
// allows them everything.
func verdict(role people.Role, p auth.Permission) string {
	closed, open := outcome(role, p, false), outcome(role, p, true)
	if closed != open {
		return "?"
	}
	return closed
}

func outcome(role people.Role, p auth.Permission, allowAll bool) string {
	err := auth.AuthorizeRole(caller(role, allowAll), p)
	switch e := problem.From(err); {
	case err == nil:
		return "yes"
	case e.Detail == string(problem.AnalystReadOnly):
		return "ro"
	case e.Detail == string(problem.RoleInsufficient):
		return "no"
	default:
		return err.Error()
	}
}

func caller(role people.Role, allowAll bool) auth.Caller {
	user := domain.NewID()
	w := people.Workspace{ID: domain.NewID(), OwnerID: domain.NewID(), MembersCanCreateProjects: allowAll,
		MembersCanCreateTags: allowAll}
	m := people.Member{UserID: user, Role: role, State: people.MemberActive}
	if role == people.RoleOwner {
		w.OwnerID, m.Role = user, people.RoleAdmin
	}
	return auth.Caller{User: people.User{ID: user}, Workspace: &w, Member: &m, Billing: &money.Billing{}}
}

func TestWhoSeesRates(t *testing.T) {
	for role, want := range map[people.Role]bool{people.RoleOwner: true, people.RoleAdmin: true, people.RoleAnalyst: true,
		people.RoleUser: false} {
		c := caller(role, false)
		if got := c.SeesRates(); got != want {
			t.Errorf("%s: %v, want %v", role, got, want)
		}
		c.Billing.MembersSeeRates = true
		if !c.SeesRates() {
			t.Errorf("%s does not see them although members may", role)
		}
	}
	if (auth.Caller{}).SeesRates() {
		t.Error("rates are shown without a workspace")
	}
}

func TestUnknownPermissionsHaveNoRule(t *testing.T) {
	if _, ok := auth.RuleOf(""); ok {
		t.Error("the zero permission has a rule")
	}
}
