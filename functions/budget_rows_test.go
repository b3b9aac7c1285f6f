package functions_test

import (
	"fmt"
	"strings"

	"stint/functions/apitest"
)

// budgets is the table: one row per route and case. Source: the design of the
// table; the figures are what one request costs today.
var budgets = []budget{
	{"account.register", "", "2U 1T", func(w *world) apitest.Request {
		return public("/api/auth/register", object{"email": w.fresh() + "@example.com", "password": apitest.Password, "displayName": "New"})
	}},
	{"account.login", "", "1B 2G 1P 2U", func(w *world) apitest.Request {
		return public("/api/auth/login", object{"email": w.owner.Email, "password": apitest.Password})
	}},
	{"account.refresh", "", "1B 1U", func(w *world) apitest.Request {
		return apitest.Request{Path: "/api/auth/refresh", Cookies: cookies(w.Register(w.fresh()))}
	}},
	{"account.logout", "", "1P", func(w *world) apitest.Request {
		return apitest.Request{Path: "/api/auth/logout", Cookies: cookies(w.Register(w.fresh()))}
	}},
	{"account.me", "", "2B 1Q", func(w *world) apitest.Request { return w.get("/api/auth/me") }},
	{"account.preferences", "", "1B 1U", func(w *world) apitest.Request {
		return w.with("/api/auth/me/preferences", object{"preferredLanguage": "de"})
	}},
	{"account.profile", "a name", "1B 1U", func(w *world) apitest.Request {
		return w.with("/api/me/profile", object{"displayName": "Olga Two"})
	}},
	{"account.sessions", "", "1B 1Q", func(w *world) apitest.Request { return w.get("/api/auth/sessions") }},
	{"account.end_session", "", "1B 1G 1P", func(w *world) apitest.Request {
		p := w.Register(w.fresh())
		id := p.Get("/api/auth/sessions").Items()[0]["id"].(string)
		return apitest.Request{Path: "/api/auth/sessions/" + id, Bearer: p.Token}
	}},
	{"account.verify_email", "", "2G 1U 1T", func(w *world) apitest.Request {
		p := w.Register(w.fresh())
		return public("/api/auth/verify-email", object{"token": p.MailedToken(p.Email, "verify-email")})
	}},
	{"account.resend_verification", "", "1B 2U 1T", func(w *world) apitest.Request {
		return apitest.Request{Path: "/api/auth/verify-email/resend", Bearer: w.Register(w.fresh()).Token}
	}},
	{"account.request_reset", "a known address", "2G 2U 1T", func(w *world) apitest.Request {
		return public("/api/auth/password-reset/request", object{"email": w.owner.Email})
	}},
	{"account.request_reset", "an unknown address", "2G 2U 1T", func(w *world) apitest.Request {
		return public("/api/auth/password-reset/request", object{"email": w.fresh() + "@example.com"})
	}},
	{"account.confirm_reset", "", "2G 1U 1T", func(w *world) apitest.Request {
		p := w.Register(w.fresh())
		p.Send(apitest.Request{Method: "POST", Path: "/api/auth/password-reset/request", Body: object{"email": p.Email}}).OK()
		return public("/api/auth/password-reset/confirm", object{"token": p.MailedToken(p.Email, "password-reset"), "newPassword": "another good password"})
	}},
	{"account.set_password", "", "1B 1U", func(w *world) apitest.Request {
		return apitest.Request{Path: "/api/auth/password/set", Body: object{"newPassword": "another good password"}, Bearer: w.linked().Token}
	}},
	{"account.unlink", "", "1B 1T", func(w *world) apitest.Request {
		p := w.linked()
		p.Post("/api/auth/password/set", object{"newPassword": "another good password"}).OK()
		return apitest.Request{Path: "/api/auth/me/external-logins/external", Bearer: p.Token}
	}},
	{"sso.start", "", "1P 1U", func(w *world) apitest.Request { return public(apitest.SSO+"/start", nil) }},
	{"sso.start", "to link", "1B 1P 1U", func(w *world) apitest.Request { return w.get(apitest.SSO + "/start") }},
	{"sso.callback", "somebody known", "1B 2G 1P 2U", func(w *world) apitest.Request {
		who := w.stranger()
		w.Begin("", "").As(w.provider, who).End().OK()
		return w.returning("", who)
	}},
	{"sso.callback", "somebody new", "4G 3U 1T", func(w *world) apitest.Request { return w.returning("", w.stranger()) }},
	{"sso.callback", "a mail is needed", "4G 3U 1T", func(w *world) apitest.Request {
		who := w.stranger()
		who.Email = w.owner.Email
		return w.returning("", who)
	}},
	{"sso.callback", "to link", "2B 2U 1T", func(w *world) apitest.Request {
		return w.returning(w.Register(w.fresh()).Token, w.stranger())
	}},
	{"sso.verify_email", "", "1G 1U", func(w *world) apitest.Request {
		return public(apitest.SSO+"/verify-email?token="+w.unproven(), nil)
	}},
	{"sso.confirm_email", "", "4G 1U 1T", func(w *world) apitest.Request {
		return public(apitest.SSO+"/verify-email", object{"token": w.unproven()})
	}},
	{"pages.sso_verify", "", "1G 1U", func(w *world) apitest.Request {
		return apitest.Request{Path: "/p/sso-verify?token=" + w.unproven()}
	}},
	{"pages.confirm_sso", "", "4G 1U 1T", func(w *world) apitest.Request {
		return apitest.Form("/p/sso-verify", "token", w.unproven())
	}},
	{"api_keys.list_all", "", "2B 1Q", func(w *world) apitest.Request { return w.get("/api/auth/api-keys") }},
	{"api_keys.list", "", "2B 1Q", func(w *world) apitest.Request {
		return w.get("/api/me/workspaces/" + w.owner.WorkspaceID + "/api-keys")
	}},
	{"api_keys.create", "", "1B 1T", func(w *world) apitest.Request {
		return w.with("/api/me/workspaces/"+w.owner.WorkspaceID+"/api-keys", object{"name": w.fresh()})
	}},
	{"api_keys.revoke", "", "1B 1G 1U", func(w *world) apitest.Request {
		all := "/api/me/workspaces/" + w.owner.WorkspaceID + "/api-keys"
		return w.get(all + "/" + w.owner.Post(all, object{"name": w.fresh()}).ID())
	}},
	{"api_keys.me", "", "1B 1G", func(w *world) apitest.Request {
		w.Send(apitest.Request{Method: "GET", Path: "/api/v1/me", Bearer: w.key}).OK() // its use is noted once an hour
		return apitest.Request{Path: "/api/v1/me", Bearer: w.key}
	}},
	{"approvals.show", "", "1B 1G 1Q 1U", func(w *world) apitest.Request { return public("/api/public/client-approval/"+w.shown(), nil) }},
	{"approvals.approve", "", "1B 1G 1Q 1U 1T", func(w *world) apitest.Request {
		return public("/api/public/client-approval/"+w.shown()+"/approve", signature())
	}},
	{"approvals.reject", "", "1B 1G 1Q 1U 1T", func(w *world) apitest.Request {
		return public("/api/public/client-approval/"+w.shown()+"/reject", signature())
	}},
	{"billing.settings", "", "1B", func(w *world) apitest.Request { return w.get("/api/workspaces/me/billable-settings") }},
	{"billing.replace_settings", "", "1B 1P", func(w *world) apitest.Request {
		return w.with("/api/workspaces/me/billable-settings", object{
			"currency": "EUR", "defaultHourlyRate": 8500, "defaultIsBillable": true, "rounding": object{"mode": "none"}, "membersSeeRates": false,
		})
	}},
	{"billing.resnapshot", "a preview, two members", "2B 3Q", func(w *world) apitest.Request {
		return w.with("/api/workspaces/me/billable-settings/resnapshot?apply=false", object{"from": "2026-06-16T00:00:00Z", "to": "2026-06-17T00:00:00Z"})
	}},
	{"billing.apply", "two members", "2B 3Q 1T", func(w *world) apitest.Request {
		made++
		return w.with("/api/workspaces/me/billable-settings/apply", object{"from": "2026-06-16T00:00:00Z", "to": "2026-06-17T00:00:00Z", "hourlyRate": made})
	}},
	{"billing.job", "", "1B 1G", func(w *world) apitest.Request {
		return w.get("/api/workspaces/me/billing-jobs/" + w.ids["billing-jobs"])
	}},
	{"billing.cancel_job", "", "1B 1G 1T", func(w *world) apitest.Request { return w.get("/api/workspaces/me/billing-jobs/" + w.job()) }},
	{"calendar.events", "", "1B", func(w *world) apitest.Request {
		return apitest.Request{Path: "/api/calendar-events", Bearer: w.planner().Token}
	}},
	{"calendar.events", "the token is renewed", "1B 2P", func(w *world) apitest.Request {
		p := w.planner()
		w.agendas.Expire(agenda)
		return apitest.Request{Path: "/api/calendar-events", Bearer: p.Token}
	}},
	{"calendar.connections", "", "1B", func(w *world) apitest.Request { return w.get(apitest.Connections) }},
	{"calendar.start", "", "1B 1P", func(w *world) apitest.Request { return w.get(apitest.Connections + "/external/start") }},
	{"calendar.callback", "", "1B 1P 2U", func(w *world) apitest.Request { return w.owner.SetOut().Agree(w.agendas, agenda).Request() }},
	{"calendar.disconnect", "", "1B 1P", func(w *world) apitest.Request {
		return apitest.Request{Path: apitest.Connections + "/external", Bearer: w.planner().Token}
	}},
	{"clients.list", "", "1B 1Q", func(w *world) apitest.Request { return w.get("/api/clients") }},
	{"clients.create", "", "1B 1T", func(w *world) apitest.Request { return w.with("/api/clients", w.named()) }},
	{"clients.get", "", "1B 1G", func(w *world) apitest.Request { return w.get("/api/clients/" + w.client()) }},
	{"clients.change", "another name", "1B 1G 1T", func(w *world) apitest.Request { return w.with("/api/clients/"+w.client(), w.named()) }},
	{"clients.change", "archived", "1B 1G 1U", func(w *world) apitest.Request {
		return w.with("/api/clients/"+w.client(), object{"isArchived": true})
	}},
	{"clients.delete", "", "1B 1G 1T", func(w *world) apitest.Request { return w.get("/api/clients/" + w.client()) }},
	{"projects.list", "", "1B 1Q", func(w *world) apitest.Request { return w.get("/api/projects") }},
	{"projects.create", "", "1B 1G 1T", func(w *world) apitest.Request {
		return w.with("/api/projects", object{"name": w.fresh(), "clientId": w.client()})
	}},
	{"projects.get", "", "2B", func(w *world) apitest.Request { return w.get("/api/projects/" + w.project()) }},
	{"projects.change", "a colour", "2B 1U", func(w *world) apitest.Request {
		return w.with("/api/projects/"+w.project(), object{"color": "#123456"})
	}},
	{"projects.change", "another name", "2B 1T", func(w *world) apitest.Request { return w.with("/api/projects/"+w.project(), w.named()) }},
	{"projects.delete", "", "2B 1T", func(w *world) apitest.Request { return w.get("/api/projects/" + w.project()) }},
	{"projects.members.list", "", "3B 1Q", func(w *world) apitest.Request {
		return w.get("/api/projects/" + w.staffed() + "/members")
	}},
	{"projects.members.add", "", "3B 1T", func(w *world) apitest.Request {
		return w.with("/api/projects/"+w.project()+"/members", object{"userId": w.owner.ID})
	}},
	{"projects.members.change", "", "2B 1P", func(w *world) apitest.Request {
		return w.with("/api/projects/"+w.staffed()+"/members/"+w.owner.ID, object{"hourlyRate": 5000})
	}},
	{"projects.members.manager", "", "2B 1P", func(w *world) apitest.Request {
		return w.with("/api/projects/"+w.staffed()+"/members/"+w.owner.ID+"/manager", object{"isManager": true})
	}},
	{"projects.members.remove", "", "2B 1P", func(w *world) apitest.Request {
		return w.get("/api/projects/" + w.staffed() + "/members/" + w.owner.ID)
	}},
	{"tasks.list", "", "2B 1Q", func(w *world) apitest.Request { return w.get("/api/projects/" + w.ids["projects"] + "/tasks") }},
	{"tasks.create", "", "2B 1T", func(w *world) apitest.Request {
		return w.with("/api/projects/"+w.ids["projects"]+"/tasks", w.named())
	}},
	{"tasks.get", "", "2B 1G", func(w *world) apitest.Request { return w.get("/api/tasks/" + w.ids["tasks"]) }},
	{"tasks.change", "another name", "2B 1G 1T", func(w *world) apitest.Request { return w.with("/api/tasks/"+w.task(), w.named()) }},
	{"tasks.archive", "", "2B 1G 1U", func(w *world) apitest.Request { return w.get("/api/tasks/" + w.task() + "/archive") }},
	{"tasks.delete", "", "2B 1G 1T", func(w *world) apitest.Request { return w.get("/api/tasks/" + w.task()) }},
	{"client_links.list", "", "1B 1G 2Q", func(w *world) apitest.Request {
		return w.get(sheets + "/" + w.ids["timesheet-submissions"] + "/client-approval-links")
	}},
	{"client_links.create", "", "2B 1G 1Q 1T", func(w *world) apitest.Request {
		return w.with(w.approved()+"/client-approval-links", object{"clientEmail": "client@example.com"})
	}},
	{"client_links.get", "", "1B 2G 2Q", func(w *world) apitest.Request { return w.get(w.clientLink()) }},
	{"client_links.revoke", "", "1B 2G 2Q 1T", func(w *world) apitest.Request { return w.get(w.clientLink()) }},
	{"submissions.list", "", "1B 1Q", func(w *world) apitest.Request { return w.get(sheets) }},
	{"submissions.list", "by status", "1B 1Q", func(w *world) apitest.Request { return w.get(sheets + "?status=submitted") }},
	{"submissions.list", "one user's", "2B 1Q", func(w *world) apitest.Request { return w.get(sheets + "?user_id=" + w.owner.ID) }},
	{"submissions.create", "", "3B 2Q 1T", func(w *world) apitest.Request { return w.with(sheets, w.tracked()) }},
	{"submissions.get", "", "1B 1G 1Q", func(w *world) apitest.Request { return w.get(sheets + "/" + w.ids["timesheet-submissions"]) }},
	{"submissions.events", "", "1B 1G 1Q", func(w *world) apitest.Request {
		return w.get(sheets + "/" + w.ids["timesheet-submissions"] + "/events")
	}},
	{"submissions.withdraw", "", "1B 1G 1Q 1T", func(w *world) apitest.Request { path, _ := w.submitted(); return w.get(path + "/withdraw") }},
	{"submissions.resubmit", "", "4B 1G 3Q 1T", func(w *world) apitest.Request { return w.get(w.rejected() + "/resubmit") }},
	{"submissions.reopen", "", "1B 1G 1Q 1T", func(w *world) apitest.Request { return w.get(w.approved() + "/reopen") }},
	{"submissions.approve_all", "", "1B 1G 1Q 1T", func(w *world) apitest.Request { path, _ := w.submitted(); return w.get(path + "/approve-all") }},
	{"submissions.approve_line", "", "1B 1G 1Q 1T", func(w *world) apitest.Request { _, line := w.submitted(); return w.get(line + "/approve") }},
	{"submissions.reject_line", "", "1B 1G 1Q 1T", func(w *world) apitest.Request { _, line := w.submitted(); return w.with(line+"/reject", object{}) }},
	{"tags.list", "", "1B 1Q", func(w *world) apitest.Request { return w.get("/api/tags") }},
	{"tags.create", "", "1B 1T", func(w *world) apitest.Request { return w.with("/api/tags", w.named()) }},
	{"tags.change", "another name", "1B 1G 1T", func(w *world) apitest.Request { return w.with("/api/tags/"+w.tag(), w.named()) }},
	{"tags.delete", "", "1B 1G 1T", func(w *world) apitest.Request { return w.get("/api/tags/" + w.tag()) }},
	{"workspaces.list", "", "2B 1Q", func(w *world) apitest.Request { return w.get("/api/workspaces") }},
	{"workspaces.create", "", "1B 1T", func(w *world) apitest.Request { return w.with("/api/workspaces", w.named()) }},
	{"workspaces.get", "", "1B", func(w *world) apitest.Request { return w.get("/api/workspaces/" + w.owner.WorkspaceID) }},
	{"workspaces.change", "", "1B 1P", func(w *world) apitest.Request { return w.with("/api/workspaces/"+w.owner.WorkspaceID, w.named()) }},
	{"workspaces.delete", "", "1B 1T", func(w *world) apitest.Request {
		return w.get("/api/workspaces/" + w.owner.Post("/api/workspaces", w.named()).ID())
	}},
	{"workspaces.transfer", "", "2B 1T", func(w *world) apitest.Request {
		p := w.Register(w.fresh())
		heir := p.Bring(w.fresh(), "admin")
		return apitest.Request{Path: "/api/workspaces/" + p.WorkspaceID + "/transfer-ownership", Body: object{"userId": heir.ID}, Bearer: p.Token}
	}},
	{"workspaces.leave", "", "1B 1T", func(w *world) apitest.Request {
		p := w.owner.Bring(w.fresh(), "user")
		return apitest.Request{Path: "/api/workspaces/" + w.owner.WorkspaceID + "/leave", Bearer: p.Token}
	}},
	{"members.list", "", "2B 1Q", func(w *world) apitest.Request {
		return w.get("/api/workspaces/" + w.owner.WorkspaceID + "/members")
	}},
	{"members.change", "a rate", "2B 1P", func(w *world) apitest.Request {
		return w.with("/api/workspaces/"+w.owner.WorkspaceID+"/members/"+w.analyst.ID, object{"hourlyRate": 9000})
	}},
	{"members.remove", "", "2B 1T", func(w *world) apitest.Request {
		p := w.owner.Bring(w.fresh(), "user")
		return w.get("/api/workspaces/" + w.owner.WorkspaceID + "/members/" + p.ID)
	}},
	{"members.remove", "a timer runs on a project", "3B 1T", func(w *world) apitest.Request {
		p, _ := w.engaged()
		return w.get("/api/workspaces/" + w.owner.WorkspaceID + "/members/" + p.ID)
	}},
	{"invitations.list", "", "1B 1Q", func(w *world) apitest.Request {
		return w.get("/api/workspaces/" + w.owner.WorkspaceID + "/invitations")
	}},
	{"invitations.invite", "", "2B 1T", func(w *world) apitest.Request {
		return w.with("/api/workspaces/"+w.owner.WorkspaceID+"/invitations", object{"email": w.fresh() + "@example.com"})
	}},
	{"invitations.resend", "", "1B 1G 1T", func(w *world) apitest.Request {
		return w.get("/api/workspaces/" + w.owner.WorkspaceID + "/invitations/" + w.owner.Invite(w.fresh()+"@example.com", "user") + "/resend")
	}},
	{"invitations.revoke", "", "1B 1G 1T", func(w *world) apitest.Request {
		return w.get("/api/workspaces/" + w.owner.WorkspaceID + "/invitations/" + w.owner.Invite(w.fresh()+"@example.com", "user"))
	}},
	{"invitations.lookup", "", "1B 1G 1U", func(w *world) apitest.Request {
		email := w.fresh() + "@example.com"
		w.owner.Invite(email, "user")
		return apitest.Request{Path: "/api/invitations/" + w.owner.MailedToken(email, "invitation")}
	}},
	{"invitations.pending", "", "2B 1Q", func(w *world) apitest.Request {
		p, _ := w.guest()
		return apitest.Request{Path: "/api/me/pending-invitations", Bearer: p.Token}
	}},
	{"invitations.accept", "", "2B 1G 1T", func(w *world) apitest.Request {
		p, id := w.guest()
		return apitest.Request{Path: "/api/me/pending-invitations/" + id + "/accept", Bearer: p.Token}
	}},
	{"invitations.decline", "", "2B 1G 1T", func(w *world) apitest.Request {
		p, id := w.guest()
		return apitest.Request{Path: "/api/me/pending-invitations/" + id + "/decline", Bearer: p.Token}
	}},
	{"pages.verify_email", "", "2G 1U", func(w *world) apitest.Request {
		p := w.Register(w.fresh())
		return apitest.Request{Path: "/p/verify-email?token=" + p.MailedToken(p.Email, "verify-email")}
	}},
	{"pages.confirm_email", "", "2G 1U 1T", func(w *world) apitest.Request {
		p := w.Register(w.fresh())
		return apitest.Form("/p/verify-email", "token", p.MailedToken(p.Email, "verify-email"))
	}},
	{"pages.password_reset", "", "2G 1U", func(w *world) apitest.Request {
		return apitest.Request{Path: "/p/password-reset?token=" + w.reset()}
	}},
	{"pages.reset_password", "", "2G 1U 1T", func(w *world) apitest.Request {
		return apitest.Form("/p/password-reset", "token", w.reset(), "newPassword", "another good password")
	}},
	{"pages.invitation", "", "1B 1G 1U", func(w *world) apitest.Request {
		_, token := w.invited()
		return apitest.Request{Path: "/p/invitation?token=" + token}
	}},
	{"pages.client_approval", "", "1B 1G 1Q 1U", func(w *world) apitest.Request {
		return apitest.Request{Path: "/p/client-approval/" + w.shown()}
	}},
	{"pages.sign", "", "2B 2G 2Q 1U 1T", func(w *world) apitest.Request {
		return apitest.Form("/p/client-approval/"+w.shown(), "signerName", "Clara", "signerEmail", "client@example.com", "attestationAccepted", "true", "decision", "approve")
	}},
	{"pages.join", "somebody new", "1B 1G 2U 1T", func(w *world) apitest.Request {
		email, token := w.invited()
		return apitest.Form("/p/invitation", "token", token, "email", email, "password", apitest.Password, "displayName", "New")
	}},
	{"pages.join", "with an account", "2B 4G 2U 1T", func(w *world) apitest.Request {
		email, token := w.invited()
		w.Register(strings.TrimSuffix(email, "@example.com"))
		return apitest.Form("/p/invitation", "token", token, "email", email, "password", apitest.Password)
	}},
	{"timers.start", "none runs", "2B 1P", func(w *world) apitest.Request {
		return w.ofWorker("/api/timers/start", object{"projectId": w.ids["projects"]}, false)
	}},
	{"timers.start", "nothing named, none runs", "1B 1P", func(w *world) apitest.Request {
		return w.ofWorker("/api/timers/start", object{"description": "x"}, false)
	}},
	{"timers.start", "a task alone, none runs", "3B 1P", func(w *world) apitest.Request {
		return w.ofWorker("/api/timers/start", object{"taskId": w.ids["tasks"]}, false)
	}},
	{"timers.start", "one runs", "2B 1T", func(w *world) apitest.Request {
		return w.ofWorker("/api/timers/start", object{"projectId": w.ids["projects"], "startedAt": "2026-06-17T12:00:00Z"}, true)
	}},
	{"timers.start", "one runs on a project", "2B 1T", func(w *world) apitest.Request {
		p, _ := w.engaged()
		return apitest.Request{Path: "/api/timers/start", Bearer: p.Token}
	}},
	{"timers.current", "", "1B", func(w *world) apitest.Request { return w.get("/api/timers/current") }},
	{"timers.stop", "", "1B 1T", func(w *world) apitest.Request {
		p, id := w.busy()
		return apitest.Request{Path: "/api/timers/" + id + "/stop", Bearer: p.Token}
	}},
	{"timers.stop", "on a project, which may have a rate", "2B 1T", func(w *world) apitest.Request {
		p, id := w.engaged()
		return apitest.Request{Path: "/api/timers/" + id + "/stop", Bearer: p.Token}
	}},
	{"timers.edit", "a text", "1B 1P", func(w *world) apitest.Request {
		p, id := w.busy()
		return apitest.Request{Path: "/api/timers/" + id, Bearer: p.Token, Body: object{"description": "y"}}
	}},
	{"timers.discard", "", "1B 1P", func(w *world) apitest.Request {
		p, id := w.busy()
		return apitest.Request{Path: "/api/timers/" + id, Bearer: p.Token}
	}},
	{"entries.list", "one's own week", "1B 1Q", func(w *world) apitest.Request {
		return w.get("/api/entries?from=2026-06-15T00:00:00Z&to=2026-06-22T00:00:00Z&user_id=" + w.owner.ID)
	}},
	{"entries.list", "everyone's week", "1B 1Q", func(w *world) apitest.Request {
		return w.get("/api/entries?from=2026-06-15T00:00:00Z&to=2026-06-22T00:00:00Z")
	}},
	{"entries.create", "", "2B 1P", func(w *world) apitest.Request {
		return w.with("/api/entries", w.hour(object{"projectId": w.ids["projects"]}))
	}},
	{"entries.get", "", "2B", func(w *world) apitest.Request { return w.get("/api/entries/" + w.entry()) }},
	{"entries.edit", "a text", "2B 1P", func(w *world) apitest.Request { return w.with("/api/entries/"+w.entry(), object{"description": "z"}) }},
	{"entries.edit", "a rate of its own", "2B 1P", func(w *world) apitest.Request {
		return w.with("/api/entries/"+w.entry(), object{"hourlyRate": 9000})
	}},
	{"entries.delete", "", "2B 1P", func(w *world) apitest.Request { return w.get("/api/entries/" + w.entry()) }},
	{"entries.export", "a week of everyone's, on projects with clients", "3B 1Q", func(w *world) apitest.Request {
		w.owner.Patch("/api/projects/"+w.ids["projects"], object{"clientId": w.ids["clients"]}).OK()
		return w.get("/api/entries/export?from=2026-06-15T00:00:00Z&to=2026-06-22T00:00:00Z")
	}},
	{"reports.summary", "a week by day", "1B 1Q", func(w *world) apitest.Request {
		return w.get("/api/reports/summary?from=2026-06-15T00:00:00Z&to=2026-06-22T00:00:00Z&group_by=day")
	}},
	{"reports.summary", "a week by project", "2B 1Q", func(w *world) apitest.Request {
		return w.get("/api/reports/summary?from=2026-06-15T00:00:00Z&to=2026-06-22T00:00:00Z&group_by=project")
	}},
	{"tracker.suggestions", "of an owner", "1B 3Q", func(w *world) apitest.Request { return w.get("/api/tracker/suggestions") }},
	{"tracker.suggestions", "of a user", "1B 4Q", func(w *world) apitest.Request {
		return apitest.Request{Path: "/api/tracker/suggestions", Bearer: w.owner.Bring(w.fresh(), "user").Token}
	}},
	{"entries.bulk", "100 new rows of one project", "3B 1T", func(w *world) apitest.Request {
		return w.with("/api/entries:bulk", object{"items": w.rows(100)})
	}},
}

func (w *world) rows(n int) []object {
	rows := make([]object, n)
	for i := range rows {
		rows[i] = w.hour(object{"id": fmt.Sprintf("00000000-0000-7000-8000-%012d", i), "projectId": w.ids["projects"]})
	}
	return rows
}
