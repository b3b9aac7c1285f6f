package timesheetpdf_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"stint/internal/testkit/pdftext"
	"stint/shared/domain"
	"stint/shared/domain/timesheets"
	"stint/shared/locale"
	"stint/shared/timesheetpdf"
)

// ofLines is a document with so many lines, each with an entry.
func ofLines(n int) timesheetpdf.Document {
	d := timesheetpdf.Document{Workspace: "W", Person: "P", PeriodStart: "2026-06-01", PeriodEnd: "2026-06-30",
		ChangedAt: domain.InstantOf(time.Date(2026, 6, 30, 0, 0, 0, 0, time.UTC))}
	for i := range n {
		d.Lines = append(d.Lines, timesheetpdf.Line{Project: fmt.Sprintf("Project %d", i), Seconds: 3600,
			Entries: []timesheetpdf.Entry{{Day: domain.Date("2026-06-01").AddDays(i % 30), Description: "Work", Seconds: 3600}}})
		d.Seconds += 3600
	}
	return d
}

// The block of the signature is on one page, with the end of the table above it.
func TestSignatureStaysWithItsTable(t *testing.T) {
	t.Parallel()
	unsigned := &timesheetpdf.Unsigned{Attestation: strings.Repeat("I have looked at the hours. ", 9),
		SHA256: strings.Repeat("0a", 32)}
	signature := timesheetpdf.Signature{Decision: timesheets.DecisionApproved, Name: "Clara", At: decided,
		Attestation: "I have looked at the hours.", English: "I have.", SHA256: strings.Repeat("0a", 32)}
	for name, c := range map[string]struct {
		change func(*timesheetpdf.Document)
		end    string // of the table
	}{
		"lines, not signed": {func(d *timesheetpdf.Document) { d.Unsigned = unsigned }, "Total"},
		"lines, signed":     {func(d *timesheetpdf.Document) { d.Signatures = []timesheetpdf.Signature{signature} }, "Total"},
		"days": {func(d *timesheetpdf.Document) { d.Unsigned, d.EntryView = unsigned, timesheetpdf.EntriesShown },
			"Work 1:00"},
		"decisions": {func(d *timesheetpdf.Document) {
			d.Signatures = []timesheetpdf.Signature{signature, signature}
			d.Decisions = []timesheetpdf.Decision{{Status: timesheets.LineApproved, Lines: []int{0}, By: "Ada", At: decided}}
		}, "by Ada"},
	} {
		for n := 30; n < 62; n++ {
			d := ofLines(n)
			c.change(&d)
			if name == "decisions" {
				c.end = "Approved 1 Ada"
			}
			pages := pdftext.Pages(t, render(t, d, locale.English, timesheetpdf.A4))
			last := strings.Join(pages[pageWith(pages, "SHA-256")], "\n")
			if !strings.Contains(last, "Sign") && !strings.Contains(last, "Not signed yet") || !endsTable(last, c.end, n) {
				t.Fatalf("%s, %d lines: the signature is alone on page\n%s", name, n, last)
			}
		}
	}
}

// endsTable reports whether a page has the end of a table, and if that is the total, the last line too.
func endsTable(page, end string, lines int) bool {
	return strings.Contains(page, end) &&
		(end != "Total" || strings.Contains(page, fmt.Sprintf("\n%d Project %d ", lines, lines-1)))
}

// pageWith is the first page with a text.
func pageWith(pages [][]string, text string) int {
	for i, lines := range pages {
		if strings.Contains(strings.Join(lines, "\n"), text) {
			return i
		}
	}
	return 0
}

// A signature that fills more than a page is divided, and everything of it is printed.
func TestLongSignatureIsDivided(t *testing.T) {
	t.Parallel()
	d := ofLines(3)
	d.Signatures = []timesheetpdf.Signature{{Decision: timesheets.DecisionRejected, Name: "Clara", At: decided,
		Reason: strings.Repeat("Because.\n", 90), SHA256: strings.Repeat("0a", 32)}}
	pages := pdftext.Pages(t, render(t, d, locale.English, timesheetpdf.A4))
	if n := strings.Count(strings.Join(append(pages[0], pages[1]...), "\n"), "Because."); n != 90 || len(pages) != 2 {
		t.Errorf("%d reasons on %d pages", n, len(pages))
	}
}

// The hours of each day are bars with their figures: of a week all days, otherwise those with time.
func TestBarsOfDays(t *testing.T) {
	t.Parallel()
	d := ofLines(3)
	d.PeriodEnd, d.EntryView = "2026-06-07", timesheetpdf.EntriesShown
	d.Lines[1].Entries[0].Seconds = 1800
	content := render(t, d, locale.English, timesheetpdf.A4)
	wantLines(t, pdftext.Text(t, content), "Mon 1 Jun 2026 1:00", "Tue 2 Jun 2026 0:30", "Sun 7 Jun 2026 0:00")
	if n := strings.Count(strings.Join(pdftext.Contents(t, content), ""), " re f"); n != 3 {
		t.Errorf("%d bars, want 3", n)
	}
	d.PeriodEnd = "2026-06-30"
	if text := pdftext.Text(t, render(t, d, locale.English, timesheetpdf.A4)); strings.Contains(text, "Jun 2026 0:00") {
		t.Errorf("days without time in\n%s", text)
	}
	d.EntryView = timesheetpdf.EntriesHidden
	if text := pdftext.Text(t, render(t, d, locale.English, timesheetpdf.A4)); strings.Contains(text, "Mon 1 Jun") {
		t.Errorf("days in a document without entries\n%s", text)
	}
}
