package submissions_test

import (
	"fmt"
	"strings"
	"testing"

	"stint/internal/apitest"
)

// clientsFixture is an approved week of the member's for three clients and for none.
type clientsFixture struct {
	*linkFixture
	acme, bolt, core string // clients
	id               string // of the submission
}

var clientsFixtures = apitest.Template[*clientsFixture]{Prepare: prepareClients,
	Copy: func(of *clientsFixture, api *apitest.Service) *clientsFixture {
		s := *of
		s.linkFixture = of.linkFixture.in(api)
		return &s
	}}

func newClientsFixture(t *testing.T) *clientsFixture { t.Helper(); return clientsFixtures.New(t) }

// prepareClients submits an hour for Acme, one and a half for Bolt, two for Core and half an hour for none.
func prepareClients(api *apitest.Service) *clientsFixture {
	s := &clientsFixture{linkFixture: prepareLinks(api)}
	s.acme, s.bolt = s.linkFixture.acme, s.linkFixture.bolt
	s.core = s.owner.Post("/api/clients", object{"name": "Core"}).ID()
	engine := createProject(s.owner, "engine", s.member)
	s.owner.Patch("/api/projects/"+engine, object{"clientId": s.core}).OK()
	track(s.member, 10, 120, object{"projectId": engine})
	track(s.member, 11, 30, nil)
	s.member.Post(s.submissionPath+"/withdraw", nil).OK()
	s.id = s.member.Post(pathSubmissions, submittedWeek).ID()
	s.submissionPath = pathSubmissions + "/" + s.id
	s.owner.Post(s.submissionPath+"/approve-all", nil).OK()
	return s
}

// link makes a link for a client, or for all with "*", and returns its answer.
func (s *clientsFixture) link(client string) object {
	body := object{"clientEmail": "clara@acme.example", "delivery": "self"}
	if client == "*" {
		body["coversAll"] = true
	} else {
		body["clientId"] = client
	}
	return s.owner.Post(s.submissionPath+"/client-approval-links", body).OK()
}

// decide approves or rejects by a link.
func (s *clientsFixture) decide(link object, decision string) object {
	return s.Send(apitest.Request{
		Method: "POST", Path: "/api/public/client-approval/" + link["token"].(string) + "/" + decision,
		Body: object{"signerName": "Clara", "signerEmail": "clara@acme.example", "attestationAccepted": true},
	}).OK()
}

// rows are the decisions of the clients as a viewer sees them, by name.
func rows(of object) string {
	var all []string
	for _, d := range of["client_decisions"].([]any) {
		row := d.(object)
		all = append(all, fmt.Sprint(row["client_name"], " ", row["status"]))
	}
	return strings.Join(all, ", ") + ": " + of["client_status"].(string)
}

// A signature counts for its client. Each has a row with its own time and money.
func TestSignatureCountsForItsClient(t *testing.T) {
	t.Parallel()
	s := newClientsFixture(t)
	acme := s.link(s.acme)
	signed := s.decide(acme, "approve")
	shown := s.owner.Get(s.submissionPath).OK()
	if got := rows(shown); got != "Acme approved, Bolt none, Core none, <nil> none: partial" {
		t.Error(got)
	}
	decisions := shown["client_decisions"].([]any)
	wantFields(t, "Acme", decisions[0].(object), object{
		"client_id": s.acme, "client_name": "Acme", "seconds": 3600, "amount": 6000, "currency": "EUR", "status": "approved",
		"signer_name": "Clara", "signer_email": "clara@acme.example", "decided_at": signed["decided_at"],
		"content_sha256": signed["content_sha256"], "link_id": acme["id"],
	})
	wantFields(t, "none", decisions[3].(object), object{"client_id": nil, "client_name": nil, "seconds": 1800, "amount": 0,
		"status": "none", "signer_name": nil, "signer_email": nil, "decided_at": nil, "content_sha256": nil, "link_id": nil})
	wantFields(t, "client_approval", shown["client_approval"].(object), object{"client_id": s.acme, "client_name": "Acme",
		"covers_all": false, "seconds": 3600, "amount": 6000, "link_id": acme["id"], "signer_name": "Clara"})
	if listed := s.owner.Get(pathSubmissions + "?status=approved").Items()[0]; toText(listed["client_decisions"]) !=
		toText(shown["client_decisions"]) {
		t.Errorf("the list shows %v", listed["client_decisions"])
	}
	s.decide(s.link(s.bolt), "approve")
	core := s.link(s.core)
	if got := rows(s.owner.Get(s.submissionPath).OK()); got !=
		"Acme approved, Bolt approved, Core pending, <nil> none: pending" {
		t.Error(got)
	}
	s.decide(core, "approve")
	if got := rows(s.owner.Get(s.submissionPath).OK()); got !=
		"Acme approved, Bolt approved, Core approved, <nil> none: approved" {
		t.Error(got)
	}
}

// Amounts are for those who may see them: of each client, by its lines.
func TestClientAmountsAreForThoseWhoSeeThem(t *testing.T) {
	t.Parallel()
	s := newClientsFixture(t)
	s.owner.Delete("/api/projects/" + s.app + "/members/" + s.manager.ID).OK()
	s.decide(s.link(s.bolt), "reject")
	s.decide(s.link(s.acme), "approve")
	for who, want := range map[*apitest.User]string{
		s.owner: "[6000 9000 12000 0] 6000 6000 9000", s.member: "[<nil> <nil> <nil> <nil>] <nil> <nil> <nil>",
		s.manager: "[6000 <nil> <nil> <nil>] 6000 6000 <nil>", // manages the project of Acme
	} {
		shown := who.Get(s.submissionPath).OK()
		var amounts []any
		for _, d := range shown["client_decisions"].([]any) {
			amounts = append(amounts, d.(object)["amount"])
		}
		events := map[string]any{}
		for _, e := range who.Get(s.submissionPath + "/events").Items() {
			events[e["type"].(string)] = e["amount"]
		}
		if got := fmt.Sprint(amounts, " ", shown["client_approval"].(object)["amount"], " ", events["client_approved"], " ",
			events["client_rejected"]); got != want {
			t.Errorf("%s sees %s, want %s", who.Email, got, want)
		}
	}
}

// A step about a link names its client with the client's time.
func TestEventsNameTheClient(t *testing.T) {
	t.Parallel()
	s := newClientsFixture(t)
	s.decide(s.link(s.acme), "approve")
	all := s.link("*")
	s.decide(all, "reject")
	events := s.owner.Get(s.submissionPath + "/events").Items()
	wantFields(t, "submitted", events[0], object{"client_id": nil, "client_name": nil, "seconds": nil, "amount": nil,
		"currency": nil, "link_id": nil, "covers_all": nil})
	wantFields(t, "for Acme", events[3], object{"type": "client_approved", "client_id": s.acme, "client_name": "Acme",
		"seconds": 3600, "amount": 6000, "currency": "EUR", "covers_all": false})
	wantFields(t, "for all", events[5], object{"type": "client_rejected", "client_id": nil, "client_name": nil,
		"seconds": 18000, "amount": 27000, "link_id": all["id"], "covers_all": true})
	if got := rows(s.owner.Get(s.submissionPath).OK()); got !=
		"Acme rejected, Bolt rejected, Core rejected, <nil> rejected: rejected" {
		t.Error(got)
	}
}

// A link is for one client or for all, never for both, and says so.
func TestLinkIsForOneClientOrForAll(t *testing.T) {
	t.Parallel()
	s := newClientsFixture(t)
	links := s.submissionPath + "/client-approval-links"
	body := object{"clientEmail": "clara@acme.example"}
	s.owner.Post(links, body).Invalid("clientId required")
	body["coversAll"] = false
	s.owner.Post(links, body).Invalid("clientId required")
	body["coversAll"], body["clientId"] = true, s.acme
	s.owner.Post(links, body).Invalid("coversAll duplicate_value")
	wantFields(t, "for one", s.link(s.acme), object{"client_id": s.acme, "covers_all": false})
	all := s.link("*")
	wantFields(t, "for all", all, object{"client_id": nil, "covers_all": true})
	content := s.owner.Get(links + "/" + all["id"].(string)).OK()["content"].(object)
	if lines := content["lines"].([]any); len(lines) != 4 || content["client_name"] != nil {
		t.Errorf("content %v", content)
	}
}

// The clients of the lines are those of today, until a link counts. From then on a project that moves to another
// client takes no line out of a signature.
func TestClientsAreFixedByTheFirstLink(t *testing.T) {
	t.Parallel()
	s := newClientsFixture(t)
	s.owner.Patch("/api/projects/"+s.app, object{"clientId": s.acme}).OK()
	revoked := s.link(s.acme)
	if got := rows(s.owner.Get(s.submissionPath).OK()); got != "Acme pending, Core none, <nil> none: pending" {
		t.Error(got)
	}
	refused := s.owner.Post(s.submissionPath+"/client-approval-links",
		object{"clientEmail": "b@bolt.example", "clientId": s.bolt})
	refused.Invalid("clientId client_not_found")
	if !strings.Contains(string(refused.Body), "is a client without a line in this timesheet") {
		t.Errorf("%s", refused.Body)
	}
	s.owner.Delete(s.submissionPath + "/client-approval-links/" + revoked["id"].(string)).OK()
	s.owner.Patch("/api/projects/"+s.app, object{"clientId": s.bolt}).OK()
	s.decide(s.link(s.acme), "approve")
	s.owner.Patch("/api/projects/"+s.app, object{"clientId": s.core}).OK()
	link := s.link(s.core)
	whole := s.owner.Get(s.submissionPath + "/client-approval-links/" + link["id"].(string)).OK()
	wantFields(t, "content", whole["content"].(object), object{"total_seconds": 7200})
	s.decide(s.link(s.bolt), "approve")
	if got := rows(s.owner.Get(s.submissionPath).OK()); got !=
		"Acme approved, Bolt approved, Core pending, <nil> none: pending" {
		t.Error(got)
	}
	s.owner.Post(s.submissionPath+"/reopen", nil).OK()
	s.owner.Post(s.submissionPath+"/approve-all", nil).OK()
	s.link(s.core)
	if got := rows(s.owner.Get(s.submissionPath).OK()); got != "Acme none, Core pending, <nil> none: pending" {
		t.Error(got)
	}
}

// A mail about a client's decision shows the days of that client's time.
func TestMailShowsTheDaysOfTheClient(t *testing.T) {
	t.Parallel()
	s := newClientsFixture(t)
	s.RunWorker() // sends the mail about the approval inside, which is not looked at
	for client, want := range map[string]string{s.bolt: "1:30", s.core: "2:00"} {
		s.decide(s.link(client), "approve")
		s.RunWorker()
		var bars []string
		for _, line := range strings.Split(s.MailsTo(s.member.Email)[0].Text, "\n") {
			if before, hours, ok := strings.Cut(line, "█"); ok && before != "" {
				bars = append(bars, strings.TrimSpace(strings.TrimLeft(hours, "█ ")))
			}
		}
		if strings.Join(bars, " ") != want {
			t.Errorf("bars %q, want %s:\n%s", bars, want, s.MailsTo(s.member.Email)[0].Text)
		}
	}
}
