package approvals_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"stint/internal/apitest"
	"stint/internal/testkit/pdftext"
)

// document reads the document of the link, with an Accept-Language header.
func (a *fixture) document(t *testing.T, language string) (content []byte) {
	t.Helper()
	answer := a.Send(apitest.Request{Method: "GET", Path: a.publicPath + "/document",
		Header: map[string]string{"Accept-Language": language}})
	if answer.Status != http.StatusOK || answer.Header.Get("Content-Type") != "application/pdf" ||
		answer.Header.Get("Cache-Control") != "no-store" {
		t.Fatalf("%d, headers %v\n%s", answer.Status, answer.Header, answer.Body)
	}
	return answer.Body
}

// The document is what the link shows, in the language of the browser, and nothing else of the
// submission. Later changes of names do not change it.
func TestDocumentIsTheContentOfTheLink(t *testing.T) {
	t.Parallel()
	a := newFixture(apitest.New(t))
	digest := a.get(a.publicPath).OK()["content_sha256"].(string)
	before := a.document(t, "")
	text := pdftext.Text(t, before)
	for _, line := range []string{
		"Timesheet", "8–14 June 2026", "Person olga", "No. Project Billable Hours", "1 Site yes 1:00", "Total 1:00",
		"Not signed yet", "SHA-256 " + digest,
	} {
		if !strings.Contains("\n"+text+"\n", "\n"+line+"\n") {
			t.Errorf("%q is not in\n%s", line, text)
		}
	}
	for _, private := range []string{"for us only", "olga@example.com", "90.50", a.owner.ID, "Approved", "Days"} {
		if strings.Contains(text, private) {
			t.Errorf("%q is shown to the client", private)
		}
	}
	project := a.owner.Get("/api/projects").Items()[0]["id"].(string)
	a.owner.Patch("/api/projects/"+project, object{"name": "Renamed"}).OK()
	if string(a.document(t, "")) != string(before) {
		t.Error("the document changed with a name")
	}
	for language, title := range map[string]string{"de-CH, en;q=0.5": "Stundenzettel", "fr": "Feuille de temps",
		"es-MX": "Hoja de horas", "pl": "Timesheet", "%%%": "Timesheet"} {
		if text := pdftext.Text(t, a.document(t, language)); !strings.Contains(text, "\n"+title+"\n") {
			t.Errorf("%s: no %q in\n%s", language, title, text)
		}
	}
}

// Days and amounts are shown where the link shows them.
func TestDocumentShowsEntriesWhereTheLinkDoes(t *testing.T) {
	t.Parallel()
	a := newFixture(apitest.New(t))
	made := a.owner.Post(a.submissionPath+"/client-approval-links",
		object{"clientEmail": "clara@acme.example", "delivery": "self", "showEntries": true, "showAmounts": true}).OK()
	a.publicPath = "/api/public/client-approval/" + made["token"].(string)
	text := pdftext.Text(t, a.document(t, ""))
	if !strings.Contains(text, "\nMonday, 8 June 2026 1:00\nSite 1:00 €90.50\n") {
		t.Errorf("no days in\n%s", text)
	}
}

// The decision is in the document, with the digest of what was signed and without the signer's address.
func TestDocumentShowsTheDecision(t *testing.T) {
	t.Parallel()
	for decision, heading := range map[string]string{"/approve": "Signed by the client",
		"/reject": "Declined by the client"} {
		a := newFixture(apitest.New(t))
		open := a.document(t, "")
		body := signatureBody()
		body["reason"] = "One hour is missing."
		digest := a.post(a.publicPath+decision, body).OK()["content_sha256"].(string)
		content := a.document(t, "")
		text := pdftext.Text(t, content)
		for _, line := range []string{heading, "Name Clara Client", "Decided at 17 June 2026, 12:00 UTC",
			"SHA-256 " + digest} {
			if !strings.Contains(text, "\n"+line+"\n") {
				t.Errorf("%s: %q is not in\n%s", decision, line, text)
			}
		}
		if strings.Contains(text, "I have looked") != (decision == "/approve") ||
			strings.Contains(text, "Reason One hour is missing.") != (decision == "/reject") {
			t.Errorf("%s: the declaration or the reason is wrong in\n%s", decision, text)
		}
		if strings.Contains(strings.ToLower(text), "clara@acme") || string(content) == string(open) ||
			string(content) != string(a.document(t, "")) {
			t.Errorf("%s: the address is shown, or the bytes are those of another state", decision)
		}
	}
}

// A link that is not valid any more has no document. A browser gets the page that explains it.
func TestDocumentOfAnInvalidLink(t *testing.T) {
	t.Parallel()
	for name, end := range map[string]func(a *fixture){
		"unknown":  func(a *fixture) { a.publicPath += "x" },
		"revoked":  func(a *fixture) { a.owner.Delete(a.linkPath).OK() },
		"reopened": func(a *fixture) { a.owner.Post(a.submissionPath+"/reopen", nil).OK() },
		"expired":  func(a *fixture) { a.Clock.Advance(49 * time.Hour) }, // the link is good for two days
	} {
		a := newFixture(apitest.New(t))
		end(a)
		if answer := a.get(a.publicPath + "/document"); answer.Status != http.StatusNotFound {
			t.Errorf("%s: %d", name, answer.Status)
		}
		page := a.Send(apitest.Request{Method: "GET", Path: a.publicPath + "/document",
			Header: map[string]string{"Accept": "text/html,*/*;q=0.8"}})
		token := strings.TrimPrefix(a.publicPath, "/api/public/client-approval/")
		if page.Status != http.StatusFound || page.Header.Get("Location") != apitest.BaseURL+"/p/client-approval/"+token {
			t.Errorf("%s: a browser gets %d %s", name, page.Status, page.Header.Get("Location"))
		}
	}
}

func TestDocumentOfALinkOnPaper(t *testing.T) {
	t.Parallel()
	a := newFixture(apitest.New(t))
	a.get(a.publicPath + "/document?paper=a5").Invalid("paper enum_invalid")
	if body := a.get(a.publicPath + "/document?paper=letter").Body; !strings.Contains(string(body),
		"/MediaBox [0 0 612.00 792.00]") {
		t.Error("the paper is not letter")
	}
}
