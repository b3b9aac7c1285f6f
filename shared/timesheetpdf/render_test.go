package timesheetpdf_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"stint/internal/testkit/pdftext"
	"stint/internal/testkit/translations"
	"stint/shared/domain/timesheets"
	"stint/shared/locale"
	"stint/shared/timesheetpdf"
)

func render(t testing.TB, d timesheetpdf.Document, l locale.Language, p timesheetpdf.Paper) []byte {
	t.Helper()
	content, err := d.PDF(formatter(l), p, fits)
	if err != nil {
		t.Fatal(err)
	}
	return content
}

// wantLines fails unless every line is in the text, in this order.
func wantLines(t *testing.T, text string, lines ...string) {
	t.Helper()
	rest := text
	for _, line := range lines {
		_, after, ok := strings.Cut("\n"+rest+"\n", "\n"+line+"\n")
		if !ok {
			t.Fatalf("%q is not in the rest of\n%s", line, text)
		}
		rest = after
	}
}

// A document has everything that it was given, with names in Latin, Greek and Cyrillic.
func TestDocumentHasEverything(t *testing.T) {
	t.Parallel()
	wantLines(t, pdftext.Text(t, render(t, sample(), locale.English, timesheetpdf.A4)),
		"Lovelace & Söhne", "Timesheet", "1–7 June 2026", "Person Łukasz Żółć-Öztürk", "Client Babbage Ltd",
		"Status Partially rejected", "Submitted 7 June 2026, 18:00 UTC+2", "Total time 25 h 30 min", "Total amount €2,160.00",
		"Note The workshop on Thursday was longer than planned.", "No. Project Task Billable Status Hours Amount",
		"1 Website relaunch Design yes Approved 9:00 €810.00", "3 Ωμέγα и Дельта no Rejected 1:30 €0.00",
		"Total 25:30 €2,160.00", "Monday, 1 June 2026 4:00", "Tuesday, 2 June 2026 8:00",
		"Website relaunch / Design Review with Zoë and Nguyễn Văn Đức 3:00 €270.00",
		"Approved 1–2 Grace Hopper 7 June 2026, 18:00 UTC+2",
		"Rejected 3 Grace Hopper 7 June 2026, 18:00 UTC+2 Please split it by project.", "Signed by the client",
		"Name Чарльз Бэббидж", "E-mail charles@babbage.example", "Decided at 8 June 2026, 14:30 UTC+2",
		"SHA-256 "+sample().Signatures[0].SHA256, "Lovelace & Söhne · Timesheet Łukasz Żółć-Öztürk, 1–7 June 2026 2 / 2",
	)
}

func TestDocumentSpeaksFourLanguages(t *testing.T) {
	t.Parallel()
	for l, lines := range map[locale.Language][]string{
		locale.German: {"Stundenzettel", "1.–7. Juni 2026", "1 Website relaunch Design ja Freigegeben 9:00 810,00 €",
			"Summe 25:30 2.160,00 €", "Montag, 1. Juni 2026 4:00"},
		locale.French:  {"Feuille de temps", "1 Website relaunch Design oui Approuvée 9:00 810,00 €", "Signée par le client"},
		locale.Spanish: {"Hoja de horas", "1 Website relaunch Design sí Aprobada 9:00 810,00 €", "Firmada por el cliente"},
	} {
		content := render(t, sample(), l, timesheetpdf.A4)
		wantLines(t, pdftext.Text(t, content), lines...)
		if !strings.Contains(string(content), "/Lang ("+string(l)+")") {
			t.Errorf("the document does not say that it is %s", l)
		}
	}
}

func TestTranslationsAreComplete(t *testing.T) {
	t.Parallel()
	translations.Check(t, timesheetpdf.Texts(), translations.Rules{
		SameInAll: []string{"document.page", "signature.digest", "document.person", "document.status", "lines.status",
			"signature.name", "document.client", "signature.client", "document.note", "signature.email", "days.description",
			"lines.no", "lines.total", "lines.client"},
		Built: []string{"status.", "line.", "signature."},
	})
}

// Without amounts, statuses, entries and decisions there are no empty columns and sections.
func TestDocumentLeavesOutWhatItHasNot(t *testing.T) {
	t.Parallel()
	d := timesheetpdf.Document{
		Workspace: "W", Person: "P", PeriodStart: "2026-06-01", PeriodEnd: "2026-06-01", Seconds: 60, ChangedAt: decided,
		Lines: []timesheetpdf.Line{{Seconds: 60}}, Unsigned: &timesheetpdf.Unsigned{Attestation: "I approve.", SHA256: "abc"},
	}
	want := "W\nTimesheet\n1 June 2026\nPerson P\nTotal time 1 min\nSummary\nNo. Project Billable Hours\n1 No " +
		"project no 0:01\nTotal 0:01\n" +
		"Not signed yet\nThe client has not decided on this timesheet. By signing, the client declares:\n“I " +
		"approve.”\nSHA-256 abc\n"
	if got := pdftext.Text(t, render(t, d, locale.English, timesheetpdf.A4)); !strings.HasPrefix(got, want) {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// Amounts in several currencies have a total each, and a hidden amount has none.
func TestTotals(t *testing.T) {
	t.Parallel()
	d := sample()
	d.Lines[1].Currency, d.Lines[2].Amount = "CHF", nil
	d.Totals = []timesheetpdf.Total{{Currency: "CHF", Amount: 135_000}, {Currency: "EUR", Amount: 81_000}}
	wantLines(t, pdftext.Text(t, render(t, d, locale.English, timesheetpdf.A4)),
		"Total amount CHF 1,350.00 + €810.00", "3 Ωμέγα и Дельта no Rejected 1:30", "Total 25:30 CHF 1,350.00", "€810.00")
}

// Times that are no whole minutes need not add up as they are shown, and the document says why.
func TestDocumentExplainsSeconds(t *testing.T) {
	t.Parallel()
	const note = "Times are rounded to the minute. Totals are made from the exact times."
	d := sample()
	if strings.Contains(pdftext.Text(t, render(t, d, locale.English, timesheetpdf.A4)), note) {
		t.Error("the note is shown for whole minutes")
	}
	d.Lines[0].Entries[0].Seconds++
	wantLines(t, pdftext.Text(t, render(t, d, locale.English, timesheetpdf.A4)), note)
}

// Entries that are left out are mentioned.
func TestDocumentSaysWhichEntriesAreLeftOut(t *testing.T) {
	t.Parallel()
	d := sample()
	d.EntryView = timesheetpdf.EntriesTooMany
	text := pdftext.Text(t, render(t, d, locale.English, timesheetpdf.A4))
	wantLines(t, text, "Days", "This timesheet has too many entries to list them one by one.", "Decisions")
	if strings.Contains(text, "Monday") {
		t.Errorf("days are shown:\n%s", text)
	}
	d.EntryView = timesheetpdf.EntriesPartly
	wantLines(t, pdftext.Text(t, render(t, d, locale.English, timesheetpdf.A4)),
		"The entries of rejected lines and of withdrawn timesheets are left out, because they can change.",
		"Monday, 1 June 2026 4:00")
	d.EntryView = timesheetpdf.EntriesHidden
	if text := pdftext.Text(t, render(t, d, locale.English, timesheetpdf.A4)); strings.Contains(text, "Days") {
		t.Errorf("days are shown:\n%s", text)
	}
}

// Everything but the logo is black, white or grey.
func TestDocumentIsBlackAndWhite(t *testing.T) {
	t.Parallel()
	colour := regexp.MustCompile(`(?m)(?:^|\s)([0-9.]+) ([0-9.]+) ([0-9.]+) (?:rg|RG)\s`)
	d := sample()
	d.Logo = nil
	content := render(t, d, locale.English, timesheetpdf.A4)
	for _, page := range pdftext.Contents(t, content) {
		for _, m := range colour.FindAllStringSubmatch(page, -1) {
			if m[1] != m[2] || m[2] != m[3] {
				t.Errorf("colour %q", m[0])
			}
		}
	}
	if strings.Contains(string(content), "/Subtype /Image") {
		t.Error("the document has an image")
	}
}

func TestPaper(t *testing.T) {
	t.Parallel()
	for paper, want := range map[timesheetpdf.Paper]string{"": "595.28 841.89", timesheetpdf.A4: "595.28 841.89",
		timesheetpdf.American: "612.00 792.00"} {
		if content := render(t, sample(), locale.English, paper); !strings.Contains(string(content),
			"/MediaBox [0 0 "+want+"]") {
			t.Errorf("%q is not %s", paper, want)
		}
	}
}

// Line numbers are listed as ranges.
func TestLineNumbers(t *testing.T) {
	t.Parallel()
	d := sample()
	for range 6 {
		d.Lines = append(d.Lines, timesheetpdf.Line{Project: "More", Status: timesheets.LineApproved})
	}
	d.Decisions = []timesheetpdf.Decision{{Status: timesheets.LineApproved, Lines: []int{0, 2, 3, 4, 6, 7}, By: "G",
		At: decided}}
	if text := pdftext.Text(t, render(t, d, locale.English, timesheetpdf.A4)); !strings.Contains(text,
		"Approved 1, 3–5, 7–8 G") {
		t.Errorf("no ranges in\n%s", text)
	}
}

// A client decides on the lines that they were shown, which may not be all of a document.
func TestDecisionsOnSomeLinesSaySo(t *testing.T) {
	t.Parallel()
	for client, want := range map[string]string{
		"Babbage Ltd": "This decision is only about the lines of Babbage Ltd, as they were at that time.",
		"":            "This decision is about the lines that the client was shown, as they were at that time.",
	} {
		d := sample()
		d.Signatures[0].Client = client
		for _, part := range []bool{true, false} {
			d.Signatures[0].IsPart = part
			if text := pdftext.Text(t, render(t, d, locale.English, timesheetpdf.A4)); strings.Contains(text, want) != part {
				t.Errorf("part %t: %q in\n%s", part, want, text)
			}
		}
	}
}

// Every status and decision has a text in every language.
func TestStatesHaveTexts(t *testing.T) {
	t.Parallel()
	for _, l := range locale.Languages() {
		d := sample()
		d.Signatures[0].Decision = timesheets.DecisionRejected
		for i, status := range []timesheets.SubmissionStatus{timesheets.Submitted, timesheets.Approved,
			timesheets.PartiallyRejected, timesheets.Rejected, timesheets.Withdrawn} {
			d.Status = status
			d.Lines[0].Status = []timesheets.LineStatus{timesheets.LinePending, timesheets.LineApproved,
				timesheets.LineRejected}[i%3]
			render(t, d, l, timesheetpdf.A4)
		}
	}
}

func TestFileName(t *testing.T) {
	t.Parallel()
	d := sample()
	d.Person = "../a\\b\"c\r\n: Zoë"
	file, err := d.File(formatter(locale.German), timesheetpdf.A4, fits)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := fmt.Sprint(file.Name, ", ", file.ASCIIName),
		"Stundenzettel -a-b-c- Zoë 2026-06-01_2026-06-07.pdf, timesheet_2026-06-01_2026-06-07.pdf"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
