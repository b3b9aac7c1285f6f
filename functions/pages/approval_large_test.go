package pages

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"stint/internal/browser"
	"stint/internal/testkit"
	"stint/shared/domain"
	"stint/shared/domain/people"
	"stint/shared/domain/projects"
	"stint/shared/domain/timelog"
	"stint/shared/domain/timesheets"
	"stint/shared/lambdahttp"
	"stint/shared/page"
	"stint/shared/signing"
	"stint/shared/store/timesheetdb"
)

// newDetails makes an open client link of June with n entries of half an hour in two projects.
// Every entry has its number and the description.
func newDetails(t *testing.T, n int, description string) signing.LinkDetails {
	t.Helper()
	start := time.Date(2026, 6, 1, 0, 0, 0, 0, time.UTC)
	entries := map[int][]timelog.Entry{}
	for i := range n {
		at := domain.InstantOf(start.Add(time.Duration(i*30*24*60/n) * time.Minute))
		stop := at.Plus(30 * time.Minute)
		entries[1+i%2] = append(entries[1+i%2], timelog.Entry{
			ID: domain.NewID(), StartedAt: at, StoppedAt: &stop,
			Description: domain.Text(fmt.Sprintf("%05d %s", i, description)),
		})
	}
	var lines []timesheets.Line
	for number := 1; number <= 2; number++ {
		project := domain.ID(fmt.Sprint("p", number))
		lines = append(lines, timesheets.Line{Number: number, ProjectID: project, IsBillable: true,
			Seconds: int64(len(entries[number])) * 1800, Currency: "EUR"})
	}
	link := timesheets.ClientLink{ID: "link", ShowEntries: true, ShowAmounts: true,
		ExpiresAt: domain.InstantOf(start.AddDate(0, 2, 0))}
	s := timesheets.Submission{ID: "submission", PeriodStart: "2026-06-01", PeriodEnd: "2026-06-30"}
	content := signing.NewContent(s, link, lines, signing.ContentSources{
		Workspace: people.Workspace{Name: "Northlight Studio"}, User: people.User{DisplayName: "Ada"}, Entries: entries,
		Projects: map[domain.ID]projects.Project{"p1": {Name: "Website relaunch"}, "p2": {Name: "Audio guide"}},
	})
	if content.HasTooManyEntries() || !content.EntriesAddUp() {
		t.Fatal("such a link cannot be made")
	}
	canonical := content.Canonical()
	link.SHA256 = domain.Digest(canonical)
	parsed, err := signing.ParseContent(canonical)
	if err != nil {
		t.Fatal(err)
	}
	return signing.LinkDetails{
		ClientLinkDetails: timesheetdb.ClientLinkDetails{Workspace: people.Workspace{Timezone: "Europe/Berlin"},
			Submission: s, Link: link, Content: canonical},
		Content: parsed, Status: timesheets.LinkOpen,
	}
}

// The closed days of a page are accessible.
func TestClosedDaysAreAccessible(t *testing.T) {
	p := openDetails(t, maxUnfolded+1, "Icons, round")
	p.CheckAccessible()
	p.Unfold("Wednesday, 10 June 2026")
	p.WaitForText("Icons, round")
	p.CheckAccessible()
}

// openDetails shows the page of a link with n entries to a phone.
func openDetails(t *testing.T, n int, description string) *browser.Page {
	t.Helper()
	p := browser.NewPhonePage(t)
	p.Open(serveApproval(t, n, description))
	return p
}

// newApproval makes the page of a link with n entries.
func newApproval(t *testing.T, n int, description string) page.Page {
	t.Helper()
	return (&Family{}).newApprovalView(readerFrom(""), newDetails(t, n, description), "token", signInput{}).toPage(nil)
}

// serveApproval serves the page of a link with n entries and returns its address.
func serveApproval(t *testing.T, n int, description string) string {
	t.Helper()
	made := newApproval(t, n, description)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { made.Respond(w) }))
	t.Cleanup(server.Close)
	return server.URL
}

// A page with 10,000 entries fits into a response and has all of them. Its days are closed, so
// that the form is not far away.
func TestLargeTimesheetFitsIntoAResponse(t *testing.T) {
	t.Parallel()
	html := string(newApproval(t, 10_000, "Icons, round").HTML())
	if !lambdahttp.Fits([]byte(html)) {
		t.Fatalf("%d bytes do not fit into a response", len(html))
	}
	if n := strings.Count(html, " Icons, round<"); n != 10_000 {
		t.Errorf("%d entries", n)
	}
	if n := strings.Count(html, `<details class="day">`); n != 30 {
		t.Errorf("%d closed days", n)
	}
}

// Days that are closed on the screen are printed all the same.
func TestLargeTimesheetStaysReadable(t *testing.T) {
	entries := testkit.Size(1_000, 10_000)
	p := browser.NewDesktopPage(t)
	p.Open(serveApproval(t, entries, "Icons, round"))
	p.Pictures("client-approval-large")
	if text := p.Text(); strings.Contains(text, "Icons, round") || !strings.Contains(text, "Tuesday, 30 June 2026") {
		t.Errorf("the days are not closed:\n%s", text)
	}
	paper := p.Print("client-approval-large")
	if n := strings.Count(paper.Text, "Icons, round"); n != entries || paper.Pages < entries/100 {
		t.Errorf("%d entries are printed on %d pages, want %d", n, paper.Pages, entries)
	}
}

// A timesheet whose page would be too large for a response is shown without its days, and says
// where they are.
func TestPageTooLargeForAResponse(t *testing.T) {
	t.Parallel()
	html := string(newApproval(t, 1000, strings.Repeat("<", 900)).HTML())
	if !lambdahttp.Fits([]byte(html)) || !strings.Contains(html, "There are too many entries for this page.") ||
		!strings.Contains(html, "Website relaunch") {
		t.Errorf("%d bytes:\n%.2000s", len(html), html)
	}
}

// Characters that change the order of others are not shown, so that the page reads like the document.
func TestHiddenCharactersAreNotShown(t *testing.T) {
	t.Parallel()
	if html := string(newApproval(t, 1, "paid \u202e21").HTML()); !strings.Contains(html, "00000 paid 21<") {
		t.Errorf("the description is shown otherwise:\n%s", html)
	}
}
