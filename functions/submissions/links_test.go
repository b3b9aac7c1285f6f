package submissions_test

import (
	"fmt"
	"maps"
	"net/http"
	"strings"
	"testing"

	"stint/internal/apitest"
	"stint/internal/testkit"
	"stint/shared/config"
	"stint/shared/domain"
)

// linkFixture is a workspace in which a member submitted a week: time on projects of two clients, and some on none.
type linkFixture struct {
	*apitest.Service
	owner, member, manager *apitest.User // the manager manages both projects
	acme, bolt             string        // clients
	site, app              string        // their projects
	submissionPath         string        // path of the submission
}

var linkFixtures = apitest.Template[*linkFixture]{Prepare: prepareLinks,
	Copy: func(of *linkFixture, s *apitest.Service) *linkFixture { return of.in(s) }}

// in is the same in another service.
func (s linkFixture) in(api *apitest.Service) *linkFixture {
	s.Service = api
	api.Move(&s.owner, &s.member, &s.manager)
	return &s
}

func newLinkFixture(t *testing.T, options ...apitest.Option) *linkFixture {
	t.Helper()
	return linkFixtures.New(t, options...)
}

// newApprovedLinkFixture is newLinkFixture with the week approved.
func newApprovedLinkFixture(t *testing.T, options ...apitest.Option) *linkFixture {
	t.Helper()
	s := newLinkFixture(t, options...)
	s.owner.Post(s.submissionPath+"/approve-all", nil).OK()
	return s
}

func prepareLinks(api *apitest.Service) *linkFixture {
	s := &linkFixture{Service: api, owner: api.Register("boss")}
	s.member, s.manager = s.owner.AddMember("will", "user"), s.owner.AddMember("mona", "user")
	s.acme, s.bolt = s.owner.Post("/api/clients", object{"name": "Acme"}).ID(),
		s.owner.Post("/api/clients", object{"name": "Bolt"}).ID()
	s.site, s.app = createProject(s.owner, "site", s.member), createProject(s.owner, "app", s.member)
	for id, client := range map[string]string{s.site: s.acme, s.app: s.bolt} {
		s.owner.Patch("/api/projects/"+id, object{"clientId": client}).OK()
		s.owner.Post("/api/projects/"+id+"/members", object{"userId": s.manager.ID, "isManager": true}).OK()
	}
	track(s.member, 8, 60, object{"projectId": s.site})
	track(s.member, 9, 90, object{"projectId": s.app})
	s.submissionPath = pathSubmissions + "/" + s.member.Post(pathSubmissions, submittedWeek).ID()
	return s
}

// createLink makes a link of the boss's for a client.
func (s *linkFixture) createLink(client string) *apitest.Answer {
	return s.owner.Post(s.submissionPath+"/client-approval-links", object{
		"clientEmail": "clara@acme.example", "clientId": client, "showAmounts": true, "delivery": "self",
	})
}

// The audit log has what decides how much a signature on the link is worth.
func TestAuditLogHasTheDeliveryOfALink(t *testing.T) {
	t.Parallel()
	s := newApprovedLinkFixture(t)
	s.createLink(s.acme).OK()
	events := s.owner.Get("/api/workspaces/" + s.owner.WorkspaceID + "/audit-log?action=client_link.created").Items()
	changes := events[0]["changes"].(object)
	if after := changes["delivery"].([]any)[1]; after != "self" {
		t.Errorf("delivery %v", after)
	}
	if after := changes["show_entries"].([]any)[1]; after != false {
		t.Errorf("show_entries %v", after)
	}
}

func TestLinkForItsMakerIsShownOnce(t *testing.T) {
	t.Parallel()
	s := newApprovedLinkFixture(t)
	made := s.createLink(s.acme).OK()
	token, _ := made["token"].(string)
	wantFields(t, "link", made, object{
		"client_email": "clara@acme.example", "client_id": s.acme, "show_amounts": true, "show_entries": false,
		"delivery": "self", "status": "open", "signature": nil, "expires_at": "2026-07-01T12:00:00Z",
		"url": apitest.BaseURL + "/p/client-approval/" + token,
	})
	if len(token) < 40 {
		t.Errorf("token %q", token)
	}
	s.RunWorker()
	if mails := s.MailsTo("clara@acme.example"); len(mails) != 0 {
		t.Fatalf("the maker delivers the link, and it was mailed: %v", mails)
	}
	for _, l := range s.owner.Get(s.submissionPath + "/client-approval-links").Items() {
		wantFields(t, "link in the list", l, object{"id": made["id"], "url": nil, "token": nil})
	}
	whole := s.owner.Get(s.submissionPath + "/client-approval-links/" + made["id"].(string)).OK()
	content := whole["content"].(object)
	wantFields(t, "content", content, object{"client_name": "Acme", "person_name": "will", "total_seconds": 3600,
		"period_start": "2026-06-08"})
	if lines := content["lines"].([]any); len(lines) != 1 {
		t.Errorf("lines of another client are shown: %v", lines)
	}
	wantFields(t, "submission", s.member.Get(s.submissionPath).OK(),
		object{"client_status": "pending", "client_approval": nil})
}

func TestLinkRefusals(t *testing.T) {
	t.Parallel()
	s := newLinkFixture(t)
	links := s.submissionPath + "/client-approval-links"
	body := object{"clientEmail": "clara@acme.example", "clientId": s.acme}
	s.owner.Post(links, body).Problem(409, "conflict") // not approved yet
	s.owner.Post(s.submissionPath+"/approve-all", nil).OK()
	s.owner.Post(links, object{"clientEmail": "clara@acme.example"}).Invalid("clientId required")
	s.owner.Post(links, object{"clientEmail": "clara", "clientId": s.site, "expiresInDays": 91}).Invalid(
		"clientEmail email_invalid", "clientId client_not_found", "expiresInDays max_value")
	otherWorkspace := s.owner.Post("/api/workspaces", object{"name": "elsewhere"}).ID()
	theirs := s.owner.Switch(otherWorkspace).Post("/api/clients", object{"name": "Acme"}).ID()
	s.owner.Post(links, object{"clientEmail": "clara@acme.example", "clientId": theirs}).Denied("workspace_mismatch")
	s.member.Post(links, body).Denied("role_insufficient")
	s.member.Get(links).Denied("role_insufficient")
	s.manager.Post(links, body).OK() // manages all its projects
	analyst := s.owner.AddMember("ana", "analyst")
	analyst.Post(links, body).Denied("analyst_read_only")
	if got := analyst.Get(links).Items(); len(got) != 1 {
		t.Errorf("an analyst sees %d links", len(got))
	}
	s.owner.Delete("/api/projects/" + s.app + "/members/" + s.manager.ID).OK()
	s.manager.Post(links, body).Denied("role_insufficient")
	s.Register("zoe").Get(links).Problem(404, "not_found")
}

func TestRevokedLinkIsGone(t *testing.T) {
	t.Parallel()
	s := newApprovedLinkFixture(t)
	made := s.createLink(s.acme).OK()
	path := s.submissionPath + "/client-approval-links/" + made["id"].(string)
	wantFields(t, "revoked", s.owner.Delete(path).OK(), object{"id": made["id"], "deleted": true})
	s.owner.Delete(path).OK()
	s.Send(apitest.Request{Method: "GET", Path: "/api/public/client-approval/" + made["token"].(string)}).Problem(404,
		"not_found")
	wantFields(t, "revoked", s.owner.Get(path).OK(), object{"status": "revoked"})
	want := "submitted approved_all client_link_created client_link_revoked"
	if got := strings.Join(eventTypes(s.owner, s.submissionPath[len(pathSubmissions)+1:]), " "); got != want {
		t.Errorf("history %s", got)
	}
}

func TestLinkWritesSurviveFaults(t *testing.T) {
	t.Parallel()
	for name, revoke := range map[string]bool{"create": false, "revoke": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var s *fixture
			apitest.RetryableWrite{
				Prepare: func(api *apitest.Service) func() *apitest.Answer {
					s = newFixture(api, 2).submit()
					s.postTo(pathSubmissions + "/" + s.id + "/approve-all")().OK()
					links := pathSubmissions + "/" + s.id + "/client-approval-links"
					create := apitest.Request{
						Method: "POST", Path: links, Bearer: s.user.Token, Body: object{"clientEmail": "clara@acme.example"},
						Header: map[string]string{"Idempotency-Key": "once"},
					}
					if !revoke {
						return func() *apitest.Answer { return api.Send(create) }
					}
					id := api.Send(create).ID()
					return func() *apitest.Answer { return s.user.Delete(links + "/" + id) }
				},
				State: func(*apitest.Service) string {
					var statuses []string
					for _, l := range s.user.Get(pathSubmissions + "/" + s.id + "/client-approval-links").Items() {
						statuses = append(statuses, l["status"].(string))
					}
					return s.describe() + strings.Join(statuses, " ")
				},
			}.Walk(t)
		})
	}
}

// With the delivery mail only the client gets the link: not its maker, and not who
// replays the request.
func TestMailedLinkIsKnownToTheClientAlone(t *testing.T) {
	t.Parallel()
	s := newApprovedLinkFixture(t)
	create := apitest.Request{
		Method: "POST", Path: s.submissionPath + "/client-approval-links", Bearer: s.owner.Token,
		Body:   object{"clientEmail": "clara@acme.example", "clientId": s.acme},
		Header: map[string]string{"Idempotency-Key": "once"},
	}
	made := s.Send(create).OK()
	wantFields(t, "link", made, object{"delivery": "mail", "url": nil, "token": nil})
	wantFields(t, "replayed", s.Send(create).OK(), object{"id": made["id"], "url": nil, "token": nil})
	s.RunWorker()
	mails := s.MailsTo("clara@acme.example")
	if len(mails) != 1 {
		t.Fatalf("mails: %v", mails)
	}
	_, rest, _ := strings.Cut(mails[0].Text, apitest.BaseURL+"/p/client-approval/")
	token, _, _ := strings.Cut(rest, "\n")
	s.Send(apitest.Request{Method: "POST", Path: "/api/public/client-approval/" + token + "/approve", Body: object{
		"signerName": "Carl", "signerEmail": "carl@acme.example", "attestationAccepted": true,
	}}).OK()
	want := object{"evidence": "mailed_link", "signer_email_matches": false}
	link := s.owner.Get(s.submissionPath + "/client-approval-links/" + made["id"].(string)).OK()
	wantFields(t, "signature", link["signature"].(object), want)
	wantFields(t, "client_approval", s.member.Get(s.submissionPath).OK()["client_approval"].(object), want)
}

// A replay does not repeat the secret of a link that its maker delivers.
func TestReplayHidesTheToken(t *testing.T) {
	t.Parallel()
	s := newApprovedLinkFixture(t)
	create := apitest.Request{
		Method: "POST", Path: s.submissionPath + "/client-approval-links", Bearer: s.owner.Token,
		Body:   object{"clientEmail": "clara@acme.example", "clientId": s.acme, "delivery": "self"},
		Header: map[string]string{"Idempotency-Key": "once"},
	}
	made := s.Send(create).OK()
	if made["token"] == nil || made["url"] == nil {
		t.Fatalf("link %v", made)
	}
	wantFields(t, "replayed", s.Send(create).OK(), object{"id": made["id"], "url": nil, "token": nil})
	create.Header = nil
	create.Body = object{"clientEmail": "clara@acme.example", "clientId": s.acme, "delivery": "pigeon"}
	s.Send(create).Invalid("delivery enum_invalid")
}

// Time on projects of a client, and time on none, never stand in one link.
func TestLinkWithoutAClientNeedsOneForAllLines(t *testing.T) {
	t.Parallel()
	s := newApprovedLinkFixture(t)
	none := createProject(s.owner, "inside", s.member)
	track(s.member, 10, 60, object{"projectId": none})
	second := pathSubmissions + "/" + s.member.Post(pathSubmissions, submittedWeek).ID() + "/client-approval-links"
	s.owner.Post(strings.TrimSuffix(second, "/client-approval-links")+"/approve-all", nil).OK()
	s.owner.Post(second, object{"clientEmail": "clara@acme.example"}).OK() // all lines are of no client
	track(s.member, 11, 60, object{"projectId": none})
	track(s.member, 11, 30, object{"projectId": s.site})
	third := pathSubmissions + "/" + s.member.Post(pathSubmissions, submittedWeek).ID()
	s.owner.Post(third+"/approve-all", nil).OK()
	s.owner.Post(third+"/client-approval-links", object{"clientEmail": "clara@acme.example"}).Invalid("clientId required")
	made := s.owner.Post(third+"/client-approval-links",
		object{"clientEmail": "clara@acme.example", "clientId": s.acme, "showEntries": true}).OK()
	content := s.owner.Get(third + "/client-approval-links/" + made["id"].(string)).OK()["content"].(object)
	if lines := content["lines"].([]any); len(lines) != 1 || lines[0].(object)["project_name"] != "site" {
		t.Errorf("lines %v", content["lines"])
	}
}

// Entries are shown in the order of their starts, with rounded time that adds up to
// their line.
func TestLinkShowsEntries(t *testing.T) {
	t.Parallel()
	s := newLinkFixture(t)
	s.member.Post(s.submissionPath+"/withdraw", nil).OK()
	settings := s.owner.Get("/api/workspaces/me/billable-settings").OK()
	s.owner.Do("PUT", "/api/workspaces/me/billable-settings", object{
		"currency": settings["currency"], "defaultHourlyRate": 6000, "defaultIsBillable": true, "membersSeeRates": false,
		"rounding": object{"mode": "up", "minutes": 15},
	}).OK()
	track(s.member, 10, 50, object{"projectId": s.site, "description": "later"})
	track(s.member, 9, 20, object{"projectId": s.site, "description": "between"})
	path := pathSubmissions + "/" + s.member.Post(pathSubmissions, submittedWeek).ID()
	s.owner.Post(path+"/approve-all", nil).OK()
	for _, amounts := range []bool{false, true} {
		made := s.owner.Post(path+"/client-approval-links",
			object{"clientEmail": "clara@acme.example", "clientId": s.acme, "showEntries": true, "showAmounts": amounts}).OK()
		content := s.owner.Get(path + "/client-approval-links/" + made["id"].(string)).OK()["content"].(object)
		line := content["lines"].([]any)[0].(object)
		var shown []string
		for _, e := range line["entries"].([]any) {
			e := e.(object)
			if (e["amount"] != nil) != amounts {
				t.Errorf("amount %v", e["amount"])
			}
			shown = append(shown, fmt.Sprint(e["day"], " ", e["description"], " ", e["seconds"]))
		}
		if got := strings.Join(shown, ", "); got != "2026-06-08  3600, 2026-06-09 between 1800, 2026-06-10 later 3600" ||
			line["seconds"] != 9000.0 {
			t.Errorf("%s, in all %v", got, line["seconds"])
		}
	}
}

// The link of a manager ends with the management of one of its projects, and not with
// that of others.
func TestLinkOfAFormerManagerIsVoid(t *testing.T) {
	t.Parallel()
	for how, lose := range map[string]func(s *linkFixture){
		"no manager": func(s *linkFixture) {
			s.owner.Patch("/api/projects/"+s.app+"/members/"+s.manager.ID+"/manager", object{"isManager": false}).OK()
		},
		"removed": func(s *linkFixture) { s.owner.Delete("/api/projects/" + s.app + "/members/" + s.manager.ID).OK() },
		"manager again": func(s *linkFixture) {
			manager := "/api/projects/" + s.app + "/members/" + s.manager.ID + "/manager"
			s.owner.Patch(manager, object{"isManager": false}).OK()
			s.owner.Patch(manager, object{"isManager": true}).OK()
		},
		"added again": func(s *linkFixture) {
			s.owner.Delete("/api/projects/" + s.app + "/members/" + s.manager.ID).OK()
			s.owner.Post("/api/projects/"+s.app+"/members", object{"userId": s.manager.ID, "isManager": true}).OK()
		},
	} {
		t.Run(how, func(t *testing.T) {
			t.Parallel()
			s := newApprovedLinkFixture(t)
			other := createProject(s.owner, "other", s.manager)
			s.owner.Patch("/api/projects/"+other+"/members/"+s.manager.ID+"/manager", object{"isManager": true}).OK()
			made := s.manager.Post(s.submissionPath+"/client-approval-links",
				object{"clientEmail": "clara@acme.example", "clientId": s.acme, "delivery": "self"}).OK()
			path := "/api/public/client-approval/" + made["token"].(string)
			s.owner.Patch("/api/projects/"+other+"/members/"+s.manager.ID+"/manager", object{"isManager": false}).OK()
			s.owner.Patch("/api/projects/"+s.app+"/members/"+s.manager.ID, object{"hourlyRate": 1}).OK()
			s.Send(apitest.Request{Method: "GET", Path: path}).OK()
			body := object{"signerName": "Clara", "signerEmail": "clara@acme.example", "attestationAccepted": true}
			lost := false
			s.Probe.Inject(testkit.Fault{Where: testkit.On("TransactWriteItems"),
				Effect: func(r *http.Request, exchange func(*http.Request) (*http.Response, error)) (*http.Response, error) {
					lost = true
					lose(s)
					return exchange(r)
				}})
			s.Send(apitest.Request{Method: "POST", Path: path + "/approve", Body: body}).Problem(404, "not_found")
			if !lost {
				t.Fatal("nothing was lost beside the signature")
			}
			s.Send(apitest.Request{Method: "GET", Path: path}).Problem(404, "not_found")
			wantFields(t, "submission", s.member.Get(s.submissionPath).OK(), object{"client_status": "none"})
		})
	}
}

// An unproven account mails no client. A link that its maker delivers mails nobody.
func TestUnprovenAccountMailsNoClient(t *testing.T) {
	t.Parallel()
	s := newApprovedLinkFixture(t)
	strict := s.NewInstance(func(c *config.Config) { c.VerificationRequired = true })
	create := func(more object) *apitest.Answer {
		body := object{"clientEmail": "clara@acme.example", "clientId": s.acme}
		maps.Copy(body, more)
		return s.SendTo(strict, apitest.Request{Method: "POST", Path: s.submissionPath + "/client-approval-links",
			Bearer: s.owner.Token, Body: body})
	}
	for _, mailed := range []object{{}, {"delivery": "mail"}, {"delivery": nil}, {"delivery": "pigeon"},
		{"clientId": domain.NewID(), "expiresInDays": 0}} {
		create(mailed).Denied("email_not_verified")
	}
	wantFields(t, "link", create(object{"delivery": "self"}).OK(), object{"delivery": "self"})
	s.owner.VerifyEmail()
	create(object{"delivery": "pigeon"}).Invalid("delivery enum_invalid")
	wantFields(t, "link", create(object{}).OK(), object{"delivery": "mail"})
}

// Only a mailed link counts as a mail.
func TestOnlyMailedLinksCountAsMail(t *testing.T) {
	t.Parallel()
	s := newApprovedLinkFixture(t, func(c *config.Config) { c.Limits.MailPerRecipient = 1 })
	create := func(by string) *apitest.Answer {
		return s.owner.Post(s.submissionPath+"/client-approval-links",
			object{"clientEmail": "clara@acme.example", "clientId": s.acme, "delivery": by})
	}
	create("self").OK()
	create("mail").OK()
	create("mail").Problem(429, "rate_limited")
	create("self").OK()
}
