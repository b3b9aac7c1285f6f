package functions_test

import (
	"fmt"
	"net/http"

	"stint/internal/apitest"
	"stint/internal/testkit/gcalendar"
	"stint/internal/testkit/idp"
)

// What rows of the budget need made before they are measured.

var nameCount int

// newName is a name that was never used before.
func (w *world) newName() string {
	nameCount++
	return fmt.Sprintf("thing%d", nameCount)
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

// withHour adds an hour of yesterday to a body.
func (w *world) withHour(body object) object {
	body["startedAt"], body["stoppedAt"] = "2026-06-16T09:00:00Z", "2026-06-16T10:00:00Z"
	return body
}

// createStaffedProject is a project that the owner is a member of.
func (w *world) createStaffedProject() string {
	id := w.createProject()
	w.owner.Post("/api/projects/"+id+"/members", object{"userId": w.owner.ID}).OK()
	return id
}

// inviteUser is a verified user with an open invitation into the owner's workspace.
func (w *world) inviteUser() (p *apitest.User, invitation string) {
	p = w.Register(w.newName())
	p.VerifyEmail()
	return p, w.owner.Invite(p.Email, "user")
}

// inviteAddress is an address without an account, with the token of its invitation.
func (w *world) inviteAddress() (email, token string) {
	email = w.newName() + "@example.com"
	w.owner.Invite(email, "user")
	return email, w.owner.MailedToken(email, "invitation")
}

// requestResetToken is a token to reset somebody's password with.
func (w *world) requestResetToken() string {
	p := w.Register(w.newName())
	p.Send(apitest.Request{Method: "POST", Path: "/api/auth/password-reset/request", Body: object{"email": p.Email}}).OK()
	return p.MailedToken(p.Email, "password-reset")
}

// newSSOUser is somebody with a login at the provider that was never here.
func (w *world) newSSOUser() idp.User {
	name := w.newName()
	return idp.User{Subject: name, Email: name + "@example.com", Name: name, EmailVerified: true}
}

// signInSSOUser is somebody who came through the provider.
func (w *world) signInSSOUser() *apitest.User {
	return w.UserOf(w.StartSSO("", "").Login(w.provider, w.newSSOUser()).Finish())
}

// callbackRequest is somebody's return from the provider.
func (w *world) callbackRequest(bearer string, user idp.User) apitest.Request {
	flow := w.StartSSO(bearer, "").Login(w.provider, user)
	return apitest.Request{Path: apitest.SSOPath + "/callback?" + flow.CallbackQuery.Encode(), Cookies: flow.Cookies}
}

// calendarAccount is the account whose calendars are connected.
const calendarAccount = "agenda@calendars.example"

// createUserWithCalendar is somebody whose calendar is connected.
func (w *world) createUserWithCalendar() *apitest.User {
	w.calendars.SetCalendars(calendarAccount, gcalendar.Calendar{ID: calendarAccount, Primary: true})
	p := w.Register(w.newName())
	p.ConnectCalendar(w.calendars, calendarAccount)
	return p
}

// requestSSOToken is the token mailed to an address that nobody has.
func (w *world) requestSSOToken() string {
	user := w.newSSOUser()
	user.EmailVerified = false
	w.StartSSO("", "").Login(w.provider, user).Finish().OK()
	return w.MailedToken(user.Email, "sso-verify")
}

// createMemberWithTimer is a member whose timer runs.
func (w *world) createMemberWithTimer() (p *apitest.User, timer string) {
	p = w.owner.AddMember(w.newName(), "user")
	return p, p.Post("/api/timers/start", object{"startedAt": "2026-06-17T11:00:00Z"}).ID()
}

// createAdminWithTimer is an admin whose timer runs on a project.
func (w *world) createAdminWithTimer() (p *apitest.User, timer string) {
	p = w.owner.AddMember(w.newName(), "admin")
	return p, p.Post("/api/timers/start", object{"projectId": w.ids["projects"], "startedAt": "2026-06-17T11:00:00Z"}).ID()
}

// adminRequest is a request of an admin who tracks time, with or without a timer
// that runs already.
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

// ownerRequest is a request of the owner without a body, whatever the method.
func (w *world) ownerRequest(path string) apitest.Request {
	return apitest.Request{Path: path, Bearer: w.owner.Token}
}

// ownerRequestWithBody is a request of the owner with a body.
func (w *world) ownerRequestWithBody(path string, body object) apitest.Request {
	return apitest.Request{Path: path, Body: body, Bearer: w.owner.Token}
}

const submissionsPath = "/api/workspaces/me/timesheet-submissions"

var lastDayOfMay = 4

// createSubmission is a new submission of an hour, its path and that of its line.
func (w *world) createSubmission() (path, line string) {
	lastDayOfMay++
	made := w.submitDay(w.ids["projects"], lastDayOfMay).OK()
	id := made["lines"].([]any)[0].(object)["id"].(string)
	return submissionsPath + "/" + made["id"].(string), "/api/workspaces/me/submission-lines/" + id
}

// createRejectedSubmission is a submission whose line was rejected.
func (w *world) createRejectedSubmission() (path string) {
	path, line := w.createSubmission()
	w.owner.Post(line+"/reject", object{}).OK()
	return path
}

// createApprovedSubmission is a submission that was approved.
func (w *world) createApprovedSubmission() (path string) {
	path, _ = w.createSubmission()
	w.owner.Post(path+"/approve-all", nil).OK()
	return path
}

// trackDay is an hour on the next day of May, and the body that submits it.
func (w *world) trackDay() object {
	lastDayOfMay++
	date := fmt.Sprintf("2026-05-%02d", lastDayOfMay)
	w.owner.Post("/api/entries", object{"projectId": w.ids["projects"], "startedAt": date + "T09:00:00Z", "stoppedAt": date + "T10:00:00Z"}).OK()
	return object{"periodStart": date, "periodEnd": date}
}

// createClientToken is a new link to a client, by its token.
func (w *world) createClientToken() (token string) {
	made := w.owner.Post(w.createApprovedSubmission()+"/client-approval-links", object{"clientEmail": "client@example.com"}).OK()
	return made["token"].(string)
}

// createClientLink is the path of a new link to a client.
func (w *world) createClientLink() string {
	links := w.createApprovedSubmission() + "/client-approval-links"
	return links + "/" + w.owner.Post(links, object{"clientEmail": "client@example.com"}).ID()
}

// signatureBody is what a client signs with.
func signatureBody() object {
	return object{"signerName": "Clara Client", "signerEmail": "client@example.com", "attestationAccepted": true}
}
