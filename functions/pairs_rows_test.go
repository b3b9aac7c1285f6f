package functions_test

import (
	"fmt"

	"stint/internal/apitest"
)

// june are times of an hour on a day of June 2026.
func june(day, hour int, more object) object {
	body := object{"startedAt": fmt.Sprintf("2026-06-%02dT%02d:00:00Z", day, hour),
		"stoppedAt": fmt.Sprintf("2026-06-%02dT%02d:00:00Z", day, hour+1)}
	for name, value := range more {
		body[name] = value
	}
	return body
}

// team is a workspace with its owner, an admin and a user.
type team struct{ ada, bob, cy *apitest.User }

func newTeam(h *apitest.Service) team {
	ada := h.Register("ada")
	return team{ada, ada.AddMember("bob", "admin"), ada.AddMember("cy", "user")}
}

func (s team) pair(first, second func() *apitest.Answer) pair {
	return pair{first, second, []*apitest.User{s.ada, s.bob, s.cy}}
}

func (s team) member(p *apitest.User) string {
	return "/api/workspaces/" + s.ada.WorkspaceID + "/members/" + p.ID
}

// period is the body that submits the first week of June.
var period = object{"periodStart": "2026-06-01", "periodEnd": "2026-06-07"}

const submissions = "/api/workspaces/me/timesheet-submissions"

// send is a request that is sent later.
func send(by *apitest.User, method, path string, body any) func() *apitest.Answer {
	return func() *apitest.Answer { return by.Do(method, path, body) }
}

var pairs = map[string]preparation{
	"two admins demote each other": func(h *apitest.Service) pair {
		s := newTeam(h)
		s.ada.Patch(s.member(s.cy), object{"role": "admin"}).OK()
		return s.pair(send(s.bob, "PATCH", s.member(s.cy), object{"role": "user"}),
			send(s.cy, "PATCH", s.member(s.bob), object{"role": "analyst"}))
	},
	"a transfer, and its target is deactivated": func(h *apitest.Service) pair {
		s := newTeam(h)
		return s.pair(send(s.ada, "POST", "/api/workspaces/"+s.ada.WorkspaceID+"/transfer-ownership",
			object{"userId": s.cy.ID}), send(s.bob, "DELETE", s.member(s.cy), nil))
	},
	"a member starts a timer and is deactivated": func(h *apitest.Service) pair {
		s := newTeam(h)
		s.cy.Post("/api/timers/start", nil).OK()
		return s.pair(send(s.cy, "POST", "/api/timers/start", nil), send(s.bob, "DELETE", s.member(s.cy), nil))
	},
	"a member starts the first timer and is deactivated": func(h *apitest.Service) pair {
		s := newTeam(h)
		return s.pair(send(s.cy, "POST", "/api/timers/start", nil), send(s.bob, "DELETE", s.member(s.cy), nil))
	},
	"a member makes an entry and becomes an analyst": func(h *apitest.Service) pair {
		s := newTeam(h)
		return s.pair(send(s.cy, "POST", "/api/entries", june(1, 8, nil)),
			send(s.bob, "PATCH", s.member(s.cy), object{"role": "analyst"}))
	},
	"a tag is used and deleted": func(h *apitest.Service) pair {
		s := newTeam(h)
		tag := s.ada.Post("/api/tags", object{"name": "deep"}).ID()
		return s.pair(send(s.cy, "POST", "/api/entries", june(1, 8, object{"tagIds": []string{tag}})),
			send(s.ada, "DELETE", "/api/tags/"+tag, nil))
	},
	"a project takes time and is archived": func(h *apitest.Service) pair {
		s := newTeam(h)
		project := s.ada.Post("/api/projects", object{"name": "Apollo"}).ID()
		s.ada.Post("/api/projects/"+project+"/members", object{"userId": s.cy.ID}).OK()
		return s.pair(send(s.cy, "POST", "/api/timers/start", object{"projectId": project}),
			send(s.ada, "PATCH", "/api/projects/"+project, object{"isArchived": true}))
	},
	"a client gets a project and is deleted": func(h *apitest.Service) pair {
		s := newTeam(h)
		client := s.ada.Post("/api/clients", object{"name": "Acme"}).ID()
		return s.pair(send(s.ada, "POST", "/api/projects", object{"name": "Apollo", "clientId": client}),
			send(s.bob, "DELETE", "/api/clients/"+client, nil))
	},
	"an entry is changed and submitted": func(h *apitest.Service) pair {
		s := newTeam(h)
		entry := s.cy.Post("/api/entries", june(1, 8, nil)).ID()
		return s.pair(send(s.cy, "PATCH", "/api/entries/"+entry, object{"stoppedAt": "2026-06-01T10:00:00Z"}),
			send(s.cy, "POST", submissions, period))
	},
	"an entry of a rejected line is changed and submitted again": func(h *apitest.Service) pair {
		s := newTeam(h)
		entry := s.cy.Post("/api/entries", june(1, 8, nil)).ID()
		submission := s.cy.Post(submissions, period).OK()
		line := submission["lines"].([]any)[0].(object)["id"].(string)
		s.bob.Post("/api/workspaces/me/submission-lines/"+line+"/reject", object{"reason": nil}).OK()
		again := submissions + "/" + submission["id"].(string) + "/resubmit"
		return s.pair(send(s.cy, "POST", "/api/entries:bulk", object{"items": []object{{"id": entry, "isBillable": false}}}),
			send(s.cy, "POST", again, nil))
	},
	"a submission is approved and withdrawn": func(h *apitest.Service) pair {
		s := newTeam(h)
		s.cy.Post("/api/entries", june(1, 8, nil)).OK()
		submission := submissions + "/" + s.cy.Post(submissions, period).ID()
		return s.pair(send(s.bob, "POST", submission+"/approve-all", nil), send(s.cy, "POST", submission+"/withdraw", nil))
	},
	"two submissions of one period": func(h *apitest.Service) pair {
		s := newTeam(h)
		s.cy.Post("/api/entries", june(1, 8, nil)).OK()
		s.cy.Post("/api/entries", june(3, 8, nil)).OK()
		return s.pair(send(s.cy, "POST", submissions, period),
			send(s.cy, "POST", submissions, object{"periodStart": "2026-06-03", "periodEnd": "2026-06-04"}))
	},
	"a timer is stopped and changed by another user": func(h *apitest.Service) pair {
		s := newTeam(h)
		timer := s.cy.Post("/api/timers/start", nil).ID()
		return s.pair(send(s.ada, "POST", "/api/entries:bulk",
			object{"items": []object{{"id": timer, "userId": s.cy.ID, "hourlyRate": 5000}}}),
			send(s.cy, "POST", "/api/timers/"+timer+"/stop", nil))
	},
	"two entries that may not overlap": func(h *apitest.Service) pair {
		s := newTeam(h)
		s.ada.Patch("/api/workspaces/"+s.ada.WorkspaceID, object{"allowOverlap": false}).OK()
		rows := []object{june(1, 8, object{"id": "00000000-0000-7000-8000-000000000001"}),
			june(2, 8, object{"id": "00000000-0000-7000-8000-000000000002"})}
		return s.pair(send(s.cy, "POST", "/api/entries:bulk", object{"items": rows}),
			send(s.cy, "POST", "/api/entries", june(2, 8, nil)))
	},
	"an entry is rerated and changed": func(h *apitest.Service) pair {
		s := newTeam(h)
		entry := s.cy.Post("/api/entries", june(1, 8, nil)).ID()
		rate := object{"from": "2026-06-01T00:00:00Z", "to": "2026-06-08T00:00:00Z", "hourlyRate": 7000}
		return s.pair(send(s.ada, "POST", "/api/workspaces/me/billable-settings/apply", rate),
			send(s.cy, "PATCH", "/api/entries/"+entry, object{"stoppedAt": "2026-06-01T10:00:00Z"}))
	},
	"an address is invited and joins": func(h *apitest.Service) pair {
		s := newTeam(h)
		s.ada.Invite("dan@example.com", "user")
		token := h.MailedToken("dan@example.com", "invitation")
		register := apitest.Request{Method: "POST", Path: "/api/auth/register", Body: object{
			"email": "dan@example.com", "password": apitest.Password, "displayName": "dan", "invitationToken": token,
		}}
		return s.pair(send(s.bob, "POST", "/api/workspaces/"+s.ada.WorkspaceID+"/invitations",
			object{"email": "dan@example.com"}), func() *apitest.Answer { return h.Send(register) })
	},
	"an invitation is accepted and its maker is demoted": func(h *apitest.Service) pair {
		s := newTeam(h)
		s.bob.Invite("dan@example.com", "user")
		token := h.MailedToken("dan@example.com", "invitation")
		register := apitest.Request{Method: "POST", Path: "/api/auth/register", Body: object{
			"email": "dan@example.com", "password": apitest.Password, "displayName": "dan", "invitationToken": token,
		}}
		return s.pair(func() *apitest.Answer { return h.Send(register) },
			send(s.ada, "PATCH", s.member(s.bob), object{"role": "user"}))
	},
	"two batches": func(h *apitest.Service) pair {
		s := newTeam(h)
		batch := func(text string) object {
			var rows []object
			for day := range 3 {
				rows = append(rows, june(day+1, 8, object{"id": fmt.Sprintf("00000000-0000-7000-8000-%012d", day),
					"description": text}))
			}
			return object{"items": rows}
		}
		s.cy.Post("/api/entries:bulk", batch("left")).OK()
		return s.pair(send(s.cy, "POST", "/api/entries:bulk", batch("left")),
			send(s.cy, "POST", "/api/entries:bulk", batch("right")))
	},
	"a submission is reopened, and another one of its days is made": func(h *apitest.Service) pair {
		s := newTeam(h)
		s.cy.Post("/api/entries", june(1, 8, nil)).OK()
		submission := submissions + "/" + s.cy.Post(submissions, period).ID()
		s.bob.Post(submission+"/approve-all", nil).OK()
		s.cy.Post("/api/entries", june(2, 8, nil)).OK()
		return s.pair(send(s.bob, "POST", submission+"/reopen", nil), send(s.cy, "POST", submissions, period))
	},
	"an approved submission gets a client link and is reopened": func(h *apitest.Service) pair {
		s := newTeam(h)
		s.cy.Post("/api/entries", june(1, 8, nil)).OK()
		submission := submissions + "/" + s.cy.Post(submissions, period).ID()
		s.bob.Post(submission+"/approve-all", nil).OK()
		return s.pair(send(s.bob, "POST", submission+"/client-approval-links", object{"clientEmail": "client@example.com"}),
			send(s.ada, "POST", submission+"/reopen", nil))
	},
	"a client signs, and the maker of the link is demoted": func(h *apitest.Service) pair {
		s := newTeam(h)
		s.cy.Post("/api/entries", june(1, 8, nil)).OK()
		submission := submissions + "/" + s.cy.Post(submissions, period).ID()
		s.bob.Post(submission+"/approve-all", nil).OK()
		token := s.bob.Post(submission+"/client-approval-links",
			object{"clientEmail": "client@example.com", "delivery": "self"}).OK()["token"].(string)
		sign := apitest.Request{Method: "POST", Path: "/api/public/client-approval/" + token + "/approve", Body: object{
			"signerName": "Client", "signerEmail": "client@example.com", "attestationAccepted": true,
		}}
		return s.pair(func() *apitest.Answer { return h.Send(sign) },
			send(s.ada, "PATCH", s.member(s.bob), object{"role": "user"}))
	},
	"an API key is made, and its owner is deactivated": func(h *apitest.Service) pair {
		s := newTeam(h)
		return s.pair(send(s.cy, "POST", "/api/me/workspaces/"+s.ada.WorkspaceID+"/api-keys", object{"name": "key"}),
			send(s.bob, "DELETE", s.member(s.cy), nil))
	},
	"a project gets a task and is deleted": func(h *apitest.Service) pair {
		s := newTeam(h)
		project := "/api/projects/" + s.ada.Post("/api/projects", object{"name": "Apollo"}).ID()
		return s.pair(send(s.ada, "POST", project+"/tasks", object{"name": "Dock"}), send(s.bob, "DELETE", project, nil))
	},
	"a timer is stopped, and its project gets a rate": func(h *apitest.Service) pair {
		s := newTeam(h)
		project := s.ada.Post("/api/projects", object{"name": "Apollo", "hourlyRate": 100}).ID()
		s.ada.Post("/api/projects/"+project+"/members", object{"userId": s.cy.ID}).OK()
		timer := s.cy.Post("/api/timers/start", object{"projectId": project}).ID()
		return s.pair(send(s.cy, "POST", "/api/timers/"+timer+"/stop", nil),
			send(s.bob, "PATCH", "/api/projects/"+project, object{"hourlyRate": 200}))
	},
	"a timer is discarded and stopped": func(h *apitest.Service) pair {
		s := newTeam(h)
		timer := s.cy.Post("/api/timers/start", nil).ID()
		return s.pair(send(s.cy, "DELETE", "/api/timers/"+timer, nil),
			send(s.bob, "PATCH", "/api/entries/"+timer+"?user_id="+s.cy.ID, object{"stoppedAt": "2026-06-17T12:01:00Z"}))
	},
	"a line is rejected and all are approved": func(h *apitest.Service) pair {
		s := newTeam(h)
		s.cy.Post("/api/entries", june(1, 8, nil)).OK()
		s.cy.Post("/api/entries", june(2, 8, object{"isBillable": false})).OK()
		submission := s.cy.Post(submissions, period).OK()
		line := submission["lines"].([]any)[0].(object)["id"].(string)
		return s.pair(send(s.ada, "POST", "/api/workspaces/me/submission-lines/"+line+"/reject", object{"reason": nil}),
			send(s.bob, "POST", submissions+"/"+submission["id"].(string)+"/approve-all", nil))
	},
	"a workspace is given away and deleted": func(h *apitest.Service) pair {
		s := newTeam(h)
		path := "/api/workspaces/" + s.ada.WorkspaceID
		return s.pair(send(s.ada, "POST", path+"/transfer-ownership", object{"userId": s.bob.ID}),
			send(s.ada, "DELETE", path, nil))
	},
}
