package functions_test

import (
	"fmt"
	"net/http"

	"stint/functions/apitest"
	"stint/shared/testkit/gcalendar"
	"stint/shared/testkit/idp"
)

// What rows of the budget need made before they are measured.

var made int

// fresh is a name that was never used before.
func (w *world) fresh() string {
	made++
	return fmt.Sprintf("thing%d", made)
}

func (w *world) named() object   { return object{"name": w.fresh()} }
func (w *world) client() string  { return w.owner.Post("/api/clients", w.named()).ID() }
func (w *world) tag() string     { return w.owner.Post("/api/tags", w.named()).ID() }
func (w *world) project() string { return w.owner.Post("/api/projects", w.named()).ID() }
func (w *world) task() string {
	return w.owner.Post("/api/projects/"+w.ids["projects"]+"/tasks", w.named()).ID()
}
func (w *world) entry() string {
	return w.owner.Post("/api/entries", w.hour(object{"projectId": w.ids["projects"]})).ID()
}

// hour adds an hour of yesterday to a body.
func (w *world) hour(body object) object {
	body["startedAt"], body["stoppedAt"] = "2026-06-16T09:00:00Z", "2026-06-16T10:00:00Z"
	return body
}

// staffed is a project that the owner is a member of.
func (w *world) staffed() string {
	id := w.project()
	w.owner.Post("/api/projects/"+id+"/members", object{"userId": w.owner.ID}).OK()
	return id
}

// guest is a verified user with an open invitation into the owner's workspace.
func (w *world) guest() (p *apitest.Person, invitation string) {
	p = w.Register(w.fresh())
	p.Verify()
	return p, w.owner.Invite(p.Email, "user")
}

// invited is an address without an account, with the token of its invitation.
func (w *world) invited() (email, token string) {
	email = w.fresh() + "@example.com"
	w.owner.Invite(email, "user")
	return email, w.owner.MailedToken(email, "invitation")
}

// reset is a token to reset somebody's password with.
func (w *world) reset() string {
	p := w.Register(w.fresh())
	p.Send(apitest.Request{Method: "POST", Path: "/api/auth/password-reset/request", Body: object{"email": p.Email}}).OK()
	return p.MailedToken(p.Email, "password-reset")
}

// stranger is somebody with a login at the provider that was never here.
func (w *world) stranger() idp.Person {
	name := w.fresh()
	return idp.Person{Subject: name, Email: name + "@example.com", Name: name, Verified: true}
}

// linked is somebody who came through the provider.
func (w *world) linked() *apitest.Person {
	return w.Signed(w.Begin("", "").As(w.provider, w.stranger()).End())
}

// returning is somebody's return from the provider.
func (w *world) returning(bearer string, who idp.Person) apitest.Request {
	v := w.Begin(bearer, "").As(w.provider, who)
	return apitest.Request{Path: apitest.SSO + "/callback?" + v.Back.Encode(), Cookies: v.Cookies}
}

// agenda is the account whose calendars are connected.
const agenda = "agenda@calendars.example"

// planner is somebody whose calendar is connected.
func (w *world) planner() *apitest.Person {
	w.agendas.Put(agenda, gcalendar.Calendar{ID: agenda, Primary: true})
	p := w.Register(w.fresh())
	p.Connect(w.agendas, agenda)
	return p
}

// unproven is the token mailed to an address that nobody has.
func (w *world) unproven() string {
	who := w.stranger()
	who.Verified = false
	w.Begin("", "").As(w.provider, who).End().OK()
	return w.MailedToken(who.Email, "sso-verify")
}

// busy is a member whose timer runs.
func (w *world) busy() (p *apitest.Person, timer string) {
	p = w.owner.Bring(w.fresh(), "user")
	return p, p.Post("/api/timers/start", object{"startedAt": "2026-06-17T11:00:00Z"}).ID()
}

// engaged is an admin whose timer runs on a project.
func (w *world) engaged() (p *apitest.Person, timer string) {
	p = w.owner.Bring(w.fresh(), "admin")
	return p, p.Post("/api/timers/start", object{"projectId": w.ids["projects"], "startedAt": "2026-06-17T11:00:00Z"}).ID()
}

// ofWorker is a request of an admin who tracks time, with or without a timer
// that runs already.
func (w *world) ofWorker(path string, body object, running bool) apitest.Request {
	p := w.owner.Bring(w.fresh(), "admin")
	if running {
		p.Post("/api/timers/start", object{"startedAt": "2026-06-17T11:00:00Z"}).OK()
	}
	return apitest.Request{Path: path, Body: body, Bearer: p.Token}
}

func public(path string, body object) apitest.Request { return apitest.Request{Path: path, Body: body} }

func cookies(p *apitest.Person) []*http.Cookie { return []*http.Cookie{p.Cookie} }

// get is a request of the owner without a body, whatever the method.
func (w *world) get(path string) apitest.Request {
	return apitest.Request{Path: path, Bearer: w.owner.Token}
}

// with is a request of the owner with a body.
func (w *world) with(path string, body object) apitest.Request {
	return apitest.Request{Path: path, Body: body, Bearer: w.owner.Token}
}

const sheets = "/api/workspaces/me/timesheet-submissions"

var mayDay = 4

// submitted is a new submission of an hour, its path and that of its line.
func (w *world) submitted() (path, line string) {
	mayDay++
	made := w.sheet(w.ids["projects"], mayDay).OK()
	id := made["lines"].([]any)[0].(object)["id"].(string)
	return sheets + "/" + made["id"].(string), "/api/workspaces/me/submission-lines/" + id
}

// rejected is a submission whose line was rejected.
func (w *world) rejected() (path string) {
	path, line := w.submitted()
	w.owner.Post(line+"/reject", object{}).OK()
	return path
}

// approved is a submission that was approved.
func (w *world) approved() (path string) {
	path, _ = w.submitted()
	w.owner.Post(path+"/approve-all", nil).OK()
	return path
}

// tracked is an hour on the next day of May, and the body that submits it.
func (w *world) tracked() object {
	mayDay++
	date := fmt.Sprintf("2026-05-%02d", mayDay)
	w.owner.Post("/api/entries", object{"projectId": w.ids["projects"], "startedAt": date + "T09:00:00Z", "stoppedAt": date + "T10:00:00Z"}).OK()
	return object{"periodStart": date, "periodEnd": date}
}

// shown is a new link to a client, by its token.
func (w *world) shown() (token string) {
	made := w.owner.Post(w.approved()+"/client-approval-links", object{"clientEmail": "client@example.com"}).OK()
	return made["token"].(string)
}

// clientLink is the path of a new link to a client.
func (w *world) clientLink() string {
	links := w.approved() + "/client-approval-links"
	return links + "/" + w.owner.Post(links, object{"clientEmail": "client@example.com"}).ID()
}

// signature is what a client signs with.
func signature() object {
	return object{"signerName": "Clara Client", "signerEmail": "client@example.com", "attestationAccepted": true}
}
