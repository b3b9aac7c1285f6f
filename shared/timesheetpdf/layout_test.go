package timesheetpdf_test

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"
	"time"
	"unicode"

	"stint/internal/testkit/pdftext"
	"stint/shared/domain"
	"stint/shared/domain/timesheets"
	"stint/shared/lambdahttp"
	"stint/shared/locale"
	"stint/shared/signing"
	"stint/shared/timesheetpdf"
)

// A long table repeats its header and the day on every page, has no line twice and leaves
// none out. Every page has its number.
func TestLongTablesGoOnOnTheNextPage(t *testing.T) {
	t.Parallel()
	const entries = 3_000
	for _, paper := range []timesheetpdf.Paper{timesheetpdf.A4, timesheetpdf.American} {
		pages := pdftext.Pages(t, render(t, large(entries), locale.English, paper))
		seen := map[string]int{}
		for i, lines := range pages {
			if last := lines[len(lines)-1]; !strings.HasSuffix(last, fmt.Sprintf("%d / %d", i+1, len(pages))) {
				t.Fatalf("page %d ends with %q", i+1, last)
			}
			if i > 0 && strings.Contains(strings.Join(lines, "\n"), "What was done") &&
				!strings.HasPrefix(strings.Join(lines, "\n"), "Project / Task Description Hours\n") &&
				!strings.Contains(strings.Join(lines, "\n"), "\nProject / Task Description Hours\n") {
				t.Fatalf("page %d has no header:\n%s", i+1, strings.Join(lines, "\n"))
			}
			if strings.HasPrefix(lines[0], "Project / Task") && !strings.Contains(lines[1], "July 2026") {
				t.Fatalf("page %d does not say which day it is: %q", i+1, lines[1])
			}
			for _, line := range lines {
				seen[line]++
			}
		}
		for i := range entries {
			if line := fmt.Sprintf("Project %d / Task What was done in entry %d 0:04", i%500, i); seen[line] != 1 {
				t.Fatalf("%q is shown %d times", line, seen[line])
			}
		}
		for i := range 500 {
			if line := fmt.Sprintf("%d Project %d Task yes Approved 0:24", i+1, i); seen[line] != 1 {
				t.Fatalf("%q is shown %d times", line, seen[line])
			}
		}
	}
}

// Long texts wrap, words that are too long are broken, and a row that is higher than a page is
// divided. No text is printed outside of the margins.
func TestLongTextsWrap(t *testing.T) {
	t.Parallel()
	var words []string
	for i := range 900 {
		words = append(words, fmt.Sprintf("w%03d", i))
	}
	d := sample()
	d.Lines[0].Entries[0].Description = strings.Join(words, " ")
	d.Lines[1].Entries[0].Description = strings.Repeat("ẅ", domain.MaxDescription)
	d.Person = strings.Repeat("Wolfeschlegelsteinhausenbergerdorff", 6)
	d.Note = strings.Join(words, "\n")
	d.Decisions[1].Reason = strings.Repeat("reason ", 500)
	text := pdftext.Text(t, render(t, d, locale.English, timesheetpdf.American))
	all := strings.Fields(text)
	found := map[string]int{}
	for _, word := range all {
		found[word]++
	}
	for _, word := range words {
		if found[word] != 2 { // in the note and in the description
			t.Fatalf("%s is shown %d times", word, found[word])
		}
	}
	if n := strings.Count(text, "ẅ"); n != domain.MaxDescription {
		t.Errorf("%d characters of a long word are shown", n)
	}
	if n := found["reason"]; n != 500 {
		t.Errorf("%d words of a reason are shown", n)
	}
	if outside := pdftext.Outside(t, render(t, d, locale.English, timesheetpdf.American), 612, 792, 45); outside != nil {
		t.Errorf("outside of the margins: %q", outside)
	}
}

// A character that the font lacks is shown as U+FFFD, and no character is an error.
func TestEveryCharacterCanBePrinted(t *testing.T) {
	t.Parallel()
	d := sample()
	d.Person = "Ðorđe Ağaoğlu Ơn Ελένη Οὐρανία Святослав Ґалаґан Հայկ ქართველი e\u0301 会 😀 \u202e\u200bx\x00"
	wantLines(t, pdftext.Text(t, render(t, d, locale.English, timesheetpdf.A4)),
		"Person Ðorđe Ağaoğlu Ơn Ελένη Οὐρανία Святослав Ґалаґан Հայկ ქართველი é \uFFFD \uFFFD x")
	d.Lines = nil
	for page := rune(0); page < 0x120; page++ {
		var text strings.Builder
		for r := page << 8; r < (page+1)<<8; r++ {
			text.WriteRune(r)
		}
		d.Lines = append(d.Lines, timesheetpdf.Line{Project: text.String(), Task: fmt.Sprintf("\xff\xfe %x", page)})
	}
	render(t, d, locale.English, timesheetpdf.A4)
}

// Hebrew and Arabic are printed from right to left, and numbers and Latin words in them from
// left to right.
func TestRightToLeft(t *testing.T) {
	t.Parallel()
	d := sample()
	d.Person = "Ada שלום עולם Lovelace"
	wantLines(t, pdftext.Text(t, render(t, d, locale.English, timesheetpdf.A4)), "Person Ada םלוע םולש Lovelace")
}

// The largest timesheet is made within bounded memory and is small enough for one response. The log says how long it
// took.
func TestLargestDocumentIsBounded(t *testing.T) {
	d := large(timesheets.MaxSubmissionEntries)
	longest, random := signing.MaxEntriesBytes/timesheets.MaxSubmissionEntries, rand.New(rand.NewPCG(1, 2))
	for i := range d.Lines {
		for j := range d.Lines[i].Entries {
			var text strings.Builder
			for text.Len() < longest-4 { // of many characters, which compress badly
				if r := rune(random.IntN(0x2000)); unicode.IsLetter(r) {
					text.WriteRune(r)
				}
			}
			d.Lines[i].Entries[j].Description = text.String()
		}
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	from := time.Now()
	content := render(t, d, locale.English, timesheetpdf.A4)
	runtime.ReadMemStats(&after)
	const most = 700 << 20 // allocated in all, of which a page's compression is most and is soon collected
	if used := after.TotalAlloc - before.TotalAlloc; used > most || !lambdahttp.Fits(content) {
		t.Errorf("%d bytes, made in %v with %d MB", len(content), time.Since(from), used>>20)
	}
	t.Logf("%d bytes, made in %v with %d MB", len(content), time.Since(from), (after.TotalAlloc-before.TotalAlloc)>>20)
}
