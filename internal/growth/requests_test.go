package growth_test

import (
	"fmt"
	"net/url"
	"time"

	"stint/internal/apitest"
	"stint/shared/domain"
)

// requests are the habits that people have during the day, by their routes.
var requests = map[string]func(c *company, p *employee){
	"account.login": func(c *company, p *employee) {
		c.Send(apitest.Request{Method: "POST", Path: "/api/auth/login",
			Body: object{"email": p.Email, "password": apitest.Password}}).OK()
	},
	"account.refresh": func(c *company, p *employee) { c.refresh(p) },
	"timers.current":  func(_ *company, p *employee) { p.Get("/api/timers/current").OK() },
	"timers.start one runs on a project": func(c *company, p *employee) {
		if p.timer == "" {
			c.start(p, true)
		}
		c.start(p, true)
	},
	"timers.start none runs": func(c *company, p *employee) {
		c.stop(p)
		c.start(p, false)
	},
	"timers.stop on a project, which may have a rate": func(c *company, p *employee) { c.stop(p) },
	"tracker.suggestions of a user": func(_ *company, p *employee) {
		p.Get("/api/tracker/suggestions").OK()
	},
	"entries.list one's own week": func(c *company, p *employee) {
		p.Get("/api/entries?user_id=" + p.ID + "&" + c.week()).OK()
	},
	"entries.create": func(c *company, p *employee) { c.create(p, -1) },
	"entries.edit a text": func(c *company, p *employee) {
		if p.entry == "" {
			c.create(p, -1)
		}
		p.Patch("/api/entries/"+p.entry, object{"description": "Another text"}).OK()
	},
	"projects.list": func(_ *company, p *employee) { p.Get("/api/projects").OK() },
	"clients.list":  func(_ *company, p *employee) { p.Get("/api/clients").OK() },
	"tasks.list": func(c *company, p *employee) {
		p.Get("/api/projects/" + c.projectsOf(p)[0].id + "/tasks").OK()
	},
	"tags.list": func(_ *company, p *employee) { p.Get("/api/tags").OK() },
	"reports.summary a week by project": func(c *company, p *employee) {
		p.Get("/api/reports/summary?group_by=project&user_id=" + p.ID + "&" + c.week()).OK()
	},
}

// week is the query of the seven days before tomorrow.
func (c *company) week() string {
	end := c.day.AddDate(0, 0, 1).Truncate(24 * time.Hour)
	return "from=" + url.QueryEscape(domain.InstantOf(end.AddDate(0, 0, -7)).String()) +
		"&to=" + url.QueryEscape(domain.InstantOf(end).String())
}

func (c *company) refresh(p *employee) {
	fresh := c.UserOf(c.Send(apitest.Request{Method: "POST", Path: "/api/auth/refresh",
		Cookies: cookies(p.User)}))
	p.Token, p.RefreshCookie = fresh.Token, fresh.RefreshCookie
}

// start starts a timer, on a project or without one.
func (c *company) start(p *employee, onProject bool) {
	p.starts++
	body := object{"description": fmt.Sprint("Work on subject number ", p.starts%20)}
	if onProject {
		x := c.projectsOf(p)[p.starts%2]
		body["projectId"], body["taskId"] = x.id, x.task
	}
	p.timer = p.Post("/api/timers/start", body).ID()
}

// stop stops the timer. Who has none starts one first.
func (c *company) stop(p *employee) {
	if p.timer == "" {
		c.start(p, true)
	}
	p.entry = p.Post("/api/timers/"+p.timer+"/stop", nil).ID()
	p.timer = ""
}

// create makes an entry of a day: 0 is today, -1 is yesterday.
func (c *company) create(p *employee, day int) {
	x := c.projectsOf(p)[0]
	start := c.day.AddDate(0, 0, day).Truncate(24 * time.Hour).Add(7 * time.Hour)
	p.entry = p.Post("/api/entries", object{"projectId": x.id, "description": "What was forgotten",
		"startedAt": domain.InstantOf(start).String(), "stoppedAt": domain.InstantOf(start.Add(time.Hour)).String()}).ID()
}
