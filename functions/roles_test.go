package functions_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"stint/internal/apitest"
	"stint/shared/auth"
	"stint/shared/domain/people"
	"stint/shared/route"
)

// routesOfRoles are the routes by the roles that may use them, as docs/interface.md has it: a change here is a change
// of who may do what. ? is a setting of the workspace. Twins for API keys are as their routes.
var routesOfRoles = map[string]string{
	"no credential": `
		account.confirm_reset account.jwks account.login account.logout account.providers account.refresh
		account.register account.request_reset account.verify_email approvals.approve approvals.document
		approvals.reject approvals.show calendar.callback calendar_feeds.read invitations.lookup meta.docs
		meta.docs_page meta.error meta.health meta.llms meta.openapi meta.root meta.security_txt
		oauth.api_metadata oauth.authorize oauth.begin_device oauth.consent oauth.decide_device oauth.device
		oauth.mcp_metadata oauth.revoke oauth.server_metadata oauth.token pages.check_mail pages.client_approval
		pages.confirm_email pages.confirm_sso pages.connect_failed pages.connected pages.decide_timesheet
		pages.invitation pages.join pages.mute pages.notifications pages.passkeys pages.password_reset
		pages.reset_password pages.sign pages.sign_in_failed pages.signed_in pages.sso_verify pages.stop_timer
		pages.timer pages.timesheet pages.verify_email passkeys.sign_in passkeys.sign_in_options
		passkeys.sign_in_to_pages sso.callback sso.confirm_email sso.start sso.verify_email`,
	"an account": `
		account.confirm_totp account.delete account.disable_totp account.end_other_sessions account.end_session
		account.enroll_totp account.export account.me account.notifications account.preferences account.profile
		account.reauthenticate account.replace_notifications account.replace_recovery_codes
		account.resend_verification account.sessions account.set_password account.totp account.unlink
		api_keys.list_all apps.list apps.revoke calendar.connections calendar.disconnect calendar.events
		calendar.start invitations.accept invitations.decline invitations.pending passkeys.add passkeys.delete
		passkeys.list passkeys.options passkeys.rename workspaces.create workspaces.list`,
	"owner admin user analyst": `
		api_keys.create api_keys.list api_keys.me api_keys.revoke billing.job calendar_feeds.create
		calendar_feeds.delete calendar_feeds.list changes.list client_links.get client_links.list clients.get
		clients.list entries.export entries.get entries.list mcp.serve members.list projects.budget.get
		projects.get projects.list projects.members.list reports.start_summary reports.summary reports.summary_job
		submissions.document submissions.events submissions.get submissions.list tags.list tasks.get tasks.list
		timers.current tracker.suggestions workspaces.get workspaces.leave`,
	"owner admin user": `
		client_links.create client_links.revoke entries.bulk entries.create entries.delete entries.edit
		entries.invoice projects.change projects.delete projects.members.add projects.members.change
		projects.members.manager projects.members.remove submissions.approve_all submissions.approve_line
		submissions.create submissions.reject_line submissions.resubmit submissions.withdraw tasks.archive
		tasks.change tasks.create tasks.delete tasks.upsert timers.discard timers.edit timers.start timers.stop
		timers.stop_current`,
	"owner admin user?": `
		projects.create projects.upsert tags.create tags.upsert`,
	"owner admin analyst": `
		billing.settings invitations.list`,
	"owner admin": `
		api_keys.inventory api_keys.revoke_any apps.list_all apps.revoke_any audit_log.list billing.apply
		billing.cancel_job billing.replace_settings billing.resnapshot clients.change clients.create
		clients.delete clients.upsert invitations.invite invitations.resend invitations.revoke members.change
		members.remove members.sign_out oauth_clients.change oauth_clients.create oauth_clients.delete
		oauth_clients.list oauth_clients.rotate_secret submissions.reopen tags.change tags.delete webhooks.change
		webhooks.create webhooks.delete webhooks.deliveries.list webhooks.deliveries.redeliver webhooks.get
		webhooks.list webhooks.rotate_secret webhooks.test workspaces.change workspaces.logo.delete
		workspaces.logo.replace`,
	"owner": `
		workspaces.delete workspaces.restore workspaces.transfer`,
}

// rolesOf are the roles that the permission of a route admits, as they are written above.
func rolesOf(spec route.Spec) string {
	rule, _ := auth.RuleOf(spec.Permission)
	switch rule.Requires {
	case auth.RequiresNothing:
		return "no credential"
	case auth.RequiresAccount:
		return "an account"
	}
	var all []string
	for _, role := range []people.Role{people.RoleOwner, people.RoleAdmin, people.RoleUser, people.RoleAnalyst} {
		switch {
		case slices.Contains(rule.Roles, role):
			all = append(all, string(role))
		case role == people.RoleUser && rule.AllowsUser != nil:
			all = append(all, "user?")
		}
	}
	return strings.Join(all, " ")
}

// listedRoles are the roles that the list has for a route; "" is no entry.
func listedRoles(spec route.Spec) string {
	for roles, routes := range routesOfRoles {
		if slices.Contains(strings.Fields(routes), strings.TrimSuffix(spec.ID, route.TwinSuffix)) {
			return roles
		}
	}
	return ""
}

// The permission of each route admits the roles of the list, and no others.
func TestRolesOfEveryRoute(t *testing.T) {
	t.Parallel()
	routes := map[string]bool{}
	eachRoute(t, func(route.Spec) bool { return true }, func(t *testing.T, spec route.Spec) {
		routes[strings.TrimSuffix(spec.ID, route.TwinSuffix)] = true
		if got, want := rolesOf(spec), listedRoles(spec); got != want {
			t.Errorf("it admits %q, want %q", got, want)
		}
	})
	listed := strings.Fields(strings.Join(slices.Collect(maps.Values(routesOfRoles)), " "))
	if len(listed) != len(routes) {
		t.Errorf("%d routes are in the list, want %d", len(listed), len(routes))
	}
}

// Members with another role than those of the list are refused, before the query and the body are read. The user is a
// manager of the project, and so sees its records.
func TestEveryRouteRefusesOtherRoles(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.owner.Patch("/api/workspaces/"+w.owner.WorkspaceID,
		object{"membersCanCreateProjects": false, "membersCanCreateTags": false}).OK()
	for _, role := range []string{"admin", "user", "analyst"} {
		member := w.owner.AddMember(role, role)
		if role == "user" {
			w.owner.Post("/api/projects/"+w.ids["projects"]+"/members", object{"userId": member.ID, "isManager": true}).OK()
		}
		t.Run(role, func(t *testing.T) { w.checkRefused(t, member, role) })
	}
}

func (w *world) checkRefused(t *testing.T, member *apitest.User, role string) {
	key := member.Post("/api/me/workspaces/"+w.owner.WorkspaceID+"/api-keys", object{"name": role}).OK()["token"].(string)
	refuses := func(spec route.Spec) bool {
		roles := listedRoles(spec)
		return strings.HasPrefix(roles, "owner") && !slices.Contains(strings.Fields(roles), role)
	}
	eachRoute(t, refuses, func(t *testing.T, spec route.Spec) {
		bearer, want := member.Token, "role_insufficient"
		if spec.Credential == auth.APIKey {
			bearer = key
		}
		if role == "analyst" && !onlyReads(spec) {
			want = "analyst_read_only"
		}
		w.As(bearer).Do(spec.Method, w.pathOf(t, spec, nil)+"?user_id=x", "{broken").Denied(want)
	})
}
