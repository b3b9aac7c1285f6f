package submissions_test

import (
	"fmt"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"stint/internal/apitest"
	"stint/internal/testkit"
	"stint/internal/testkit/pdftext"
	"stint/shared/config"
	"stint/shared/domain"
	"stint/shared/domain/timesheets"
	"stint/shared/engine"
	"stint/shared/route"
)

// readDocument is the text of a submission's document.
func readDocument(t *testing.T, p *apitest.User, path string) string {
	t.Helper()
	return documentOf(t, p.Get(path))
}

func documentOf(t *testing.T, a *apitest.Answer) string {
	t.Helper()
	if a.Status != http.StatusOK || a.Header.Get("Content-Type") != "application/pdf" ||
		a.Header.Get("Cache-Control") != "no-store" {
		t.Fatalf("%d, headers %v\n%.500s", a.Status, a.Header, a.Body)
	}
	return pdftext.Text(t, a.Body)
}

// wantInOrder fails unless every line is in the text, in this order.
func wantInOrder(t *testing.T, text string, lines ...string) {
	t.Helper()
	rest := "\n" + text + "\n"
	for _, line := range lines {
		_, after, ok := strings.Cut(rest, "\n"+line+"\n")
		if !ok {
			t.Fatalf("%q is not in the rest of\n%s", line, text)
		}
		rest = "\n" + after
	}
}

// The document has what the submission has: lines, sums, days, decisions and signatures.
func TestDocumentShowsTheSubmission(t *testing.T) {
	t.Parallel()
	s := newLinkFixture(t)
	s.owner.Patch("/api/me/profile", object{"displayName": "Bożena Θεοδωράκη"}).OK()
	s.owner.Post(s.submissionPath+"/approve-all", nil).OK()
	digest := ""
	for i, client := range []string{s.acme, s.bolt} {
		made := s.createLink(client).OK()
		body := object{"signerName": "Clara " + fmt.Sprint(i), "signerEmail": "clara@acme.example",
			"attestationAccepted": true, "reason": "Too long."}
		s.Send(apitest.Request{Method: "POST", Path: "/api/public/client-approval/" + made["token"].(string) +
			[]string{"/approve", "/reject"}[i],
			Body: body}).OK()
		digest = made["content_sha256"].(string)
	}
	answer := s.owner.Get(s.submissionPath + "/document")
	if got, want := answer.Header.Get("Content-Disposition"),
		`attachment; filename="timesheet_2026-06-08_2026-06-14.pdf"; filename*=UTF-8''Timesheet%20`; !strings.HasPrefix(got,
		want) {
		t.Errorf("%s, want %s…", got, want)
	}
	wantInOrder(t, documentOf(t, answer),
		"Timesheet", "8–14 June 2026", "Client Acme, Bolt", "Status Approved", "Total time 2 h 30 min",
		"Total amount €150.00", "No. Project Client Billable Status Hours Amount", "1 app Bolt yes Approved 1:30 €90.00",
		"2 site Acme yes Approved 1:00 €60.00", "Total 2:30 €150.00", "Monday, 8 June 2026 1:00", "site 1:00 €60.00",
		"Tuesday, 9 June 2026 1:30", "app 1:30 €90.00", "Approved 1–2 Bożena Θεοδωράκη 17 June 2026, 12:00 UTC",
		"Signed by the client", "Name Clara 0", "E-mail clara@acme.example", "Client Acme",
		"Decided at 17 June 2026, 12:00 UTC", "This decision is only about the lines of Acme, as they were at that time.",
		"Declined by the client", "Name Clara 1", "Client Bolt", "Reason Too long.", "SHA-256 "+digest)
	s.owner.Post(s.submissionPath+"/reopen", nil).OK()
	if text := readDocument(t, s.owner, s.submissionPath+"/document"); strings.Contains(text, "Clara") {
		t.Errorf("signatures from before the submission was reopened are shown:\n%s", text)
	}
}

// The same state is the same bytes, and any change of it is other bytes.
func TestDocumentIsTheSameForTheSameState(t *testing.T) {
	t.Parallel()
	s := newLinkFixture(t)
	path := s.submissionPath + "/document"
	seen := map[string]string{}
	for _, step := range []struct {
		name string
		do   func()
	}{
		{"submitted", func() {}},
		{"a line approved", func() { s.owner.Post(linePath(s.firstLine())+"/approve", nil).OK() }},
		{"all approved", func() { s.owner.Post(s.submissionPath+"/approve-all", nil).OK() }},
		{"reopened", func() { s.owner.Post(s.submissionPath+"/reopen", nil).OK() }},
		{"a line rejected", func() { s.owner.Post(linePath(s.firstLine())+"/reject", object{"reason": "no"}).OK() }},
		{"a project renamed", func() { s.owner.Patch("/api/projects/"+s.site, object{"name": "Site 2"}).OK() }},
		{"withdrawn", func() { s.member.Post(s.submissionPath+"/withdraw", nil).OK() }},
	} {
		s.Clock.Advance(time.Minute)
		step.do()
		document := string(s.owner.Get(path).Body)
		if other, ok := seen[document]; ok {
			t.Errorf("%s: the document is that of %s", step.name, other)
		}
		seen[document] = step.name
		if again := string(s.owner.Get(path).Body); again != document {
			t.Errorf("%s: the document is never twice the same", step.name)
		}
	}
}

// The user whose time it is sees what was signed.
func TestDocumentOfAUserShowsTheDeclaration(t *testing.T) {
	t.Parallel()
	s := newClientsFixture(t)
	s.decide(s.link(s.acme), "approve")
	text := strings.ReplaceAll(readDocument(t, s.member, s.submissionPath+"/document"), "\n", " ")
	if !strings.Contains(text, "“I have looked at the hours listed here") {
		t.Errorf("no declaration in\n%s", text)
	}
}

func (s *linkFixture) firstLine() object {
	return s.owner.Get(s.submissionPath).OK()["lines"].([]any)[0].(object)
}

// The document is read by those who read the submission, and shows the amounts that they see there.
func TestDocumentPermissions(t *testing.T) {
	t.Parallel()
	m := newTeam(t)
	path, _, _ := m.submitTwoHours(m.submitter)
	for role, amounts := range map[string]string{"owner": "all", "admin": "all", "analyst": "all", "manager": "one",
		"worker": "none"} {
		text := readDocument(t, m.users()[role], path+"/document")
		got := map[[2]bool]string{{true, true}: "all", {true, false}: "one",
			{false, false}: "none"}[[2]bool{strings.Contains(text, "€60.00"), strings.Contains(text, "€120.00")}]
		if got != amounts {
			t.Errorf("the %s sees %s, want %s:\n%s", role, got, amounts, text)
		}
	}
	for _, role := range []string{"other", "outsider"} {
		m.users()[role].Get(path+"/document").Problem(404, "not_found")
	}
	m.Send(apitest.Request{Method: "GET", Path: path + "/document"}).Problem(401, "unauthorized")
}

// Entries of rejected lines and of withdrawn submissions are not locked, so they are left out.
func TestDocumentLeavesOutEntriesThatCanChange(t *testing.T) {
	t.Parallel()
	m := newTeam(t)
	path, site, _ := m.submitTwoHours(m.submitter)
	m.owner.Post(site+"/reject", object{"reason": "Which task?"}).OK()
	note := "The entries of rejected lines and of withdrawn timesheets are left out, because they can change."
	text := readDocument(t, m.submitter, path+"/document")
	wantInOrder(t, text, "2 site yes Rejected 1:00", "Days", note, "Tuesday, 9 June 2026 1:00", "app 1:00",
		"Rejected 2 olga 17 June 2026, 12:00 UTC Which task?")
	if strings.Contains(text, "Monday") {
		t.Errorf("an entry of a rejected line is shown:\n%s", text)
	}
	if text := readDocument(t, m.submitter, path+"/document?entries=false"); strings.Contains(text, "Days") ||
		strings.Contains(text, "Tuesday") {
		t.Errorf("entries are shown:\n%s", text)
	}
	m.submitter.Post(path+"/withdraw", nil).OK()
	wantInOrder(t, readDocument(t, m.submitter, path+"/document"), "Status Withdrawn", "Total 2:00", "Days", note,
		"Decisions")
}

func TestDocumentSpeaksTheCallersLanguage(t *testing.T) {
	t.Parallel()
	s := newApprovedLinkFixture(t)
	s.owner.Patch("/api/workspaces/"+s.owner.WorkspaceID, object{"timezone": "America/New_York"}).OK()
	key := s.owner.Post("/api/me/workspaces/"+s.owner.WorkspaceID+"/api-keys", object{"name": "k"}).OK()["token"].(string)
	for language, title := range map[string]string{"de-AT": "Stundenzettel", "fr": "Feuille de temps",
		"es": "Hoja de horas", "pl": "Timesheet"} {
		s.owner.Patch("/api/auth/me/preferences", object{"preferredLanguage": language}).OK()
		text := readDocument(t, s.owner, s.submissionPath+"/document")
		wantInOrder(t, text, title)
		if !strings.Contains(text, "08:00 UTC−4") {
			t.Errorf("the zone is not that of the workspace:\n%s", text)
		}
		twin := strings.Replace(s.submissionPath, "/api/workspaces/me", "/api/v1", 1) + "/document"
		if got := documentOf(t, s.As(key).Get(twin)); got != text {
			t.Errorf("for an API key:\n%s", got)
		}
	}
}

func TestDocumentRefusals(t *testing.T) {
	t.Parallel()
	s := newApprovedLinkFixture(t)
	path := s.submissionPath + "/document"
	s.owner.Get(path+"?paper=a3&entries=some").Invalid("entries type_invalid", "paper enum_invalid")
	if body := string(s.owner.Get(path + "?paper=letter").Body); !strings.Contains(body, "/MediaBox [0 0 612.00 792.00]") {
		t.Error("the paper is not letter")
	}
}

// Names of deleted accounts are not shown, neither of the person nor of those who decided.
func TestDocumentHidesDeletedUsers(t *testing.T) {
	t.Parallel()
	s := newLinkFixture(t)
	admin := s.owner.AddMember("adam", "admin")
	admin.Post(s.submissionPath+"/approve-all", nil).OK()
	path := s.submissionPath + "/document"
	wantInOrder(t, readDocument(t, s.owner, path), "Person will", "Approved 1–2 adam 17 June 2026, 12:00 UTC")
	for _, p := range []*apitest.User{admin, s.member} {
		p.Do("DELETE", "/api/me", object{"password": apitest.Password}).OK()
	}
	wantInOrder(t, readDocument(t, s.owner, path), "Person Deleted user",
		"Approved 1–2 Deleted user 17 June 2026, 12:00 UTC")
}

// A submission that changes while it is read is read again, so that the days are those of the lines.
func TestDocumentOfAChangingSubmission(t *testing.T) {
	t.Parallel()
	s := newLinkFixture(t)
	line := s.firstLine()
	release := make(chan struct{})
	fault := s.Probe.Inject(testkit.Fault{Where: testkit.On("BatchGetItem"), Skip: 3, Effect: testkit.Hold(release)})
	done := make(chan *apitest.Answer)
	go func() { done <- s.owner.Get(s.submissionPath + "/document") }()
	<-fault.Reached()
	s.owner.Post(linePath(line)+"/reject", object{"reason": "no"}).OK()
	close(release)
	wantInOrder(t, documentOf(t, <-done), "Status Partially rejected", "Days")
}

// The largest submission has a document.
func TestDocumentOfTheLargestSubmission(t *testing.T) {
	api := apitest.New(t, func(c *config.Config) { c.Limits.PerCaller = 150 })
	owner := api.Register("olga")
	entries := testkit.Size(timesheets.MaxSubmissionLines+20, timesheets.MaxSubmissionEntries)
	trackInJune(t, owner, entries, timesheets.MaxSubmissionLines)
	made := owner.Post(pathSubmissions, object{"periodStart": "2026-06-01", "periodEnd": "2026-06-30"}).OK()
	api.Clock.Advance(time.Minute)
	api.Probe.Reset()
	answer := owner.Get(pathSubmissions + "/" + made["id"].(string) + "/document")
	cost := api.Probe.Snapshot()
	text := documentOf(t, answer)
	if !strings.Contains(text, "\n500 site ") || strings.Count(text, " 0:01") < entries*9/10 {
		t.Errorf("%.2000s", text)
	}
	remaining := fmt.Sprintf(`"caller";r=%d;`, 150-route.Weight(cost.Read, cost.Write))
	// DynamoDB Local, which the variable names, counts a batch by its size, and not each item of it.
	if cost.Read < route.UnitsOfRequest && os.Getenv(engine.EndpointVariable) == "" {
		t.Errorf("%.0f units are no more than one request pays for", cost.Read)
	}
	if got := answer.Header.Get("RateLimit"); !strings.HasPrefix(got, remaining) {
		t.Errorf("RateLimit %q, want %s: what is read counts", got, remaining)
	}
}

// Entries with very many blank lines have a small document.
func TestDocumentOfBlankLines(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("olga")
	like := track(owner, 1, 10, object{"description": "first" + strings.Repeat("\n", 4900) + "last"})
	insertCopies(t, api, like, 189, func(i int, it map[string]types.AttributeValue) {
		at := time.Date(2026, 6, 2, 0, 0, 0, 0, time.UTC).Add(time.Duration(i) * 2 * time.Minute)
		it["start"], it["stop"] = stringValue(domain.InstantOf(at).String()),
			stringValue(domain.InstantOf(at.Add(time.Minute)).String())
	})
	made := owner.Post(pathSubmissions, object{"periodStart": "2026-06-01", "periodEnd": "2026-06-30"}).OK()
	answer := owner.Get(pathSubmissions + "/" + made["id"].(string) + "/document")
	if text := documentOf(t, answer); strings.Count(text, "last") != 190 || len(answer.Body) > 300_000 {
		t.Errorf("%d bytes\n%.2000s", len(answer.Body), text)
	}
}

// The document shows names and entries only to those who see them elsewhere: a manager of one
// project sees neither the names of a private project nor entries of what they do not manage.
func TestDocumentShowsOnlyWhatTheViewerSees(t *testing.T) {
	t.Parallel()
	s := newLinkFixture(t)
	hidden := s.owner.Post("/api/projects", object{"name": "Beta", "visibility": "private"}).ID()
	s.owner.Post("/api/projects/"+hidden+"/members", object{"userId": s.member.ID}).OK()
	client := s.owner.Post("/api/clients", object{"name": "Beta client"}).ID()
	s.owner.Patch("/api/projects/"+hidden, object{"clientId": client}).OK()
	task := s.owner.Post("/api/projects/"+hidden+"/tasks", object{"name": "Beta task"}).ID()
	s.member.Post(s.submissionPath+"/withdraw", nil).OK()
	track(s.member, 10, 60, object{"projectId": hidden, "taskId": task, "description": "Beta secret"})
	track(s.member, 11, 60, object{"projectId": s.site, "description": "Site work"})
	track(s.member, 12, 60, object{"description": "own work"})
	s.owner.Patch("/api/projects/"+s.site, object{"visibility": "private"}).OK()
	s.owner.Delete("/api/projects/" + s.app + "/members/" + s.manager.ID).OK()
	path := pathSubmissions + "/" + s.member.Post(pathSubmissions, submittedWeek).ID() + "/document"
	s.manager.Get("/api/projects/"+hidden).Problem(404, "not_found")
	secrets := []string{"Beta", "secret", "own work", "Wednesday"}
	text := readDocument(t, s.manager, path)
	for _, secret := range secrets {
		if strings.Contains(text, secret) {
			t.Errorf("the manager of another project sees %q:\n%s", secret, text)
		}
	}
	for _, shown := range []string{"Hidden project", "Entries of projects that you do not manage are left out.",
		"Site work", "Total 5:30"} {
		if !strings.Contains(text, shown) {
			t.Errorf("%q is missing:\n%s", shown, text)
		}
	}
	for _, p := range []*apitest.User{s.owner, s.member} {
		text := readDocument(t, p, path)
		if !strings.Contains(text, "Beta / Beta task Beta secret 1:00") || !strings.Contains(text, "own work") ||
			strings.Contains(text, "Hidden project") {
			t.Errorf("who sees all time reads\n%s", text)
		}
	}
}

// Decisions of clients are shown with their reasons to those who may list the links. Others see what the submission
// shows of them.
func TestDocumentShowsClientDecisionsOfVisibleLinks(t *testing.T) {
	t.Parallel()
	s := newApprovedLinkFixture(t)
	decide := func(client, decision, signer string) {
		token := s.createLink(client).OK()["token"].(string)
		s.Send(apitest.Request{Method: "POST", Path: "/api/public/client-approval/" + token + decision, Body: object{
			"signerName": signer, "signerEmail": strings.ToLower(signer) + "@acme.example", "attestationAccepted": true,
			"reason": "Too long.",
		}}).OK()
	}
	decide(s.acme, "/approve", "Signer")
	decide(s.bolt, "/reject", "Refuser")
	s.owner.Delete("/api/projects/" + s.app + "/members/" + s.manager.ID).OK()
	for _, p := range []*apitest.User{s.manager, s.member} {
		p.Get(s.submissionPath+"/client-approval-links").Problem(403, "forbidden")
		text := readDocument(t, p, s.submissionPath+"/document")
		wantInOrder(t, text, "Signed by the client", "Name Signer", "E-mail signer@acme.example", "Client Acme",
			"Time of the client 1:00", "Declined by the client", "Name Refuser", "Client Bolt", "Time of the client 1:30")
		if strings.Contains(text, "Too long.") || strings.Contains(text, "have looked") != (p == s.member) {
			t.Errorf("a reason is shown, or the declaration to the wrong people:\n%s", text)
		}
	}
	wantInOrder(t, readDocument(t, s.owner, s.submissionPath+"/document"), "Signed by the client",
		"“I have looked at the hours listed here, which will worked for us from 8 June 2026 to 14 June 2026, and approve "+
			"them.”",
		"Name Signer", "Client Acme", "Time of the client 1:00", "Amount of the client €60.00", "Declined by the client",
		"Name Refuser", "Client Bolt", "Reason Too long.")
}
