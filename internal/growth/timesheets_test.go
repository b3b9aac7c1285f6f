package growth_test

import (
	"time"

	"stint/internal/apitest"
)

// submissions is where timesheets are.
const submissions = "/api/workspaces/me/timesheet-submissions"

// timesheetTime is in what time everybody submits, and has, their timesheet of the week.
const timesheetTime = 2 * time.Hour

// closeWeek lets everybody submit the day, and managers approve it. Every fourth timesheet goes to a client, who signs.
func (c *company) closeWeek() {
	c.phase("", 0, []event{{0, "entries", func() {
		for _, p := range c.people {
			c.stop(p)
			c.create(p, 0)
		}
	}}})
	var events []event
	for i, p := range c.people {
		at := time.Duration(i) * timesheetTime / time.Duration(len(c.people))
		events = append(events, event{at, "timesheet", func() { c.closeWeekOf(p) }})
	}
	events = append(events, every(15*time.Minute, timesheetTime, "background", func(int) {
		c.deliver()
		c.work()
	})...)
	c.phase("timesheets", timesheetTime, events)
}

func (c *company) closeWeekOf(p *employee) {
	c.again(p.User, c.owner)
	day := c.day.Format(time.DateOnly)
	id := p.Post(submissions, object{"periodStart": day, "periodEnd": day}).ID()
	for range 3 {
		p.Get(submissions + "/" + id).OK()
	}
	c.owner.Post(submissions+"/"+id+"/approve-all", nil).OK()
	if p.number%4 == 0 {
		token := c.owner.Post(submissions+"/"+id+"/client-approval-links",
			object{"clientEmail": "client@example.com", "clientId": c.client, "delivery": "self"}).OK()["token"].(string)
		page := "/p/client-approval/" + token
		c.Send(apitest.Request{Method: "GET", Path: page}).Page(200)
		c.Send(apitest.Form(page, "signerName", "Clara", "signerEmail", "client@example.com", "attestationAccepted", "true",
			"decision", "approve"))
	}
}

// again signs users in again: their tokens live for 15 minutes.
func (c *company) again(users ...*apitest.User) {
	for _, u := range users {
		fresh := c.UserOf(c.Send(apitest.Request{Method: "POST", Path: "/api/auth/refresh", Cookies: cookies(u)}))
		u.Token, u.RefreshCookie = fresh.Token, fresh.RefreshCookie
	}
}

// changeRates gives projects other rates, and applies them to what is not locked.
func (c *company) changeRates() {
	c.again(c.owner)
	for _, x := range c.projects[:1+len(c.projects)/10] {
		c.owner.Patch("/api/projects/"+x.id, object{"hourlyRate": 9_500}).OK()
	}
	c.owner.Post("/api/workspaces/me/billable-settings/resnapshot", object{
		"from": c.day.Format(time.DateOnly), "to": c.day.Format(time.DateOnly)})
	c.work()
}

// night is a time in which nobody works: the schedules run.
func (c *company) night() {
	const lasts = 5 * time.Minute
	c.phase("night", lasts, every(time.Minute, lasts, "background", func(int) {
		c.schedule()
		c.work()
	}))
}
