package submissions_test

import (
	"strings"
	"testing"

	"stint/functions/apitest"
)

// studio is a workspace with an approved week of will's: time on projects of
// two clients, and some on none.
type studio struct {
	*apitest.House
	boss, will, mona *apitest.Person // mona manages both projects
	acme, bolt       string          // clients
	site, app        string          // their projects
	sheet            string          // path of the submission
}

func newStudio(t *testing.T, approve bool) *studio {
	t.Helper()
	h := apitest.New(t)
	s := &studio{House: h, boss: h.Register("boss")}
	s.will, s.mona = s.boss.Bring("will", "user"), s.boss.Bring("mona", "user")
	s.acme, s.bolt = s.boss.Post("/api/clients", object{"name": "Acme"}).ID(), s.boss.Post("/api/clients", object{"name": "Bolt"}).ID()
	s.site, s.app = project(s.boss, "site", s.will), project(s.boss, "app", s.will)
	for id, client := range map[string]string{s.site: s.acme, s.app: s.bolt} {
		s.boss.Patch("/api/projects/"+id, object{"clientId": client}).OK()
		s.boss.Post("/api/projects/"+id+"/members", object{"userId": s.mona.ID, "isManager": true}).OK()
	}
	track(s.will, 8, 60, object{"projectId": s.site})
	track(s.will, 9, 90, object{"projectId": s.app})
	s.sheet = all + "/" + s.will.Post(all, week).ID()
	if approve {
		s.boss.Post(s.sheet+"/approve-all", nil).OK()
	}
	return s
}

// share makes a link of the boss's for a client.
func (s *studio) share(client string) *apitest.Answer {
	return s.boss.Post(s.sheet+"/client-approval-links", object{"clientEmail": "clara@acme.example", "clientId": client, "showAmounts": true})
}

func TestLinkIsMailedAndShownOnce(t *testing.T) {
	t.Parallel()
	s := newStudio(t, true)
	made := s.share(s.acme).OK()
	token, _ := made["token"].(string)
	expect(t, "link", made, object{
		"client_email": "clara@acme.example", "client_id": s.acme, "show_amounts": true, "status": "open", "signature": nil,
		"expires_at": "2026-07-01T12:00:00Z", "url": apitest.Address + "/p/client-approval/" + token,
	})
	if len(token) < 40 {
		t.Errorf("token %q", token)
	}
	s.Deliver()
	mails := s.Mails("clara@acme.example")
	if len(mails) != 1 || !strings.Contains(mails[0].Text, "\n"+apitest.Address+"/p/client-approval/"+token+"\n") {
		t.Fatalf("mails: %v", mails)
	}
	for _, l := range s.boss.Get(s.sheet + "/client-approval-links").Items() {
		expect(t, "link in the list", l, object{"id": made["id"], "url": nil, "token": nil})
	}
	whole := s.boss.Get(s.sheet + "/client-approval-links/" + made["id"].(string)).OK()
	content := whole["content"].(object)
	expect(t, "content", content, object{"client_name": "Acme", "person_name": "will", "total_seconds": 3600, "period_start": "2026-06-08"})
	if lines := content["lines"].([]any); len(lines) != 1 {
		t.Errorf("lines of another client are shown: %v", lines)
	}
	expect(t, "submission", s.will.Get(s.sheet).OK(), object{"client_status": "pending", "client_approval": nil})
}

func TestLinkRefusals(t *testing.T) {
	t.Parallel()
	s := newStudio(t, false)
	links := s.sheet + "/client-approval-links"
	body := object{"clientEmail": "clara@acme.example", "clientId": s.acme}
	s.boss.Post(links, body).Problem(409, "conflict") // not approved yet
	s.boss.Post(s.sheet+"/approve-all", nil).OK()
	s.boss.Post(links, object{"clientEmail": "clara@acme.example"}).Invalid("clientId required")
	s.boss.Post(links, object{"clientEmail": "clara", "clientId": s.site, "expiresInDays": 91}).Invalid(
		"clientEmail email_invalid", "clientId client_not_found", "expiresInDays max_value")
	elsewhere := s.boss.Post("/api/workspaces", object{"name": "elsewhere"}).ID()
	theirs := s.Signed(s.Send(apitest.Request{
		Method: "POST", Path: "/api/auth/refresh", Bearer: s.boss.Token, Body: object{"workspaceId": elsewhere},
	})).Post("/api/clients", object{"name": "Acme"}).ID()
	s.boss.Post(links, object{"clientEmail": "clara@acme.example", "clientId": theirs}).Denied("workspace_mismatch")
	s.will.Post(links, body).Denied("role_insufficient")
	s.will.Get(links).Denied("role_insufficient")
	s.mona.Post(links, body).OK() // manages all its projects
	ana := s.boss.Bring("ana", "analyst")
	ana.Post(links, body).Denied("analyst_read_only")
	if got := ana.Get(links).Items(); len(got) != 1 {
		t.Errorf("an analyst sees %d links", len(got))
	}
	s.boss.Delete("/api/projects/" + s.app + "/members/" + s.mona.ID).OK()
	s.mona.Post(links, body).Denied("role_insufficient")
	s.Register("zoe").Get(links).Problem(404, "not_found")
}

func TestRevokedLinkIsGone(t *testing.T) {
	t.Parallel()
	s := newStudio(t, true)
	made := s.share(s.acme).OK()
	path := s.sheet + "/client-approval-links/" + made["id"].(string)
	expect(t, "revoked", s.boss.Delete(path).OK(), object{"id": made["id"], "deleted": true})
	s.boss.Delete(path).OK()
	s.Send(apitest.Request{Method: "GET", Path: "/api/public/client-approval/" + made["token"].(string)}).Problem(404, "not_found")
	s.Deliver()
	if mails := s.Mails("clara@acme.example"); len(mails) != 0 {
		t.Errorf("a dead link was mailed: %v", mails)
	}
	expect(t, "revoked", s.boss.Get(path).OK(), object{"status": "revoked"})
	want := "submitted approved_all client_link_created client_link_revoked"
	if got := strings.Join(history(s.boss, s.sheet[len(all)+1:]), " "); got != want {
		t.Errorf("history %s", got)
	}
}

func TestLinkWritesSurviveFaults(t *testing.T) {
	t.Parallel()
	for name, revoke := range map[string]bool{"create": false, "revoke": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var s *scene
			apitest.Converging{
				Prepare: func(h *apitest.House) func() *apitest.Answer {
					s = set(h, 2).submitted()
					s.act(all + "/" + s.id + "/approve-all")().OK()
					links := all + "/" + s.id + "/client-approval-links"
					create := apitest.Request{
						Method: "POST", Path: links, Bearer: s.p.Token, Body: object{"clientEmail": "clara@acme.example"},
						Header: map[string]string{"Idempotency-Key": "once"},
					}
					if !revoke {
						return func() *apitest.Answer { return h.Send(create) }
					}
					id := h.Send(create).ID()
					return func() *apitest.Answer { return s.p.Delete(links + "/" + id) }
				},
				State: func(*apitest.House) string {
					var statuses []string
					for _, l := range s.p.Get(all + "/" + s.id + "/client-approval-links").Items() {
						statuses = append(statuses, l["status"].(string))
					}
					return s.picture() + strings.Join(statuses, " ")
				},
			}.Walk(t)
		})
	}
}
