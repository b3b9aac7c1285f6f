package timesheetpdf_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"stint/internal/testkit/pdftext"
	"stint/shared/locale"
	"stint/shared/timesheetpdf"
)

const tooMany = "This timesheet has too many entries to list them one by one."

// fits takes files of any size.
func fits([]byte) bool { return true }

// described is a document with that many entries of a line, all with the description.
func described(entries int, description string) timesheetpdf.Document {
	d := large(entries)
	for i := range d.Lines {
		for j := range d.Lines[i].Entries {
			d.Lines[i].Entries[j].Description = description
		}
	}
	return d
}

// One of several blank lines is printed, and at most 100 paragraphs of a description or a reason.
func TestLongTextsAreShortened(t *testing.T) {
	t.Parallel()
	content := render(t, described(190, "first"+strings.Repeat("\n \n", 2400)+"last"), locale.English, timesheetpdf.A4)
	if text := pdftext.Text(t, content); len(content) > 300_000 || strings.Count(text, "\nlast\n") != 190 {
		t.Errorf("%d bytes, last line %d times", len(content), strings.Count(text, "\nlast\n"))
	}
	d := described(1, strings.Repeat("row\n", 98)+"row 99\nrow 100")
	if text := pdftext.Text(t, render(t, d, locale.English, timesheetpdf.A4)); !strings.Contains(text, "row 100") ||
		strings.Contains(text, "…") {
		t.Error("a text of 100 paragraphs is not whole")
	}
	d = described(1, strings.Repeat("row\n", 98)+"row 99\nrow 100\nrow 101")
	d.Decisions[0].Reason = strings.Repeat("word\n", 101)
	d.Signatures[0].Reason = d.Decisions[0].Reason
	text := pdftext.Text(t, render(t, d, locale.English, timesheetpdf.A4))
	if strings.Contains(text, "row 101") || strings.Count(text, "…") != 3 || strings.Count(text, "word") != 200 {
		t.Errorf("texts of more than 100 paragraphs are not shortened:\n%s", text)
	}
}

// Names and line breaks count for the size of the entries.
func TestDocumentLeavesOutTooManyEntries(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	names := large(10_000)
	for i := range names.Lines {
		name := make([]rune, 200)
		for j := range name {
			name[j] = rune(0x400 + random.IntN(0x100))
		}
		names.Lines[i].Project, names.Lines[i].Task = string(name), string(name)
	}
	for what, d := range map[string]timesheetpdf.Document{"names": names,
		"line breaks": described(2_000, strings.Repeat("x\n", 100))} {
		content := render(t, d, locale.English, timesheetpdf.A4)
		if text := pdftext.Text(t, content); !strings.Contains(text, tooMany) || len(content) > 2_000_000 {
			t.Errorf("%s: %d bytes, entries are shown", what, len(content))
		}
	}
}

// A file that does not fit is written without its entries.
func TestDocumentThatDoesNotFit(t *testing.T) {
	t.Parallel()
	d := large(100)
	whole := render(t, d, locale.English, timesheetpdf.A4)
	small := func(file []byte) bool { return len(file) < len(whole) }
	content, err := d.PDF(formatter(locale.English), timesheetpdf.A4, small)
	if text := pdftext.Text(t, content); err != nil || !strings.Contains(text, tooMany) ||
		strings.Contains(text, "entry 7") || len(content) >= len(whole) {
		t.Errorf("%v, %d of %d bytes", err, len(content), len(whole))
	}
	if len(d.Lines[0].Entries) == 0 {
		t.Error("writing changed the document")
	}
}
