package functions_test

import (
	"fmt"

	"stint/internal/apitest"
)

// june are times of an hour on a day of June 2026.
func june(day, hour int, more object) object {
	return apitest.Body(object{"startedAt": fmt.Sprintf("2026-06-%02dT%02d:00:00Z", day, hour),
		"stoppedAt": fmt.Sprintf("2026-06-%02dT%02d:00:00Z", day, hour+1)}, more)
}

// team is a workspace with its owner, an admin and a user.
type team struct {
	api                  *apitest.Service
	owner, admin, member *apitest.User
}

var teams = apitest.Template[team]{
	Prepare: func(s *apitest.Service) team {
		owner := s.Register("ada")
		return team{s, owner, owner.AddMember("bob", "admin"), owner.AddMember("cy", "user")}
	},
	Copy: func(of team, s *apitest.Service) team {
		return team{s, of.owner.In(s), of.admin.In(s), of.member.In(s)}
	},
}

func (s team) pair(first, second func() *apitest.Answer) pair {
	return pair{first: first, second: second, users: []*apitest.User{s.owner, s.admin, s.member}, api: s.api}
}

func (s team) memberPath(p *apitest.User) string {
	return "/api/workspaces/" + s.owner.WorkspaceID + "/members/" + p.ID
}

// period is the body that submits the first week of June.
var period = object{"periodStart": "2026-06-01", "periodEnd": "2026-06-07"}

const submissions = "/api/workspaces/me/timesheet-submissions"

// send is a request that is sent later.
func send(by *apitest.User, method, path string, body any) func() *apitest.Answer {
	return func() *apitest.Answer { return by.Do(method, path, body) }
}

var pairs = map[string]func(s team) pair{
	"two admins demote each other": func(s team) pair {
		s.owner.Patch(s.memberPath(s.member), object{"role": "admin"}).OK()
		return s.pair(send(s.admin, "PATCH", s.memberPath(s.member), object{"role": "user"}),
			send(s.member, "PATCH", s.memberPath(s.admin), object{"role": "analyst"}))
	},
	"a transfer, and its target is deactivated": func(s team) pair {
		return s.pair(send(s.owner, "POST", "/api/workspaces/"+s.owner.WorkspaceID+"/transfer-ownership",
			object{"userId": s.member.ID}), send(s.admin, "DELETE", s.memberPath(s.member), nil))
	},
	"a member starts a timer and is deactivated": func(s team) pair {
		s.member.Post("/api/timers/start", nil).OK()
		return s.pair(send(s.member, "POST", "/api/timers/start", nil), send(s.admin, "DELETE", s.memberPath(s.member), nil))
	},
	"a member starts the first timer and is deactivated": func(s team) pair {
		return s.pair(send(s.member, "POST", "/api/timers/start", nil), send(s.admin, "DELETE", s.memberPath(s.member), nil))
	},
	"a member makes an entry and becomes an analyst": func(s team) pair {
		return s.pair(send(s.member, "POST", "/api/entries", june(1, 8, nil)),
			send(s.admin, "PATCH", s.memberPath(s.member), object{"role": "analyst"}))
	},
	"a tag is used and deleted": func(s team) pair {
		tag := s.owner.Post("/api/tags", object{"name": "deep"}).ID()
		return s.pair(send(s.member, "POST", "/api/entries", june(1, 8, object{"tagIds": []string{tag}})),
			send(s.owner, "DELETE", "/api/tags/"+tag, nil))
	},
	"a project takes time and is archived": func(s team) pair {
		project := s.owner.Post("/api/projects", object{"name": "Apollo"}).ID()
		s.owner.Post("/api/projects/"+project+"/members", object{"userId": s.member.ID}).OK()
		return s.pair(send(s.member, "POST", "/api/timers/start", object{"projectId": project}),
			send(s.owner, "PATCH", "/api/projects/"+project, object{"isArchived": true}))
	},
	"a client gets a project and is deleted": func(s team) pair {
		client := s.owner.Post("/api/clients", object{"name": "Acme"}).ID()
		return s.pair(send(s.owner, "POST", "/api/projects", object{"name": "Apollo", "clientId": client}),
			send(s.admin, "DELETE", "/api/clients/"+client, nil))
	},
	"an entry is changed and submitted": func(s team) pair {
		entry := s.member.Post("/api/entries", june(1, 8, nil)).ID()
		return s.pair(send(s.member, "PATCH", "/api/entries/"+entry, object{"stoppedAt": "2026-06-01T10:00:00Z"}),
			send(s.member, "POST", submissions, period))
	},
	"an entry of a rejected line is changed and submitted again": func(s team) pair {
		entry := s.member.Post("/api/entries", june(1, 8, nil)).ID()
		submission := s.member.Post(submissions, period).OK()
		line := submission["lines"].([]any)[0].(object)["id"].(string)
		s.admin.Post("/api/workspaces/me/submission-lines/"+line+"/reject", object{"reason": nil}).OK()
		again := submissions + "/" + submission["id"].(string) + "/resubmit"
		return s.pair(send(s.member, "POST", "/api/entries:bulk",
			object{"items": []object{{"id": entry, "isBillable": false}}}), send(s.member, "POST", again, nil))
	},
	"a submission is approved and withdrawn": func(s team) pair {
		s.member.Post("/api/entries", june(1, 8, nil)).OK()
		submission := submissions + "/" + s.member.Post(submissions, period).ID()
		return s.pair(send(s.admin, "POST", submission+"/approve-all", nil),
			send(s.member, "POST", submission+"/withdraw", nil))
	},
	"two submissions of one period": func(s team) pair {
		s.member.Post("/api/entries", june(1, 8, nil)).OK()
		s.member.Post("/api/entries", june(3, 8, nil)).OK()
		return s.pair(send(s.member, "POST", submissions, period),
			send(s.member, "POST", submissions, object{"periodStart": "2026-06-03", "periodEnd": "2026-06-04"}))
	},
	"a timer is stopped and changed by another user": func(s team) pair {
		timer := s.member.Post("/api/timers/start", nil).ID()
		return s.pair(send(s.owner, "POST", "/api/entries:bulk",
			object{"items": []object{{"id": timer, "userId": s.member.ID, "hourlyRate": 5000}}}),
			send(s.member, "POST", "/api/timers/"+timer+"/stop", nil))
	},
	"two entries that may not overlap": func(s team) pair {
		s.owner.Patch("/api/workspaces/"+s.owner.WorkspaceID, object{"allowOverlap": false}).OK()
		rows := []object{june(1, 8, object{"id": "00000000-0000-7000-8000-000000000001"}),
			june(2, 8, object{"id": "00000000-0000-7000-8000-000000000002"})}
		return s.pair(send(s.member, "POST", "/api/entries:bulk", object{"items": rows}),
			send(s.member, "POST", "/api/entries", june(2, 8, nil)))
	},
	"an entry is invoiced and changed": func(s team) pair {
		entry := s.member.Post("/api/entries", june(1, 8, nil)).ID()
		return s.pair(send(s.owner, "POST", "/api/entries:invoice", object{"invoice": "A", "ids": []string{entry}}),
			send(s.member, "PATCH", "/api/entries/"+entry, object{"stoppedAt": "2026-06-01T10:00:00Z"}))
	},
	"an entry is invoiced and deleted": func(s team) pair {
		entry := s.member.Post("/api/entries", june(1, 8, nil)).ID()
		s.member.Post("/api/entries", june(2, 8, nil)).OK()
		return s.pair(send(s.owner, "POST", "/api/entries:invoice", invoiceOfJune("A")),
			send(s.member, "DELETE", "/api/entries/"+entry, nil))
	},
	"two invoices of the same time": func(s team) pair {
		s.member.Post("/api/entries", june(1, 8, nil)).OK()
		s.member.Post("/api/entries", june(2, 8, nil)).OK()
		return s.pair(send(s.owner, "POST", "/api/entries:invoice", invoiceOfJune("A")),
			send(s.admin, "POST", "/api/entries:invoice", invoiceOfJune("B")))
	},
	"an entry is invoiced and submitted": func(s team) pair {
		s.member.Post("/api/entries", june(1, 8, nil)).OK()
		return s.pair(send(s.owner, "POST", "/api/entries:invoice", invoiceOfJune("A")),
			send(s.member, "POST", submissions, period))
	},
	"an entry is invoiced and rerated": func(s team) pair {
		s.member.Post("/api/entries", june(1, 8, nil)).OK()
		rate := object{"from": "2026-06-01T00:00:00Z", "to": "2026-06-08T00:00:00Z", "hourlyRate": 7000}
		return s.pair(send(s.owner, "POST", "/api/workspaces/me/billable-settings/apply", rate),
			send(s.admin, "POST", "/api/entries:invoice", invoiceOfJune("A")))
	},
	"an entry is rerated and changed": func(s team) pair {
		entry := s.member.Post("/api/entries", june(1, 8, nil)).ID()
		rate := object{"from": "2026-06-01T00:00:00Z", "to": "2026-06-08T00:00:00Z", "hourlyRate": 7000}
		return s.pair(send(s.owner, "POST", "/api/workspaces/me/billable-settings/apply", rate),
			send(s.member, "PATCH", "/api/entries/"+entry, object{"stoppedAt": "2026-06-01T10:00:00Z"}))
	},
	"an address is invited and joins": func(s team) pair {
		s.owner.Invite("dan@example.com", "user")
		token := s.api.MailedToken("dan@example.com", "invitation")
		register := apitest.Request{Method: "POST", Path: "/api/auth/register", Body: object{
			"email": "dan@example.com", "password": apitest.Password, "displayName": "dan", "invitationToken": token,
		}}
		return s.pair(send(s.admin, "POST", "/api/workspaces/"+s.owner.WorkspaceID+"/invitations",
			object{"email": "dan@example.com"}), func() *apitest.Answer { return s.api.Send(register) })
	},
	"an invitation is accepted and its maker is demoted": func(s team) pair {
		s.admin.Invite("dan@example.com", "user")
		token := s.api.MailedToken("dan@example.com", "invitation")
		register := apitest.Request{Method: "POST", Path: "/api/auth/register", Body: object{
			"email": "dan@example.com", "password": apitest.Password, "displayName": "dan", "invitationToken": token,
		}}
		return s.pair(func() *apitest.Answer { return s.api.Send(register) },
			send(s.owner, "PATCH", s.memberPath(s.admin), object{"role": "user"}))
	},
	"two batches": func(s team) pair {
		batch := func(text string) object {
			var rows []object
			for day := range 3 {
				rows = append(rows, june(day+1, 8, object{"id": fmt.Sprintf("00000000-0000-7000-8000-%012d", day),
					"description": text}))
			}
			return object{"items": rows}
		}
		s.member.Post("/api/entries:bulk", batch("left")).OK()
		return s.pair(send(s.member, "POST", "/api/entries:bulk", batch("left")),
			send(s.member, "POST", "/api/entries:bulk", batch("right")))
	},
	"a submission is reopened, and another one of its days is made": func(s team) pair {
		s.member.Post("/api/entries", june(1, 8, nil)).OK()
		submission := submissions + "/" + s.member.Post(submissions, period).ID()
		s.admin.Post(submission+"/approve-all", nil).OK()
		s.member.Post("/api/entries", june(2, 8, nil)).OK()
		return s.pair(send(s.admin, "POST", submission+"/reopen", nil), send(s.member, "POST", submissions, period))
	},
	"an approved submission gets a client link and is reopened": func(s team) pair {
		s.member.Post("/api/entries", june(1, 8, nil)).OK()
		submission := submissions + "/" + s.member.Post(submissions, period).ID()
		s.admin.Post(submission+"/approve-all", nil).OK()
		return s.pair(send(s.admin, "POST", submission+"/client-approval-links", object{"clientEmail": "client@example.com"}),
			send(s.owner, "POST", submission+"/reopen", nil))
	},
	"a client signs, and the maker of the link is demoted": func(s team) pair {
		s.member.Post("/api/entries", june(1, 8, nil)).OK()
		submission := submissions + "/" + s.member.Post(submissions, period).ID()
		s.admin.Post(submission+"/approve-all", nil).OK()
		token := s.admin.Post(submission+"/client-approval-links",
			object{"clientEmail": "client@example.com", "delivery": "self"}).OK()["token"].(string)
		sign := apitest.Request{Method: "POST", Path: "/api/public/client-approval/" + token + "/approve", Body: object{
			"signerName": "Client", "signerEmail": "client@example.com", "attestationAccepted": true,
		}}
		return s.pair(func() *apitest.Answer { return s.api.Send(sign) },
			send(s.owner, "PATCH", s.memberPath(s.admin), object{"role": "user"}))
	},
	"an API key is made, and its owner is deactivated": func(s team) pair {
		return s.pair(send(s.member, "POST", "/api/me/workspaces/"+s.owner.WorkspaceID+"/api-keys", object{"name": "key"}),
			send(s.admin, "DELETE", s.memberPath(s.member), nil))
	},
	"a project gets a task and is deleted": func(s team) pair {
		project := "/api/projects/" + s.owner.Post("/api/projects", object{"name": "Apollo"}).ID()
		return s.pair(send(s.owner, "POST", project+"/tasks", object{"name": "Dock"}), send(s.admin, "DELETE", project, nil))
	},
	"a timer is stopped, and its project gets a rate": func(s team) pair {
		project := s.owner.Post("/api/projects", object{"name": "Apollo", "hourlyRate": 100}).ID()
		s.owner.Post("/api/projects/"+project+"/members", object{"userId": s.member.ID}).OK()
		timer := s.member.Post("/api/timers/start", object{"projectId": project}).ID()
		return s.pair(send(s.member, "POST", "/api/timers/"+timer+"/stop", nil),
			send(s.admin, "PATCH", "/api/projects/"+project, object{"hourlyRate": 200}))
	},
	"a timer is discarded and stopped": func(s team) pair {
		timer := s.member.Post("/api/timers/start", nil).ID()
		return s.pair(send(s.member, "DELETE", "/api/timers/"+timer, nil),
			send(s.admin, "PATCH", "/api/entries/"+timer+"?user_id="+s.member.ID, object{"stoppedAt": "2026-06-17T12:01:00Z"}))
	},
	"a line is rejected and all are approved": func(s team) pair {
		s.member.Post("/api/entries", june(1, 8, nil)).OK()
		s.member.Post("/api/entries", june(2, 8, object{"isBillable": false})).OK()
		submission := s.member.Post(submissions, period).OK()
		line := submission["lines"].([]any)[0].(object)["id"].(string)
		return s.pair(send(s.owner, "POST", "/api/workspaces/me/submission-lines/"+line+"/reject", object{"reason": nil}),
			send(s.admin, "POST", submissions+"/"+submission["id"].(string)+"/approve-all", nil))
	},
	"a workspace is given away and deleted": func(s team) pair {
		path := "/api/workspaces/" + s.owner.WorkspaceID
		return s.pair(send(s.owner, "POST", path+"/transfer-ownership", object{"userId": s.admin.ID}),
			send(s.owner, "DELETE", path, nil))
	},
}

func invoiceOfJune(mark string) object {
	return object{"invoice": mark, "filter": object{"from": "2026-06-01T00:00:00Z", "to": "2026-06-08T00:00:00Z"}}
}
