package functions_test

import (
	"fmt"
	"strings"
	"time"

	"stint/internal/apitest"
	"stint/shared/config"
	"stint/shared/domain/people"
)

// budgets has one row per route and case. The figures are the exact cost of one
// request.
var budgets = []budget{
	{"meta.health", "deep", "1G", func(*world) apitest.Request { return apitest.Request{Path: "/api/health?deep=1"} }},
	{"account.register", "", "2U 1T", func(w *world) apitest.Request {
		return publicRequest("/api/auth/register", object{"email": w.newName() + "@example.com", "password": apitest.Password,
			"displayName": "New"})
	}},
	{"account.login", "", "1B 2G 2U 1T", func(w *world) apitest.Request {
		return publicRequest("/api/auth/login", object{"email": w.owner.Email, "password": apitest.Password})
	}},
	{"account.refresh", "", "1B 1U", func(w *world) apitest.Request {
		return apitest.Request{Path: "/api/auth/refresh", Cookies: refreshCookies(w.Register(w.newName()))}
	}},
	{"account.logout", "", "1P", func(w *world) apitest.Request {
		return apitest.Request{Path: "/api/auth/logout", Cookies: refreshCookies(w.Register(w.newName()))}
	}},
	{"account.me", "", "2B 1Q", func(w *world) apitest.Request { return w.ownerRequest("/api/auth/me") }},
	{"account.preferences", "", "1B 1U", func(w *world) apitest.Request {
		return w.ownerRequestWithBody("/api/auth/me/preferences", object{"preferredLanguage": "de"})
	}},
	{"account.notifications", "", "1B", func(w *world) apitest.Request { return w.ownerRequest("/api/me/notifications") }},
	{"account.replace_notifications", "", "1B 1U", func(w *world) apitest.Request {
		return w.ownerRequestWithBody("/api/me/notifications", object{"timesheetDecided": false})
	}},
	{"account.profile", "a name", "1B 1T", func(w *world) apitest.Request {
		return w.ownerRequestWithBody("/api/me/profile", object{"displayName": "Olga Two"})
	}},
	{"account.sessions", "", "1B 1Q", func(w *world) apitest.Request { return w.ownerRequest("/api/auth/sessions") }},
	{"account.delete", "a member with a workspace alone", "5B 4Q 3T", func(w *world) apitest.Request {
		p := w.Register(w.newName())
		p.VerifyEmail()
		p.Post("/api/me/pending-invitations/"+w.Register(w.newName()).Invite(p.Email, "user")+"/accept", nil).OK()
		return apitest.Request{Path: "/api/me", Bearer: p.Token}
	}},
	{"account.export", "", "2B 6Q", func(w *world) apitest.Request {
		return apitest.Request{Path: "/api/me/export", Bearer: w.Register(w.newName()).Token}
	}},
	{"account.end_other_sessions", "", "1B 1T", func(w *world) apitest.Request {
		return apitest.Request{Path: "/api/auth/sessions", Bearer: w.Register(w.newName()).Token}
	}},
	{"account.end_session", "", "1B 1G 1P", func(w *world) apitest.Request {
		p := w.Register(w.newName())
		id := p.Get("/api/auth/sessions").Items()[0]["id"].(string)
		return apitest.Request{Path: "/api/auth/sessions/" + id, Bearer: p.Token}
	}},
	{"account.verify_email", "", "3G 2U 1T", func(w *world) apitest.Request {
		p := w.Register(w.newName())
		return publicRequest("/api/auth/verify-email", object{"token": p.MailedToken(p.Email, "verify-email"),
			"password": apitest.Password})
	}},
	{"account.resend_verification", "", "1B 2U 1T", func(w *world) apitest.Request {
		return apitest.Request{Path: "/api/auth/verify-email/resend", Bearer: w.Register(w.newName()).Token}
	}},
	{"account.request_reset", "a known address", "2G 2U 1T", func(w *world) apitest.Request {
		return publicRequest("/api/auth/password-reset/request", object{"email": w.owner.Email})
	}},
	{"account.request_reset", "an unknown address", "2G 2U 1T", func(w *world) apitest.Request {
		return publicRequest("/api/auth/password-reset/request", object{"email": w.newName() + "@example.com"})
	}},
	{"account.confirm_reset", "", "3G 1U 1T", func(w *world) apitest.Request {
		p := w.Register(w.newName())
		p.Send(apitest.Request{Method: "POST", Path: "/api/auth/password-reset/request", Body: object{"email": p.Email}}).OK()
		return publicRequest("/api/auth/password-reset/confirm",
			object{"token": p.MailedToken(p.Email, "password-reset"), "newPassword": "another good password"})
	}},
	{"account.set_password", "", "1B 1T", func(w *world) apitest.Request {
		return apitest.Request{Path: "/api/auth/password/set", Body: object{"newPassword": "another good password"},
			Bearer: w.signInSSOUser().Token}
	}},
	{"account.reauthenticate", "", "1B 2U", func(w *world) apitest.Request {
		return apitest.Request{Path: "/api/auth/reauthenticate", Body: object{"password": apitest.Password},
			Bearer: w.Register(w.newName()).Token}
	}},
	{"account.reauthenticate", "with a code", "1B 2U 1T", func(w *world) apitest.Request {
		p := w.Register(w.newName())
		return apitest.Request{Path: "/api/auth/reauthenticate",
			Body: object{"password": apitest.Password, "code": p.EnableSecondFactor().Code(1)}, Bearer: p.Token}
	}},
	{"account.login", "with a code", "1B 2G 3U 1T", func(w *world) apitest.Request {
		p := w.Register(w.newName())
		return publicRequest("/api/auth/login", object{"email": p.Email, "password": apitest.Password,
			"code": p.EnableSecondFactor().Code(1)})
	}},
	{"account.totp", "", "1B", func(w *world) apitest.Request { return w.ownerRequest("/api/auth/totp") }},
	{"account.enroll_totp", "", "1B 1U", func(w *world) apitest.Request {
		return apitest.Request{Path: "/api/auth/totp", Bearer: w.Register(w.newName()).Token}
	}},
	{"account.confirm_totp", "", "2B 1Q 1U 1T", func(w *world) apitest.Request {
		p := w.Register(w.newName())
		app := apitest.NewSecondFactor(w.Service, p.Post("/api/auth/totp", nil).OK()["secret"].(string))
		return apitest.Request{Path: "/api/auth/totp/confirm", Body: object{"code": app.Code(0)}, Bearer: p.Token}
	}},
	{"account.replace_recovery_codes", "", "2B 1Q 1U 1T", func(w *world) apitest.Request {
		p := w.Register(w.newName())
		return apitest.Request{Path: "/api/auth/totp/recovery-codes", Body: object{"code": p.EnableSecondFactor().Code(1)},
			Bearer: p.Token}
	}},
	{"account.disable_totp", "", "2B 1Q 1U 1T", func(w *world) apitest.Request {
		p := w.Register(w.newName())
		return apitest.Request{Path: "/api/auth/totp", Body: object{"code": p.EnableSecondFactor().Code(1)}, Bearer: p.Token}
	}},
	{"passkeys.options", "", "1B 1Q 1P 1U", func(w *world) apitest.Request {
		return apitest.Request{Path: "/api/me/passkeys/options", Bearer: w.Register(w.newName()).Token}
	}},
	{"passkeys.add", "", "2B 1G 2Q 1T", func(w *world) apitest.Request {
		p := w.Register(w.newName())
		body := apitest.NewPasskey(w.Service).Answer("Key", p.Post("/api/me/passkeys/options", nil))
		return apitest.Request{Path: "/api/me/passkeys", Body: body, Bearer: p.Token}
	}},
	{"passkeys.list", "", "1B 1Q", func(w *world) apitest.Request { return w.ownerRequest("/api/me/passkeys") }},
	{"passkeys.rename", "", "1B 1G 1U", func(w *world) apitest.Request {
		return w.ownerRequestWithBody("/api/me/passkeys/"+w.ids["passkeys"], object{"name": w.newName()})
	}},
	{"passkeys.delete", "", "3B 1G 2Q 1T", func(w *world) apitest.Request {
		p := w.Register(w.newName())
		id := apitest.NewPasskey(w.Service).AddTo(p, "Key").ID()
		return apitest.Request{Path: "/api/me/passkeys/" + id, Bearer: p.Token}
	}},
	{"passkeys.sign_in_options", "", "1P 1U", func(*world) apitest.Request {
		return apitest.Request{Path: "/api/auth/passkey/options"}
	}},
	{"passkeys.sign_in", "", "1B 2G 1Q 1U 1T", func(w *world) apitest.Request {
		key := apitest.NewPasskey(w.Service)
		key.AddTo(w.Register(w.newName()), "Key").OK()
		return publicRequest("/api/auth/passkey", key.Assert())
	}},
	{"passkeys.sign_in_to_pages", "", "1B 2G 1Q 1U 1T", func(w *world) apitest.Request {
		key := apitest.NewPasskey(w.Service)
		key.AddTo(w.Register(w.newName()), "Key").OK()
		return publicRequest("/api/auth/passkey/apps", key.Assert())
	}},
	{"account.unlink", "", "2B 1Q 1T", func(w *world) apitest.Request {
		p := w.signInSSOUser()
		p.Post("/api/auth/password/set", object{"newPassword": "another good password"}).OK()
		return apitest.Request{Path: "/api/auth/me/external-logins/external", Bearer: p.Token}
	}},
	{"sso.start", "", "1P 1U", func(w *world) apitest.Request { return publicRequest(apitest.SSOPath+"/start", nil) }},
	{"sso.start", "to link", "1B 1P 1U", func(w *world) apitest.Request {
		return w.ownerRequest(apitest.SSOPath + "/start")
	}},
	{"sso.callback", "somebody known", "1B 2G 2U 1T", func(w *world) apitest.Request {
		user := w.newSSOUser()
		w.StartSSO("", "").Login(w.provider, user).Finish().OK()
		return w.callbackRequest("", user)
	}},
	{"sso.callback", "somebody new", "4G 2U 1T",
		func(w *world) apitest.Request { return w.callbackRequest("", w.newSSOUser()) }},
	{"sso.callback", "a mail is needed", "4G 3U 1T", func(w *world) apitest.Request {
		user := w.newSSOUser()
		user.Email = w.owner.Email
		return w.callbackRequest("", user)
	}},
	{"sso.callback", "to link", "3B 1Q 2U 1T", func(w *world) apitest.Request {
		return w.callbackRequest(w.Register(w.newName()).Token, w.newSSOUser())
	}},
	{"sso.verify_email", "", "1G 1U", func(w *world) apitest.Request {
		return publicRequest(apitest.SSOPath+"/verify-email?token="+w.requestSSOToken(), nil)
	}},
	{"sso.confirm_email", "", "4G 1U 1T", func(w *world) apitest.Request {
		return publicRequest(apitest.SSOPath+"/verify-email", object{"token": w.requestSSOToken()})
	}},
	{"pages.sso_verify", "", "1G 1U", func(w *world) apitest.Request {
		return apitest.Request{Path: "/p/sso-verify?token=" + w.requestSSOToken()}
	}},
	{"pages.confirm_sso", "", "4G 1U 1T", func(w *world) apitest.Request {
		return apitest.Form("/p/sso-verify", "token", w.requestSSOToken())
	}},
	{"api_keys.list_all", "", "2B 1Q", func(w *world) apitest.Request { return w.ownerRequest("/api/auth/api-keys") }},
	{"api_keys.list", "", "2B 1Q", func(w *world) apitest.Request {
		return w.ownerRequest("/api/me/workspaces/" + w.owner.WorkspaceID + "/api-keys")
	}},
	{"api_keys.create", "", "1B 1T", func(w *world) apitest.Request {
		return w.ownerRequestWithBody("/api/me/workspaces/"+w.owner.WorkspaceID+"/api-keys", object{"name": w.newName()})
	}},
	{"calendar_feeds.list", "", "2B 1Q", func(w *world) apitest.Request {
		return w.ownerRequest("/api/workspaces/" + w.owner.WorkspaceID + "/calendar-feeds")
	}},
	{"calendar_feeds.create", "", "1B 1G 1Q 1T", func(w *world) apitest.Request {
		p := w.Register(w.newName())
		return apitest.Request{Path: "/api/workspaces/" + p.WorkspaceID + "/calendar-feeds", Bearer: p.Token,
			Body: object{"name": w.newName()}}
	}},
	{"calendar_feeds.delete", "", "1B 2G 1T", func(w *world) apitest.Request {
		p := w.Register(w.newName())
		id, _ := w.createFeed(p)
		return apitest.Request{Path: "/api/workspaces/" + p.WorkspaceID + "/calendar-feeds/" + id, Bearer: p.Token}
	}},
	{"calendar_feeds.read", "one's own time", "1B 1G 1Q 3U", func(w *world) apitest.Request {
		_, token := w.createFeed(w.Register(w.newName()))
		return apitest.Request{Path: "/feeds/" + token + ".ics"}
	}},
	{"api_keys.revoke", "", "1B 2G 1T", func(w *world) apitest.Request {
		all := "/api/me/workspaces/" + w.owner.WorkspaceID + "/api-keys"
		return w.ownerRequest(all + "/" + w.owner.Post(all, object{"name": w.newName()}).ID())
	}},
	{"api_keys.inventory", "one member", "2B 2Q", func(w *world) apitest.Request {
		p := w.Register(w.newName())
		p.Post("/api/me/workspaces/"+p.WorkspaceID+"/api-keys", object{"name": w.newName()}).OK()
		return apitest.Request{Path: "/api/workspaces/" + p.WorkspaceID + "/api-keys", Bearer: p.Token}
	}},
	{"api_keys.revoke_any", "", "2B 1G 1Q 1T", func(w *world) apitest.Request {
		all := "/workspaces/" + w.owner.WorkspaceID + "/api-keys"
		return w.ownerRequest("/api" + all + "/" + w.owner.Post("/api/me"+all, object{"name": w.newName()}).ID())
	}},
	{"api_keys.me", "", "1B 1G", func(w *world) apitest.Request {
		// the last use is recorded once an hour
		w.UseKey(w.key).OK()
		return apitest.Request{Path: "/api/v1/me", Bearer: w.key}
	}},
	{"apps.list", "", "2B 1Q", func(w *world) apitest.Request { return w.ownerRequest("/api/me/apps") }},
	{"apps.revoke", "", "1B 1G 1T", func(w *world) apitest.Request {
		return w.ownerRequest("/api/me/apps/" + w.owner.AllowApp(apitest.SomeApp(), people.AccessRead).ID)
	}},
	{"apps.list_all", "one member", "2B 2Q", func(w *world) apitest.Request {
		p := w.Register(w.newName())
		p.AllowApp(apitest.SomeApp(), people.AccessRead)
		return apitest.Request{Path: "/api/workspaces/" + p.WorkspaceID + "/apps", Bearer: p.Token}
	}},
	{"apps.revoke_any", "", "1B 1G 1T", func(w *world) apitest.Request {
		return w.ownerRequest("/api/workspaces/" + w.owner.WorkspaceID + "/apps/" +
			w.owner.AllowApp(apitest.SomeApp(), people.AccessRead).ID)
	}},
	{"oauth_clients.list", "", "1B 1Q", func(w *world) apitest.Request {
		return w.ownerRequest("/api/workspaces/" + w.owner.WorkspaceID + "/oauth-clients")
	}},
	{"oauth_clients.create", "", "1B 1T", func(w *world) apitest.Request {
		return w.ownerRequestWithBody("/api/workspaces/"+w.owner.WorkspaceID+"/oauth-clients",
			object{"name": w.newName(), "redirectUris": []string{"https://app.example.com/callback"}})
	}},
	{"oauth_clients.change", "", "1B 1G 1T", func(w *world) apitest.Request {
		return w.ownerRequestWithBody("/api/workspaces/"+w.owner.WorkspaceID+"/oauth-clients/"+w.ids["oauth-clients"],
			w.newNameBody())
	}},
	{"oauth_clients.delete", "", "1B 1G 1T", func(w *world) apitest.Request {
		return w.ownerRequest("/api/workspaces/" + w.owner.WorkspaceID + "/oauth-clients/" + w.registerApp(w.newName()))
	}},
	{"oauth_clients.rotate_secret", "", "1B 1G 1T", func(w *world) apitest.Request {
		return w.ownerRequest("/api/workspaces/" + w.owner.WorkspaceID + "/oauth-clients/" + w.ids["oauth-clients"] +
			"/rotate-secret")
	}},
	{"api_keys.me", "of an app", "1B 1G", func(w *world) apitest.Request {
		app := w.owner.AllowApp(apitest.SomeApp(), people.AccessRead)
		app.Me().OK() // the last use is recorded once an hour
		return apitest.Request{Path: "/api/v1/me", Bearer: app.Access}
	}},
	{"approvals.show", "", "2B 1G 1Q 1U", func(w *world) apitest.Request {
		return publicRequest("/api/public/client-approval/"+w.createClientToken(), nil)
	}},
	{"approvals.document", "", "2B 1G 1Q 1U 1T", func(w *world) apitest.Request {
		return publicRequest("/api/public/client-approval/"+w.createClientToken()+"/document", nil)
	}},
	{"approvals.approve", "", "2B 1G 1Q 1U 1T", func(w *world) apitest.Request {
		return publicRequest("/api/public/client-approval/"+w.createClientToken()+"/approve", signatureBody())
	}},
	{"approvals.reject", "", "2B 1G 1Q 1U 1T", func(w *world) apitest.Request {
		return publicRequest("/api/public/client-approval/"+w.createClientToken()+"/reject", signatureBody())
	}},
	{"billing.settings", "", "1B", func(w *world) apitest.Request {
		return w.ownerRequest("/api/workspaces/me/billable-settings")
	}},
	{"billing.replace_settings", "", "1B 1T", func(w *world) apitest.Request {
		return w.ownerRequestWithBody("/api/workspaces/me/billable-settings", object{
			"currency": "EUR", "defaultHourlyRate": 8500, "defaultIsBillable": true, "rounding": object{"mode": "none"},
			"membersSeeRates": false,
		})
	}},
	{"billing.resnapshot", "a preview, two members", "2B 3Q", func(w *world) apitest.Request {
		return w.ownerRequestWithBody("/api/workspaces/me/billable-settings/resnapshot?apply=false",
			object{"from": "2026-06-16T00:00:00Z", "to": "2026-06-17T00:00:00Z"})
	}},
	{"billing.apply", "two members", "2B 3Q 1T", func(w *world) apitest.Request {
		return w.ownerRequestWithBody("/api/workspaces/me/billable-settings/apply",
			object{"from": "2026-06-16T00:00:00Z", "to": "2026-06-17T00:00:00Z", "hourlyRate": nameCount.Add(1)})
	}},
	{"entries.invoice", "by id", "2B 1T", func(w *world) apitest.Request {
		return w.ownerRequestWithBody("/api/entries:invoice", object{"invoice": "2026-1", "ids": []string{w.createEntry()}})
	}},
	{"entries.invoice", "by a filter, two members", "1B 3Q 1T", func(w *world) apitest.Request {
		w.owner.Post("/api/entries:invoice", object{"invoice": nil, "ids": []string{w.createEntry()}}).OK()
		return w.ownerRequestWithBody("/api/entries:invoice", object{"invoice": "2026-2", "filter": object{
			"from": "2026-06-16T00:00:00Z", "to": "2026-06-17T00:00:00Z", "invoice": "none"}})
	}},
	{"billing.job", "", "1B 1G", func(w *world) apitest.Request {
		return w.ownerRequest("/api/workspaces/me/billing-jobs/" + w.ids["billing-jobs"])
	}},
	{"billing.cancel_job", "", "1B 1G 1T", func(w *world) apitest.Request {
		return w.ownerRequest("/api/workspaces/me/billing-jobs/" + w.startJob())
	}},
	{"calendar.events", "", "1B", func(w *world) apitest.Request {
		return apitest.Request{Path: "/api/calendar-events", Bearer: w.createUserWithCalendar().Token}
	}},
	{"calendar.events", "the token is renewed", "1B 2P", func(w *world) apitest.Request {
		p := w.createUserWithCalendar()
		w.calendars.ExpireTokens(calendarAccount)
		return apitest.Request{Path: "/api/calendar-events", Bearer: p.Token}
	}},
	{"calendar.connections", "", "1B", func(w *world) apitest.Request { return w.ownerRequest(apitest.ConnectionsPath) }},
	{"calendar.start", "", "1B 1P", func(w *world) apitest.Request {
		return w.ownerRequest(apitest.ConnectionsPath + "/external/start")
	}},
	{"calendar.callback", "", "1B 2U 1T", func(w *world) apitest.Request {
		return w.owner.StartCalendarConsent().Consent(w.calendars, calendarAccount).CallbackRequest()
	}},
	{"calendar.disconnect", "", "1B 1P", func(w *world) apitest.Request {
		return apitest.Request{Path: apitest.ConnectionsPath + "/external", Bearer: w.createUserWithCalendar().Token}
	}},
	{"changes.list", "from now", "1B 1Q", func(w *world) apitest.Request { return w.ownerRequest("/api/changes") }},
	{"changes.list", "nothing new", "1B 1Q", func(w *world) apitest.Request {
		return w.ownerRequest("/api/changes?cursor=" + w.owner.Get("/api/changes").OK()["next_cursor"].(string))
	}},
	{"changes.list", "20 changes", "2B 1Q", func(w *world) apitest.Request {
		return w.ownerRequest("/api/changes?limit=20&types=client&since=2026-06-17T11:00:00Z")
	}},
	{"clients.list", "", "1B 1Q", func(w *world) apitest.Request { return w.ownerRequest("/api/clients") }},
	{"clients.upsert", "50 new clients", "2B 3T", func(w *world) apitest.Request {
		return w.ownerRequestWithBody("/api/clients:upsert", object{"items": w.newNames(50)})
	}},
	{"clients.upsert", "50 clients that are there", "3B", func(w *world) apitest.Request {
		rows := w.newNames(50)
		w.owner.Post("/api/clients:upsert", object{"items": rows}).OK()
		return w.ownerRequestWithBody("/api/clients:upsert", object{"items": rows})
	}},
	{"tags.upsert", "a new tag and one that is there", "3B 1T", func(w *world) apitest.Request {
		rows := w.newNames(2)
		w.owner.Post("/api/tags", rows[0]).OK()
		return w.ownerRequestWithBody("/api/tags:upsert", object{"items": rows})
	}},
	{"tasks.upsert", "a new task", "3B 1T", func(w *world) apitest.Request {
		return w.ownerRequestWithBody("/api/projects/"+w.ids["projects"]+"/tasks:upsert", object{"items": w.newNames(1)})
	}},
	{"projects.upsert", "a new project of a client", "3B 1T", func(w *world) apitest.Request {
		rows := w.newNames(1)
		rows[0]["clientId"] = w.ids["clients"]
		return w.ownerRequestWithBody("/api/projects:upsert", object{"items": rows})
	}},
	{"projects.upsert", "50 new projects, which take a reservation", "2B 3T", func(w *world) apitest.Request {
		return w.ownerRequestWithBody("/api/projects:upsert", object{"items": w.newNames(50)})
	}},
	{"clients.create", "", "1B 1T", func(w *world) apitest.Request {
		return w.ownerRequestWithBody("/api/clients", w.newNameBody())
	}},
	{"clients.get", "", "1B 1G", func(w *world) apitest.Request {
		return w.ownerRequest("/api/clients/" + w.createClient())
	}},
	{"clients.change", "another name", "1B 1G 1T", func(w *world) apitest.Request {
		return w.ownerRequestWithBody("/api/clients/"+w.createClient(), w.newNameBody())
	}},
	{"clients.change", "archived", "1B 1G 1T", func(w *world) apitest.Request {
		return w.ownerRequestWithBody("/api/clients/"+w.createClient(), object{"isArchived": true})
	}},
	{"clients.delete", "", "1B 1G 1T", func(w *world) apitest.Request {
		return w.ownerRequest("/api/clients/" + w.createClient())
	}},
	{"projects.list", "", "1B 1Q", func(w *world) apitest.Request { return w.ownerRequest("/api/projects") }},
	{"projects.create", "", "1B 1G 1T", func(w *world) apitest.Request {
		return w.ownerRequestWithBody("/api/projects", object{"name": w.newName(), "clientId": w.createClient()})
	}},
	{"projects.budget.get", "nothing new", "3B 1G 1Q", func(w *world) apitest.Request {
		path := w.createProjectWithBudget()
		w.owner.Get(path).OK() // builds the totals
		return w.ownerRequest(path)
	}},
	{"projects.budget.get", "an entry more", "5B 3G 2Q 1P 1T", func(w *world) apitest.Request {
		path := w.createProjectWithBudget()
		w.Clock.Advance(5 * time.Minute) // the changes of other rows are old then, and are not read again
		w.owner.Get(path).OK()
		w.owner.Post("/api/entries", object{"projectId": projectIn(path), "startedAt": "2026-06-16T09:00:00Z",
			"stoppedAt": "2026-06-16T10:00:00Z"}).OK()
		return w.ownerRequest(path)
	}},
	{"projects.get", "", "2B", func(w *world) apitest.Request {
		return w.ownerRequest("/api/projects/" + w.createProject())
	}},
	{"projects.change", "a colour", "2B 1T", func(w *world) apitest.Request {
		return w.ownerRequestWithBody("/api/projects/"+w.createProject(), object{"color": "#123456"})
	}},
	{"projects.change", "another name", "2B 1T", func(w *world) apitest.Request {
		return w.ownerRequestWithBody("/api/projects/"+w.createProject(), w.newNameBody())
	}},
	{"projects.delete", "", "2B 1T", func(w *world) apitest.Request {
		return w.ownerRequest("/api/projects/" + w.createProject())
	}},
	{"projects.members.list", "", "3B 1Q", func(w *world) apitest.Request {
		return w.ownerRequest("/api/projects/" + w.createStaffedProject() + "/members")
	}},
	{"projects.members.add", "", "3B 1T", func(w *world) apitest.Request {
		return w.ownerRequestWithBody("/api/projects/"+w.createProject()+"/members", object{"userId": w.owner.ID})
	}},
	{"projects.members.change", "", "2B 1T", func(w *world) apitest.Request {
		return w.ownerRequestWithBody("/api/projects/"+w.createStaffedProject()+"/members/"+w.owner.ID,
			object{"hourlyRate": 5000})
	}},
	{"projects.members.manager", "", "2B 1T", func(w *world) apitest.Request {
		return w.ownerRequestWithBody("/api/projects/"+w.createStaffedProject()+"/members/"+w.owner.ID+"/manager",
			object{"isManager": true})
	}},
	{"projects.members.remove", "", "2B 1T", func(w *world) apitest.Request {
		return w.ownerRequest("/api/projects/" + w.createStaffedProject() + "/members/" + w.owner.ID)
	}},
	{"tasks.list", "", "2B 1Q", func(w *world) apitest.Request {
		return w.ownerRequest("/api/projects/" + w.ids["projects"] + "/tasks")
	}},
	{"tasks.create", "", "2B 1T", func(w *world) apitest.Request {
		return w.ownerRequestWithBody("/api/projects/"+w.ids["projects"]+"/tasks", w.newNameBody())
	}},
	{"tasks.get", "", "2B 1G", func(w *world) apitest.Request { return w.ownerRequest("/api/tasks/" + w.ids["tasks"]) }},
	{"tasks.change", "another name", "2B 1G 1T", func(w *world) apitest.Request {
		return w.ownerRequestWithBody("/api/tasks/"+w.createTask(), w.newNameBody())
	}},
	{"tasks.archive", "", "2B 1G 1U", func(w *world) apitest.Request {
		return w.ownerRequest("/api/tasks/" + w.createTask() + "/archive")
	}},
	{"tasks.delete", "", "2B 1G 1T", func(w *world) apitest.Request {
		return w.ownerRequest("/api/tasks/" + w.createTask())
	}},
	{"client_links.list", "", "1B 1G 2Q", func(w *world) apitest.Request {
		return w.ownerRequest(submissionsPath + "/" + w.ids["timesheet-submissions"] + "/client-approval-links")
	}},
	{"client_links.create", "", "2B 1G 1Q 1T", func(w *world) apitest.Request {
		return w.ownerRequestWithBody(w.createApprovedSubmission()+"/client-approval-links",
			object{"clientEmail": "client@example.com"})
	}},
	{"client_links.get", "", "3B 2G 2Q", func(w *world) apitest.Request { return w.ownerRequest(w.createClientLink()) }},
	{"client_links.revoke", "", "3B 2G 2Q 1T", func(w *world) apitest.Request {
		return w.ownerRequest(w.createClientLink())
	}},
	{"submissions.list", "", "3B 1Q", func(w *world) apitest.Request { return w.ownerRequest(submissionsPath) }},
	{"submissions.list", "by status", "1B 1Q", func(w *world) apitest.Request {
		return w.ownerRequest(submissionsPath + "?status=submitted")
	}},
	{"submissions.list", "one user's", "4B 1Q",
		func(w *world) apitest.Request { return w.ownerRequest(submissionsPath + "?user_id=" + w.owner.ID) }},
	{"submissions.create", "", "4B 2Q 1T", func(w *world) apitest.Request {
		return w.ownerRequestWithBody(submissionsPath, w.trackDay())
	}},
	{"submissions.get", "", "1B 1G 1Q", func(w *world) apitest.Request {
		return w.ownerRequest(submissionsPath + "/" + w.ids["timesheet-submissions"])
	}},
	{"submissions.document", "with entries", "3B 1G 2Q 1P", func(w *world) apitest.Request {
		return w.ownerRequest(submissionsPath + "/" + w.ids["timesheet-submissions"] + "/document")
	}},
	{"submissions.document", "without entries", "2B 1G 1Q 1P", func(w *world) apitest.Request {
		return w.ownerRequest(submissionsPath + "/" + w.ids["timesheet-submissions"] + "/document?entries=false")
	}},
	{"submissions.events", "", "2B 1G 1Q", func(w *world) apitest.Request {
		return w.ownerRequest(submissionsPath + "/" + w.ids["timesheet-submissions"] + "/events")
	}},
	{"submissions.withdraw", "", "1B 1G 1Q 1T", func(w *world) apitest.Request {
		path, _ := w.createSubmission()
		return w.ownerRequest(path + "/withdraw")
	}},
	{"submissions.resubmit", "", "5B 1G 3Q 1T",
		func(w *world) apitest.Request { return w.ownerRequest(w.createRejectedSubmission() + "/resubmit") }},
	{"submissions.reopen", "", "3B 1G 2Q 1T", func(w *world) apitest.Request {
		return w.ownerRequest(w.createApprovedSubmission() + "/reopen")
	}},
	{"submissions.approve_all", "", "1B 1G 1Q 1T", func(w *world) apitest.Request {
		path, _ := w.createSubmission()
		return w.ownerRequest(path + "/approve-all")
	}},
	{"submissions.approve_line", "", "1B 1G 1Q 1T", func(w *world) apitest.Request {
		_, line := w.createSubmission()
		return w.ownerRequest(line + "/approve")
	}},
	{"submissions.reject_line", "", "1B 1G 1Q 1T", func(w *world) apitest.Request {
		_, line := w.createSubmission()
		return w.ownerRequestWithBody(line+"/reject", object{})
	}},
	{"tags.list", "", "1B 1Q", func(w *world) apitest.Request { return w.ownerRequest("/api/tags") }},
	{"tags.create", "", "1B 1T", func(w *world) apitest.Request {
		return w.ownerRequestWithBody("/api/tags", w.newNameBody())
	}},
	{"tags.change", "another name", "1B 1G 1T", func(w *world) apitest.Request {
		return w.ownerRequestWithBody("/api/tags/"+w.createTag(), w.newNameBody())
	}},
	{"tags.delete", "", "1B 1G 1T", func(w *world) apitest.Request {
		return w.ownerRequest("/api/tags/" + w.createTag())
	}},
	{"webhooks.list", "", "1B 1Q", func(w *world) apitest.Request { return w.ownerRequest("/api/webhooks") }},
	{"webhooks.create", "", "1B 1T", func(w *world) apitest.Request {
		return apitest.Request{Path: "/api/webhooks", Bearer: w.Register(w.newName()).Token,
			Body: object{"url": "https://hooks.example.com/in", "events": []string{"*"}}}
	}},
	{"webhooks.get", "", "1B 1G", func(w *world) apitest.Request {
		return w.ownerRequest("/api/webhooks/" + w.ids["webhooks"])
	}},
	{"webhooks.change", "", "1B 1G 1T", func(w *world) apitest.Request {
		return w.ownerRequestWithBody("/api/webhooks/"+w.ids["webhooks"], object{"description": w.newName()})
	}},
	{"webhooks.delete", "", "1B 1G 1T", func(w *world) apitest.Request {
		id, _ := w.createWebhook()
		return w.ownerRequest("/api/webhooks/" + id)
	}},
	{"webhooks.test", "", "1B 1G 1T", func(w *world) apitest.Request { return w.ownerRequest(w.newWebhookPath("/test")) }},
	{"webhooks.rotate_secret", "", "1B 1G 1T", func(w *world) apitest.Request {
		return w.ownerRequest(w.newWebhookPath("/rotate-secret"))
	}},
	{"webhooks.deliveries.list", "", "1B 1G 1Q", func(w *world) apitest.Request {
		return w.ownerRequest("/api/webhooks/" + w.ids["webhooks"] + "/deliveries")
	}},
	{"webhooks.deliveries.redeliver", "one that waits", "1B 2G", func(w *world) apitest.Request {
		return w.ownerRequest("/api/webhooks/" + w.ids["webhooks"] + "/deliveries/" + w.ids["deliveries"] + "/redeliver")
	}},
	{"workspaces.list", "", "2B 1Q", func(w *world) apitest.Request { return w.ownerRequest("/api/workspaces") }},
	{"workspaces.create", "", "1B 1T", func(w *world) apitest.Request {
		return w.ownerRequestWithBody("/api/workspaces", w.newNameBody())
	}},
	{"workspaces.get", "", "1B", func(w *world) apitest.Request {
		return w.ownerRequest("/api/workspaces/" + w.owner.WorkspaceID)
	}},
	{"workspaces.change", "", "1B 1T", func(w *world) apitest.Request {
		return w.ownerRequestWithBody("/api/workspaces/"+w.owner.WorkspaceID, w.newNameBody())
	}},
	{"workspaces.logo.replace", "", "1B 1T", func(w *world) apitest.Request {
		return apitest.Request{Path: "/api/workspaces/" + w.owner.WorkspaceID + "/logo", Body: w.newLogo(),
			Bearer: w.owner.Token, Header: map[string]string{"Content-Type": "image/svg+xml"}}
	}},
	{"workspaces.logo.delete", "", "1B 1T", func(w *world) apitest.Request {
		w.owner.PutLogo("image/svg+xml", apitest.LogoSVG).OK()
		return w.ownerRequest("/api/workspaces/" + w.owner.WorkspaceID + "/logo")
	}},
	{"workspaces.delete", "", "1B 1T", func(w *world) apitest.Request {
		return w.ownerRequest("/api/workspaces/" + w.owner.Post("/api/workspaces", w.newNameBody()).ID())
	}},
	{"workspaces.restore", "", "1B 1T", func(w *world) apitest.Request {
		path := "/api/workspaces/" + w.owner.Post("/api/workspaces", w.newNameBody()).ID()
		restorable := w.NewInstance(func(c *config.Config) { c.PurgeAfterDays = 14 })
		w.SendTo(restorable, apitest.Request{Method: "DELETE", Path: path, Bearer: w.owner.Token}).OK()
		return w.ownerRequest(path + "/restore")
	}},
	{"workspaces.transfer", "", "2B 1T", func(w *world) apitest.Request {
		p := w.Register(w.newName())
		heir := p.AddMember(w.newName(), "admin")
		return apitest.Request{Path: "/api/workspaces/" + p.WorkspaceID + "/transfer-ownership",
			Body: object{"userId": heir.ID}, Bearer: p.Token}
	}},
	{"workspaces.leave", "", "1B 1T", func(w *world) apitest.Request {
		p := w.owner.AddMember(w.newName(), "user")
		return apitest.Request{Path: "/api/workspaces/" + w.owner.WorkspaceID + "/leave", Bearer: p.Token}
	}},
	{"audit_log.list", "", "2B 1Q", func(w *world) apitest.Request {
		return w.ownerRequest("/api/workspaces/" + w.owner.WorkspaceID + "/audit-log")
	}},
	{"members.list", "", "2B 1Q", func(w *world) apitest.Request {
		return w.ownerRequest("/api/workspaces/" + w.owner.WorkspaceID + "/members")
	}},
	{"members.change", "a rate", "2B 1T", func(w *world) apitest.Request {
		return w.ownerRequestWithBody("/api/workspaces/"+w.owner.WorkspaceID+"/members/"+w.analyst.ID,
			object{"hourlyRate": 9000})
	}},
	{"members.remove", "", "2B 1T", func(w *world) apitest.Request {
		p := w.owner.AddMember(w.newName(), "user")
		return w.ownerRequest("/api/workspaces/" + w.owner.WorkspaceID + "/members/" + p.ID)
	}},
	{"members.sign_out", "", "2B 1T", func(w *world) apitest.Request {
		p := w.owner.AddMember(w.newName(), "user")
		return w.ownerRequest("/api/workspaces/" + w.owner.WorkspaceID + "/members/" + p.ID + "/sessions")
	}},
	{"members.remove", "a timer runs on a project", "3B 1T", func(w *world) apitest.Request {
		p, _ := w.createAdminWithTimer()
		return w.ownerRequest("/api/workspaces/" + w.owner.WorkspaceID + "/members/" + p.ID)
	}},
	{"invitations.list", "", "2B 1Q", func(w *world) apitest.Request {
		return w.ownerRequest("/api/workspaces/" + w.owner.WorkspaceID + "/invitations")
	}},
	{"invitations.invite", "", "2B 1T", func(w *world) apitest.Request {
		return w.ownerRequestWithBody("/api/workspaces/"+w.owner.WorkspaceID+"/invitations",
			object{"email": w.newName() + "@example.com"})
	}},
	{"invitations.resend", "", "1B 1G 1T", func(w *world) apitest.Request {
		return w.ownerRequest("/api/workspaces/" + w.owner.WorkspaceID + "/invitations/" +
			w.owner.Invite(w.newName()+"@example.com", "user") + "/resend")
	}},
	{"invitations.revoke", "", "1B 1G 1T", func(w *world) apitest.Request {
		return w.ownerRequest("/api/workspaces/" + w.owner.WorkspaceID + "/invitations/" +
			w.owner.Invite(w.newName()+"@example.com", "user"))
	}},
	{"invitations.lookup", "", "1B 1G 1U", func(w *world) apitest.Request {
		email := w.newName() + "@example.com"
		w.owner.Invite(email, "user")
		return apitest.Request{Path: "/api/invitations/" + w.owner.MailedToken(email, "invitation")}
	}},
	{"invitations.pending", "", "2B 1Q", func(w *world) apitest.Request {
		p, _ := w.inviteUser()
		return apitest.Request{Path: "/api/me/pending-invitations", Bearer: p.Token}
	}},
	{"invitations.accept", "", "2B 1G 1T", func(w *world) apitest.Request {
		p, id := w.inviteUser()
		return apitest.Request{Path: "/api/me/pending-invitations/" + id + "/accept", Bearer: p.Token}
	}},
	{"invitations.decline", "", "2B 1G 1T", func(w *world) apitest.Request {
		p, id := w.inviteUser()
		return apitest.Request{Path: "/api/me/pending-invitations/" + id + "/decline", Bearer: p.Token}
	}},
	{"pages.verify_email", "", "2G 1U", func(w *world) apitest.Request {
		p := w.Register(w.newName())
		return apitest.Request{Path: "/p/verify-email?token=" + p.MailedToken(p.Email, "verify-email")}
	}},
	{"pages.confirm_email", "", "3G 2U 1T", func(w *world) apitest.Request {
		p := w.Register(w.newName())
		return apitest.Form("/p/verify-email", "token", p.MailedToken(p.Email, "verify-email"), "password", apitest.Password)
	}},
	{"pages.password_reset", "", "2G 1U", func(w *world) apitest.Request {
		return apitest.Request{Path: "/p/password-reset?token=" + w.requestResetToken()}
	}},
	{"pages.reset_password", "", "3G 1U 1T", func(w *world) apitest.Request {
		return apitest.Form("/p/password-reset", "token", w.requestResetToken(), "newPassword", "another good password")
	}},
	{"pages.invitation", "", "1B 1G 1U", func(w *world) apitest.Request {
		_, token := w.inviteAddress()
		return apitest.Request{Path: "/p/invitation?token=" + token}
	}},
	{"pages.client_approval", "", "2B 1G 1Q 1U", func(w *world) apitest.Request {
		return apitest.Request{Path: "/p/client-approval/" + w.createClientToken()}
	}},
	{"pages.sign", "", "3B 2G 2Q 1U 1T", func(w *world) apitest.Request {
		return apitest.Form("/p/client-approval/"+w.createClientToken(), "signerName", "Clara", "signerEmail",
			"client@example.com", "attestationAccepted", "true", "decision", "approve")
	}},
	{"pages.join", "somebody new", "1B 1G 2U 1T", func(w *world) apitest.Request {
		email, token := w.inviteAddress()
		return apitest.Form("/p/invitation", "token", token, "email", email, "password", apitest.Password, "displayName",
			"New")
	}},
	{"pages.join", "with an account", "2B 5G 2U 1T", func(w *world) apitest.Request {
		email, token := w.inviteAddress()
		w.Register(strings.TrimSuffix(email, "@example.com"))
		return apitest.Form("/p/invitation", "token", token, "email", email, "password", apitest.Password)
	}},
	{"pages.timesheet", "", "3B 2G 2Q 1U", func(w *world) apitest.Request {
		return apitest.Request{Path: "/p/timesheet?token=" + w.createTimesheetMail("timesheet")}
	}},
	{"pages.decide_timesheet", "", "2B 2G 1Q 1U 1T", func(w *world) apitest.Request {
		return apitest.Form("/p/timesheet", "token", w.createTimesheetMail("timesheet"), "decision", "approve")
	}},
	{"pages.timer", "", "1B 1G 1U", func(w *world) apitest.Request {
		return apitest.Request{Path: "/p/timer?token=" + w.createTimerMail()}
	}},
	{"pages.stop_timer", "", "1B 1G 1U 1T", func(w *world) apitest.Request {
		return apitest.Form("/p/timer", "token", w.createTimerMail())
	}},
	{"pages.notifications", "", "1B 1G 1U", func(w *world) apitest.Request {
		return apitest.Request{Path: "/p/notifications?token=" + w.createTimesheetMail("notifications")}
	}},
	{"pages.mute", "", "1B 1G 2U", func(w *world) apitest.Request {
		return apitest.Form("/p/notifications", "token", w.createTimesheetMail("notifications"))
	}},
	{"timers.start", "none runs", "2B 1P", func(w *world) apitest.Request {
		return w.adminRequest("/api/timers/start", object{"projectId": w.ids["projects"]}, false)
	}},
	{"timers.start", "nothing named, none runs", "1B 1P", func(w *world) apitest.Request {
		return w.adminRequest("/api/timers/start", object{"description": "x"}, false)
	}},
	{"timers.start", "a task alone, none runs", "3B 1P", func(w *world) apitest.Request {
		return w.adminRequest("/api/timers/start", object{"taskId": w.ids["tasks"]}, false)
	}},
	{"timers.start", "one runs", "2B 1T", func(w *world) apitest.Request {
		return w.adminRequest("/api/timers/start", object{"projectId": w.ids["projects"],
			"startedAt": "2026-06-17T12:00:00Z"}, true)
	}},
	{"timers.start", "one runs on a project", "2B 1T", func(w *world) apitest.Request {
		p, _ := w.createAdminWithTimer()
		return apitest.Request{Path: "/api/timers/start", Bearer: p.Token}
	}},
	{"mcp.serve", "the list of tools", "1B 1G", func(w *world) apitest.Request {
		return w.message("tools/list", object{})
	}},
	{"mcp.serve", "the running timer", "7B 6G", func(w *world) apitest.Request {
		return w.message("tools/call", object{"name": "current_timer", "arguments": object{}})
	}},
	{"timers.current", "", "1B", func(w *world) apitest.Request { return w.ownerRequest("/api/timers/current") }},
	{"timers.stop", "", "1B 1T", func(w *world) apitest.Request {
		p, id := w.createMemberWithTimer()
		return apitest.Request{Path: "/api/timers/" + id + "/stop", Bearer: p.Token}
	}},
	{"timers.stop", "on a project, which may have a rate", "2B 1T", func(w *world) apitest.Request {
		p, id := w.createAdminWithTimer()
		return apitest.Request{Path: "/api/timers/" + id + "/stop", Bearer: p.Token}
	}},
	{"timers.stop_current", "", "1B 1T", func(w *world) apitest.Request {
		p, _ := w.createMemberWithTimer()
		return apitest.Request{Path: "/api/timers/current/stop", Bearer: p.Token}
	}},
	{"timers.edit", "a text", "1B 1P", func(w *world) apitest.Request {
		p, id := w.createMemberWithTimer()
		return apitest.Request{Path: "/api/timers/" + id, Bearer: p.Token, Body: object{"description": "y"}}
	}},
	{"timers.discard", "", "1B 1T", func(w *world) apitest.Request {
		p, id := w.createMemberWithTimer()
		return apitest.Request{Path: "/api/timers/" + id, Bearer: p.Token}
	}},
	{"entries.list", "one's own week", "1B 1Q", func(w *world) apitest.Request {
		return w.ownerRequest("/api/entries?from=2026-06-15T00:00:00Z&to=2026-06-22T00:00:00Z&user_id=" + w.owner.ID)
	}},
	{"entries.list", "everyone's week", "1B 1Q", func(w *world) apitest.Request {
		return w.ownerRequest("/api/entries?from=2026-06-15T00:00:00Z&to=2026-06-22T00:00:00Z")
	}},
	{"entries.create", "", "2B 1P", func(w *world) apitest.Request {
		return w.ownerRequestWithBody("/api/entries", w.withHour(object{"projectId": w.ids["projects"]}))
	}},
	{"entries.get", "", "2B", func(w *world) apitest.Request { return w.ownerRequest("/api/entries/" + w.createEntry()) }},
	{"entries.edit", "a text", "2B 1P", func(w *world) apitest.Request {
		return w.ownerRequestWithBody("/api/entries/"+w.createEntry(), object{"description": "z"})
	}},
	{"entries.edit", "a rate of its own", "2B 1P", func(w *world) apitest.Request {
		return w.ownerRequestWithBody("/api/entries/"+w.createEntry(), object{"hourlyRate": 9000})
	}},
	{"entries.delete", "", "2B 1P", func(w *world) apitest.Request {
		return w.ownerRequest("/api/entries/" + w.createEntry())
	}},
	{"entries.export", "a week of everyone's, on projects with clients", "3B 1Q 1P", func(w *world) apitest.Request {
		w.owner.Patch("/api/projects/"+w.ids["projects"], object{"clientId": w.ids["clients"]}).OK()
		return w.ownerRequest("/api/entries/export?from=2026-06-15T00:00:00Z&to=2026-06-22T00:00:00Z")
	}},
	{"reports.summary", "a week by day", "1B 1Q", func(w *world) apitest.Request {
		return w.ownerRequest("/api/reports/summary?from=2026-06-15T00:00:00Z&to=2026-06-22T00:00:00Z&group_by=day")
	}},
	{"reports.summary", "a week by project", "2B 1Q", func(w *world) apitest.Request {
		return w.ownerRequest("/api/reports/summary?from=2026-06-15T00:00:00Z&to=2026-06-22T00:00:00Z&group_by=project")
	}},
	{"reports.summary", "a year of 20 people by user", "2B 2G 5Q",
		func(w *world) apitest.Request { return w.yearOfTeam("group_by=user") }},
	{"reports.start_summary", "a year", "1B 1T", func(w *world) apitest.Request {
		w.RunWorker() // one job at a time
		return w.ownerRequestWithBody("/api/reports/summary/jobs", yearOfSummary)
	}},
	{"reports.summary_job", "a week by user", "2B 1G 1Q", func(w *world) apitest.Request {
		w.RunWorker()
		return w.ownerRequest("/api/reports/summary/jobs/" + w.ids["jobs"])
	}},
	{"tracker.suggestions", "of an owner with more than 22 entries, who did not use every project lately", "1B 4Q",
		func(w *world) apitest.Request { return w.ownerRequest("/api/tracker/suggestions") }},
	{"tracker.suggestions", "of a user", "1B 4Q", func(w *world) apitest.Request {
		return apitest.Request{Path: "/api/tracker/suggestions", Bearer: w.owner.AddMember(w.newName(), "user").Token}
	}},
	{"entries.bulk", "100 new rows of one project", "3B 1T", func(w *world) apitest.Request {
		return w.ownerRequestWithBody("/api/entries:bulk", object{"items": w.newRows(100)})
	}},
	// The last row, because the logo stays.
	{"pages.client_approval", "with a logo", "2B 2G 1Q 1U", func(w *world) apitest.Request {
		token := w.createClientToken()
		w.owner.PutLogo("image/png", string(apitest.LogoPNG())).OK()
		return apitest.Request{Path: "/p/client-approval/" + token}
	}},
}

// yearOfSummary is the body of a summary in the background.
var yearOfSummary = object{"from": "2026-01-01T00:00:00Z", "to": "2027-01-01T00:00:00Z", "groupBy": "user"}

// newNames are rows of an upsert with names that nothing has.
func (w *world) newNames(n int) []object {
	rows := make([]object, n)
	for i := range rows {
		rows[i] = object{"name": w.newName()}
	}
	return rows
}

func (w *world) newRows(n int) []object {
	rows := make([]object, n)
	for i := range rows {
		rows[i] = w.withHour(object{"id": fmt.Sprintf("00000000-0000-7000-8000-%012d", i), "projectId": w.ids["projects"]})
	}
	return rows
}
