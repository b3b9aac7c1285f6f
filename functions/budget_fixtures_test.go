package functions_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"

	"stint/internal/apitest"
	"stint/internal/testkit/gcalendar"
	"stint/internal/testkit/idp"
)

// The records that rows of the budget table need before the measured request.

// nameCount counts the names of all worlds, since some share a service.
var nameCount atomic.Int64

// newName makes a name that no other record has.
func (w *world) newName() string {
	return fmt.Sprintf("name%d", nameCount.Add(1))
}

func (w *world) newNameBody() object   { return object{"name": w.newName()} }
func (w *world) createClient() string  { return w.owner.Post("/api/clients", w.newNameBody()).ID() }
func (w *world) createTag() string     { return w.owner.Post("/api/tags", w.newNameBody()).ID() }
func (w *world) createProject() string { return w.owner.Post("/api/projects", w.newNameBody()).ID() }
func (w *world) createTask() string {
	return w.owner.Post("/api/projects/"+w.ids["projects"]+"/tasks", w.newNameBody()).ID()
}
func (w *world) createEntry() string {
	return w.owner.Post("/api/entries", w.withHour(object{"projectId": w.ids["projects"]})).ID()
}

// withHour adds the times of an hour of yesterday to a body.
func (w *world) withHour(body object) object {
	body["startedAt"], body["stoppedAt"] = "2026-06-16T09:00:00Z", "2026-06-16T10:00:00Z"
	return body
}

// createStaffedProject creates a project that the owner is a member of.
func (w *world) createStaffedProject() string {
	id := w.createProject()
	w.owner.Post("/api/projects/"+id+"/members", object{"userId": w.owner.ID}).OK()
	return id
}

// inviteUser registers a verified user and invites them to the owner's workspace.
func (w *world) inviteUser() (p *apitest.User, invitation string) {
	p = w.Register(w.newName())
	p.VerifyEmail()
	return p, w.owner.Invite(p.Email, "user")
}

// inviteAddress invites an address without an account.
func (w *world) inviteAddress() (email, token string) {
	email = w.newName() + "@example.com"
	w.owner.Invite(email, "user")
	return email, w.owner.MailedToken(email, "invitation")
}

// requestResetToken registers a user and requests a password reset.
func (w *world) requestResetToken() string {
	return w.resetTokenOf(w.Register(w.newName()))
}

// resetTokenOf is the mailed token with which a user resets their password.
func (w *world) resetTokenOf(p *apitest.User) string {
	p.Send(apitest.Request{Method: "POST", Path: "/api/auth/password-reset/request", Body: object{"email": p.Email}}).OK()
	return p.MailedToken(p.Email, "password-reset")
}

// newSSOUser is a user at the provider who has no account here.
func (w *world) newSSOUser() idp.User {
	name := w.newName()
	return idp.User{Subject: name, Email: name + "@example.com", Name: name, EmailVerified: true}
}

// signInSSOUser signs a new user in through the provider.
func (w *world) signInSSOUser() *apitest.User {
	return w.UserOf(w.StartSSO("", "").Login(w.provider, w.newSSOUser()).Finish())
}

// callbackRequest is the request with which a user comes back from the provider.
func (w *world) callbackRequest(bearer string, user idp.User) apitest.Request {
	flow := w.StartSSO(bearer, "").Login(w.provider, user)
	return apitest.Request{Path: apitest.SSOPath + "/callback?" + flow.CallbackQuery.Encode(), Cookies: flow.Cookies}
}

// calendarAccount is the account at the calendar provider.
const calendarAccount = "agenda@calendars.example"

// createUserWithCalendar registers a user with a calendar connection.
func (w *world) createUserWithCalendar() *apitest.User {
	w.calendars.SetCalendars(calendarAccount, gcalendar.Calendar{ID: calendarAccount, Primary: true})
	p := w.Register(w.newName())
	p.ConnectCalendar(w.calendars, calendarAccount)
	return p
}

// requestSSOToken is the token that confirms the sign-in of a new, unverified address.
func (w *world) requestSSOToken() string {
	return w.requestSSOTokenFor(w.newName() + "@example.com")
}

// requestSSOTokenFor is the mailed token with which the owner of an address confirms a sign-in.
func (w *world) requestSSOTokenFor(email string) string {
	user := w.newSSOUser()
	user.Email, user.EmailVerified = email, false
	w.StartSSO("", "").Login(w.provider, user).Finish().OK()
	return w.MailedToken(email, "sso-verify")
}

// createMemberWithTimer adds a member with a running timer.
func (w *world) createMemberWithTimer() (p *apitest.User, timer string) {
	p = w.owner.AddMember(w.newName(), "user")
	return p, p.Post("/api/timers/start", object{"startedAt": "2026-06-17T11:00:00Z"}).ID()
}

// createAdminWithTimer adds an admin with a running timer on a project.
func (w *world) createAdminWithTimer() (p *apitest.User, timer string) {
	p = w.owner.AddMember(w.newName(), "admin")
	return p, p.Post("/api/timers/start", object{"projectId": w.ids["projects"], "startedAt": "2026-06-17T11:00:00Z"}).ID()
}

// adminRequest is a request of a new admin, with or without a running timer.
func (w *world) adminRequest(path string, body object, running bool) apitest.Request {
	p := w.owner.AddMember(w.newName(), "admin")
	if running {
		p.Post("/api/timers/start", object{"startedAt": "2026-06-17T11:00:00Z"}).OK()
	}
	return apitest.Request{Path: path, Body: body, Bearer: p.Token}
}

func publicRequest(path string, body object) apitest.Request {
	return apitest.Request{Path: path, Body: body}
}

func refreshCookies(p *apitest.User) []*http.Cookie { return []*http.Cookie{p.RefreshCookie} }

// ownerRequest is a request of the owner without a body.
func (w *world) ownerRequest(path string) apitest.Request {
	return apitest.Request{Path: path, Bearer: w.owner.Token}
}

// ownerRequestWithBody is a request of the owner with a body.
func (w *world) ownerRequestWithBody(path string, body object) apitest.Request {
	return apitest.Request{Path: path, Body: body, Bearer: w.owner.Token}
}

// message is a request of an agent.
func (w *world) message(method string, params object) apitest.Request {
	return apitest.Request{Path: "/mcp", Bearer: w.key, Body: object{"jsonrpc": "2.0", "id": 1, "method": method,
		"params": params}}
}

// newLogo is a logo that no workspace has.
func (w *world) newLogo() string {
	return strings.Replace(apitest.LogoSVG, "<rect", "<title>"+w.newName()+"</title><rect", 1)
}

const submissionsPath = "/api/workspaces/me/timesheet-submissions"

// createSubmission submits an hour. It returns the paths of the submission and its
// line.
func (w *world) createSubmission() (path, line string) {
	w.lastDayOfMay++
	made := w.submitDay(w.ids["projects"], w.lastDayOfMay).OK()
	id := made["lines"].([]any)[0].(object)["id"].(string)
	return submissionsPath + "/" + made["id"].(string), "/api/workspaces/me/submission-lines/" + id
}

// createRejectedSubmission submits an hour and rejects its line.
func (w *world) createRejectedSubmission() (path string) {
	path, line := w.createSubmission()
	w.owner.Post(line+"/reject", object{}).OK()
	return path
}

// createApprovedSubmission submits an hour and approves it.
func (w *world) createApprovedSubmission() (path string) {
	path, _ = w.createSubmission()
	w.owner.Post(path+"/approve-all", nil).OK()
	return path
}

// trackDay tracks an hour on the next day of May. It returns the body that submits
// it.
func (w *world) trackDay() object {
	w.lastDayOfMay++
	date := dayOfMay(w.lastDayOfMay)
	w.owner.Post("/api/entries", object{"projectId": w.ids["projects"], "startedAt": date + "T09:00:00Z",
		"stoppedAt": date + "T10:00:00Z"}).OK()
	return object{"periodStart": date, "periodEnd": date}
}

// createClientToken creates a client link and returns its token.
func (w *world) createClientToken() (token string) {
	made := w.owner.Post(w.createApprovedSubmission()+"/client-approval-links",
		object{"clientEmail": "client@example.com", "delivery": "self"}).OK()
	return made["token"].(string)
}

// createTimesheetMail submits an hour of the owner, and returns the token for a page in the mail to a new admin.
func (w *world) createTimesheetMail(page string) (token string) {
	admin := w.owner.AddMember(w.newName(), "admin")
	w.createSubmission()
	w.RunWorker() // queues the mails
	return w.MailedToken(admin.Email, page)
}

// createTimerMail starts a timer that has run long, and returns the token in the mail about it.
func (w *world) createTimerMail() (token string) {
	p := w.owner.AddMember(w.newName(), "user")
	p.Post("/api/timers/start", object{"startedAt": "2026-06-17T01:00:00Z"}).OK()
	w.RunWorker() // queues the mail
	return w.MailedToken(p.Email, "timer")
}

// createClientLink creates a client link and returns its path.
func (w *world) createClientLink() string {
	links := w.createApprovedSubmission() + "/client-approval-links"
	return links + "/" + w.owner.Post(links, object{"clientEmail": "client@example.com"}).ID()
}

// signatureBody is the body with which a client signs.
func signatureBody() object {
	return object{"signerName": "Clara Client", "signerEmail": "client@example.com", "attestationAccepted": true}
}

// newWebhookPath is a path below a new webhook. The workspace has few, so the one before is
// deleted.
func (w *world) newWebhookPath(below string) string {
	if w.spareWebhook != "" {
		w.owner.Delete("/api/webhooks/" + w.spareWebhook).OK()
	}
	w.spareWebhook, _ = w.createWebhook()
	return "/api/webhooks/" + w.spareWebhook + below
}

// createProjectWithBudget makes a project with a budget, and gives the path of the budget.
func (w *world) createProjectWithBudget() string {
	return "/api/projects/" + w.owner.Post("/api/projects",
		object{"name": w.newName(), "budget": object{"kind": "time", "limit": 36_000}}).ID() + "/budget"
}

// projectIn is the id in the path of a budget.
func projectIn(path string) string { return strings.Split(path, "/")[3] }
