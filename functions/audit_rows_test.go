package functions_test

import (
	"net/http"
	"strings"

	"stint/internal/apitest"
)

// auditRows are the requests that TestEveryMutationTellsTheAuditLog sends besides
// those of the budgets: the cases in which a route tells the audit log of more, or of
// something else.
var auditRows = []budget{
	{route: "account.register", when: "with an invitation", request: func(w *world) apitest.Request {
		email, token := w.inviteAddress()
		return publicRequest("/api/auth/register", object{"email": email, "password": apitest.Password, "displayName": "New",
			"invitationToken": token})
	}},
	{route: "account.refresh", when: "into another workspace", request: func(w *world) apitest.Request {
		p := w.owner.AddMember(w.newName(), "user")
		other := p.Post("/api/workspaces", object{"name": w.newName()}).ID()
		return apitest.Request{Path: "/api/auth/refresh", Bearer: p.Token, Body: object{"workspaceId": other}}
	}},
	{route: "account.verify_email", when: "with a login", request: func(w *world) apitest.Request {
		p := w.unprovenWithFactors()
		return publicRequest("/api/auth/verify-email", object{"token": p.MailedToken(p.Email, "verify-email"),
			"password": apitest.Password})
	}},
	{route: "account.confirm_reset", when: "with a login", request: func(w *world) apitest.Request {
		return publicRequest("/api/auth/password-reset/confirm",
			object{"token": w.resetTokenOf(w.unprovenWithFactors()), "newPassword": "another good password"})
	}},
	{route: "pages.confirm_email", when: "with a login", request: func(w *world) apitest.Request {
		p := w.unprovenWithFactors()
		return apitest.Form("/p/verify-email", "token", p.MailedToken(p.Email, "verify-email"), "password", apitest.Password)
	}},
	{route: "pages.reset_password", when: "with a login", request: func(w *world) apitest.Request {
		return apitest.Form("/p/password-reset", "token", w.resetTokenOf(w.unprovenWithFactors()), "newPassword",
			"another good password")
	}},
	{route: "pages.join", when: "with an account that has a login", request: func(w *world) apitest.Request {
		email, token := w.inviteAddress()
		p := w.Register(strings.TrimSuffix(email, "@example.com"))
		w.StartSSO(p.Token, "").Login(w.provider, w.newSSOUser()).Finish().OK()
		return apitest.Form("/p/invitation", "token", token, "email", email, "password", apitest.Password)
	}},
	{route: "pages.confirm_sso", when: "of an account", request: func(w *world) apitest.Request {
		return apitest.Form("/p/sso-verify", "token", w.requestSSOTokenFor(w.registerProven().Email))
	}},
	{route: "sso.confirm_email", when: "of an account", request: func(w *world) apitest.Request {
		return publicRequest(apitest.SSOPath+"/verify-email",
			object{"token": w.requestSSOTokenFor(w.registerProven().Email)})
	}},
	{route: "pages.sign", when: "rejected", request: func(w *world) apitest.Request {
		return apitest.Form("/p/client-approval/"+w.createClientToken(), "signerName", "Clara", "signerEmail",
			"client@example.com", "decision", "reject")
	}},
	{route: "pages.decide_timesheet", when: "rejected", request: func(w *world) apitest.Request {
		return apitest.Form("/p/timesheet", "token", w.createTimesheetMail("timesheet"), "decision", "reject")
	}},
	{route: "billing.resnapshot", when: "written", request: func(w *world) apitest.Request {
		w.owner.Patch("/api/projects/"+w.ids["projects"], object{"hourlyRate": 4000 + len(w.newName())}).OK()
		w.createEntry()
		w.owner.Patch("/api/projects/"+w.ids["projects"], object{"hourlyRate": 7000 + len(w.newName())}).OK()
		return w.ownerRequestWithBody("/api/workspaces/me/billable-settings/resnapshot?apply=true",
			object{"from": "2026-06-16T00:00:00Z", "to": "2026-06-17T00:00:00Z"})
	}},
	{route: "members.change", when: "a role", request: changeNewMember(object{"role": "admin"})},
	{route: "members.change", when: "deactivated", request: changeNewMember(object{"isDeactivated": true})},
	{route: "members.change", when: "reactivated", request: func(w *world) apitest.Request {
		p := w.owner.AddMember(w.newName(), "user")
		w.owner.Delete(w.memberPath(p)).OK()
		return w.ownerRequestWithBody(w.memberPath(p), object{"isDeactivated": false})
	}},
	{route: "members.change", when: "an analyst, whose timer is stopped", request: func(w *world) apitest.Request {
		p, _ := w.createMemberWithTimer()
		return w.ownerRequestWithBody(w.memberPath(p), object{"role": "analyst"})
	}},
	{route: "members.remove", when: "a timer is stopped", request: func(w *world) apitest.Request {
		p, _ := w.createMemberWithTimer()
		return w.ownerRequest(w.memberPath(p))
	}},
	{route: "entries.create", when: "another's", request: func(w *world) apitest.Request {
		p := w.owner.AddMember(w.newName(), "user")
		return w.ownerRequestWithBody("/api/entries", w.withHour(object{"userId": p.ID}))
	}},
	{route: "entries.edit", when: "another's", request: func(w *world) apitest.Request {
		return w.ownerRequestWithBody(w.foreignEntry(), object{"description": "corrected"})
	}},
	{route: "entries.delete", when: "another's",
		request: func(w *world) apitest.Request { return w.ownerRequest(w.foreignEntry()) }},
	{route: "entries.bulk", when: "another's", request: func(w *world) apitest.Request {
		p := w.owner.AddMember(w.newName(), "user")
		changed := p.Post("/api/entries", w.withHour(object{})).ID()
		deleted := p.Post("/api/entries", w.withHour(object{})).ID()
		return w.ownerRequestWithBody("/api/entries:bulk", object{"items": []object{
			w.withHour(object{"id": "00000000-0000-7000-8000-0000000f0001", "userId": p.ID}),
			{"id": changed, "userId": p.ID, "description": "corrected"},
			{"id": deleted, "userId": p.ID, "op": "delete"},
		}})
	}},
	{route: "reports.summary", when: "as a file", request: func(w *world) apitest.Request {
		return w.ownerRequest("/api/reports/summary?format=csv&from=2026-06-16T00:00:00Z&to=2026-06-17T00:00:00Z")
	}},
	{route: "reports.summary_job", when: "as a file", request: func(w *world) apitest.Request {
		w.RunWorker()
		return w.ownerRequest("/api/reports/summary/jobs/" + w.ids["jobs"] + "?format=csv")
	}},
	{route: "timers.stop", when: "another's", request: foreignTimer("/stop", nil)},
	{route: "timers.edit", when: "another's", request: foreignTimer("", object{"description": "corrected"})},
	{route: "timers.discard", when: "another's", request: foreignTimer("", nil)},
	{route: "oauth.authorize", when: "refused by a setting", request: func(w *world) apitest.Request {
		p := w.registerProven()
		refusingApps(p)
		return apitest.Request{Path: appRequest, Cookies: w.onPages(p)}
	}},
	{route: "oauth.consent", when: "refused by a setting", request: func(w *world) apitest.Request {
		p := w.registerProven()
		form := w.allowingAppAs(p)
		refusingApps(p)
		return form
	}},
	{route: "oauth.decide_device", when: "refused by a setting", request: func(w *world) apitest.Request {
		p := w.registerProven()
		form := w.decidingOnDeviceAs(p, w.newDevice(), "allow")
		refusingApps(p)
		return form
	}},
	{route: "oauth.token", when: "a used code", request: func(w *world) apitest.Request {
		used := w.appCode()
		w.Send(used).OK()
		return used
	}},
}

// refusedRows are the rows whose request is refused and nevertheless tells the audit log, with their status.
var refusedRows = map[string]int{
	"oauth.token a used code":                  http.StatusBadRequest,
	"oauth.consent refused by a setting":       http.StatusBadRequest,
	"oauth.decide_device refused by a setting": http.StatusBadRequest,
}

// silentRows are the rows that tell the audit log of nothing, although their route
// has events.
var silentRows = map[string]string{
	"clients.upsert 50 clients that are there":        "nothing is made",
	"account.refresh ":                                "the workspace stays",
	"account.verify_email ":                           "the account has no login and no second factor",
	"account.confirm_reset ":                          "the account has no login and no second factor",
	"pages.confirm_email ":                            "the account has no login and no second factor",
	"pages.reset_password ":                           "the account has no login and no second factor",
	"sso.callback a mail is needed":                   "nobody is signed in yet",
	"billing.resnapshot a preview, two members":       "it writes nothing",
	"entries.create ":                                 "the caller's own",
	"entries.edit a text":                             "the caller's own",
	"entries.edit a rate of its own":                  "the caller's own",
	"entries.delete ":                                 "the caller's own",
	"entries.bulk 100 new rows of one project":        "the caller's own",
	"reports.summary a week by day":                   "it is no file",
	"reports.summary_job a week by user":              "it is no file",
	"reports.summary a week by project":               "it is no file",
	"reports.summary a year of 20 people by user":     "it is no file",
	"timers.stop ":                                    "the caller's own",
	"timers.stop on a project, which may have a rate": "the caller's own",
	"timers.edit a text":                              "the caller's own",
	"timers.discard ":                                 "the caller's own",
	"oauth.authorize ":                                "nobody is signed in",
	"oauth.authorize signed in":                       "nothing is decided yet",
	"oauth.decide_device a code":                      "nothing is decided yet",
	"oauth.token a code":                              grants,
	"oauth.token a refresh token":                     grants,
	"oauth.token a device":                            grants,
}

// untold are the routes that write and tell the audit log of nothing, and why.
var untold = map[string]string{
	"mcp.serve":                     "the operations that it runs tell",
	"oauth.begin_device":            "nobody has decided yet",
	"reports.start_summary":         "what is read of it tells",
	"account.end_session":           account,
	"account.logout":                account,
	"account.preferences":           account,
	"account.profile":               account,
	"account.replace_notifications": account,
	"account.request_reset":         account,
	"account.resend_verification":   account,
	"account.set_password":          account,
	"account.reauthenticate":        account,
	"account.end_other_sessions":    account,
	"passkeys.options":              account,
	"passkeys.rename":               account,
	"passkeys.sign_in_options":      account,
	"account.enroll_totp":           account,
	"calendar.start":                account,
	"calendar.disconnect":           account,
	"tasks.create":                  names,
	"tasks.upsert":                  names,
	"tasks.change":                  names,
	"tasks.archive":                 names,
	"tasks.delete":                  names,
	"tags.create":                   names,
	"tags.upsert":                   names,
	"tags.change":                   names,
	"tags.delete":                   names,
	"timers.start":                  "only the caller's own timer can be started",
	"timers.stop_current":           "only the caller's own timer is stopped",
	"pages.stop_timer":              "only the timer of the person who was mailed is stopped",
	"pages.mute":                    account,
	"webhooks.test":                 "it sends nothing of the workspace",
	"webhooks.deliveries.redeliver": "the receiver was sent it before",
}

const (
	account = "it is about the account and no workspace"
	grants  = "it gives what a consent allowed"
	names   = "it gives nobody access or money: a word that time is tracked to"
)

func changeNewMember(body object) func(*world) apitest.Request {
	return func(w *world) apitest.Request {
		return w.ownerRequestWithBody(w.memberPath(w.owner.AddMember(w.newName(), "user")), body)
	}
}

func (w *world) memberPath(p *apitest.User) string {
	return "/api/workspaces/" + w.owner.WorkspaceID + "/members/" + p.ID
}

// registerProven registers a user who has proved their address.
func (w *world) registerProven() *apitest.User {
	p := w.Register(w.newName())
	p.VerifyEmail()
	return p
}

// unprovenWithFactors registers a user who has not proved their address, and has a login at the provider and a second
// factor.
func (w *world) unprovenWithFactors() *apitest.User {
	p := w.Register(w.newName())
	w.StartSSO(p.Token, "").Login(w.provider, w.newSSOUser()).Finish().OK()
	p.EnableSecondFactor()
	return p
}

// foreignEntry is the path of an entry of another member.
func (w *world) foreignEntry() string {
	p := w.owner.AddMember(w.newName(), "user")
	return "/api/entries/" + p.Post("/api/entries", w.withHour(object{})).ID() + "?user_id=" + p.ID
}

func foreignTimer(action string, body object) func(*world) apitest.Request {
	return func(w *world) apitest.Request {
		p, id := w.createMemberWithTimer()
		request := w.ownerRequest("/api/timers/" + id + action + "?user_id=" + p.ID)
		if body != nil {
			request.Body = body
		}
		return request
	}
}
