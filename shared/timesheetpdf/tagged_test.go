package timesheetpdf_test

import (
	"strings"
	"testing"

	"stint/internal/testkit/pdftext"
	"stint/shared/locale"
	"stint/shared/timesheetpdf"
)

// What is printed has a place in the structure: headings, texts, tables with their headers, rows and cells.
func TestStructureOfDocument(t *testing.T) {
	t.Parallel()
	d := ofLines(2)
	d.Lines[1].Project, d.EntryView = "Ωμέγα שלום", timesheetpdf.EntriesShown
	content := render(t, d, locale.English, timesheetpdf.A4)
	const column, row = "/A<</O/Table/Scope/Column>>", "/A<</O/Table/Scope/Row>>"
	want := strings.NewReplacer("COLUMN", column, "ROW", row, "SPAN", "/A<</O/Table/Scope/Row/ColSpan 2>>").Replace(`Document
  P W
  H1 Timesheet
  P 1–30 June 2026
  P Person P
  P Total time 2 h
  H2 Summary
  Table
    THead
      TR
        THCOLUMN No.
        THCOLUMN Project
        THCOLUMN Billable
        THCOLUMN Hours
    TBody
      TR
        TD 1
        TD Project 0
        TD no
        TD 1:00
      TR
        TD 2
        TD Ωμέγα שלום
        TD no
        TD 1:00
      TR
        TD
        THROW Total
        TD
        TD 2:00
  H2 Days
  Table
    TR
      THROW Mon 1 Jun 2026
      TD 1:00
    TR
      THROW Tue 2 Jun 2026
      TD 1:00
  Table
    THead
      TR
        THCOLUMN Project / Task
        THCOLUMN Description
        THCOLUMN Hours
    TBody
      TR
        THSPAN Monday, 1 June 2026
        TD 1:00
      TR
        TD Project 0
        TD Work
        TD 1:00
      TR
        THSPAN Tuesday, 2 June 2026
        TD 1:00
      TR
        TD Ωμέγα שלום
        TD Work
        TD 1:00
`)
	if got := pdftext.Structure(t, content); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if !strings.Contains(string(content), "/MarkInfo <</Marked true>>") {
		t.Error("the file does not say that it is tagged")
	}
}

// A declaration in another language than that of the document says so, and has the quotation marks of its language.
func TestDeclarationHasItsLanguage(t *testing.T) {
	t.Parallel()
	d := ofLines(1)
	d.Signatures = []timesheetpdf.Signature{{Decision: "approved", Attestation: "J’approuve.", Language: "fr",
		English: "I approve."}}
	structure := pdftext.Structure(t, render(t, d, locale.German, timesheetpdf.A4))
	for _, want := range []string{"P/Lang(fr) « J’approuve. »", "P/Lang(en) “I approve.”"} {
		if !strings.Contains(structure, want) {
			t.Errorf("no %q in\n%s", want, structure)
		}
	}
	d.Signatures[0].Language = "de"
	if structure := pdftext.Structure(t, render(t, d, locale.German, timesheetpdf.A4)); !strings.Contains(structure,
		"P „J’approuve.“") {
		t.Errorf("the document's own language is not plain:\n%s", structure)
	}
}

// The lines say whose they are where there are several clients.
func TestLinesNameTheirClients(t *testing.T) {
	t.Parallel()
	d := ofLines(2)
	d.Lines[0].Client = "Acme"
	if text := pdftext.Text(t, render(t, d, locale.English, timesheetpdf.A4)); !strings.Contains(text,
		"No. Project Client Billable Hours\n1 Project 0 Acme no 1:00") {
		t.Errorf("no client in\n%s", text)
	}
	d.Lines[1].Client = "Acme"
	if text := pdftext.Text(t, render(t, d, locale.English, timesheetpdf.A4)); strings.Contains(text, "Acme") {
		t.Errorf("one client is named in\n%s", text)
	}
}

// Nothing is printed outside of the structure but what repeats: footers, and the headers of tables on further pages.
func TestRepetitionsAreNotInTheStructure(t *testing.T) {
	t.Parallel()
	for name, d := range map[string]timesheetpdf.Document{"sample": sample(), "large": large(400)} {
		content := render(t, d, locale.English, timesheetpdf.A4)
		if texts := pdftext.Unmarked(t, content); len(texts) > 0 {
			t.Errorf("%s: %q is not marked", name, texts)
		}
		structure, printed := pdftext.Structure(t, content), pdftext.Text(t, content)
		if strings.Count(structure, "Scope/Column>> Description") != 1 || strings.Contains(structure, "Söhne · ") ||
			!strings.Contains(printed, "Söhne · ") {
			t.Errorf("%s: the structure has what repeats:\n%.3000s", name, structure)
		}
	}
	if pages := pdftext.Pages(t, render(t, large(400), locale.English, timesheetpdf.A4)); len(pages) < 3 {
		t.Errorf("%d pages repeat nothing", len(pages))
	}
}
