package reports_test

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"

	"stint/internal/apitest"
)

const typeXLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

// openXLSX opens a workbook. Its response came through the events of a function.
func openXLSX(t *testing.T, a *apitest.Answer) *excelize.File {
	t.Helper()
	if a.Status != 200 || a.Header.Get("Content-Type") != typeXLSX ||
		a.Header.Get("Content-Disposition") != `attachment; filename="stint-entries.xlsx"` {
		t.Fatalf("%d, headers %v\n%.200s", a.Status, a.Header, a.Body)
	}
	book, err := excelize.OpenReader(bytes.NewReader(a.Body))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = book.Close() })
	return book
}

// readXLSX reads the cells of the entries in a workbook by column. The last row is the total.
func readXLSX(t *testing.T, a *apitest.Answer, o ...excelize.Options) []map[string]string {
	t.Helper()
	all, err := openXLSX(t, a).GetRows("Entries", o...)
	if err != nil || len(all) == 0 {
		t.Fatalf("%d rows, %v", len(all), err)
	}
	var out []map[string]string
	for _, row := range all[1 : len(all)-1] {
		named := map[string]string{}
		for i, column := range all[0] {
			if i < len(row) {
				named[column] = row[i]
			}
		}
		out = append(out, named)
	}
	return out
}

// worksheetXML is the XML of the only sheet.
func worksheetXML(t *testing.T, a *apitest.Answer) string {
	t.Helper()
	parts, err := zip.NewReader(bytes.NewReader(a.Body), int64(len(a.Body)))
	if err != nil {
		t.Fatal(err)
	}
	worksheet, err := parts.Open("xl/worksheets/sheet1.xml")
	if err != nil {
		t.Fatal(err)
	}
	content, err := io.ReadAll(worksheet)
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

// A workbook has the columns and the values of the CSV file, with their types.
func TestExportAsXLSX(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	api.Clock.Set(time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC))
	owner := api.Register("ada")
	owner.Patch("/api/workspaces/"+owner.WorkspaceID, object{"timezone": "Europe/Berlin"}).OK()
	project := owner.Post("/api/projects", object{"name": "Bridge", "hourlyRate": 8550}).ID()
	owner.Track("2026-10-24T22:30:00Z", "2026-10-25T22:59:59Z",
		object{"projectId": project, "description": "over the\nclock change"})
	owner.Track("2026-10-26T08:00:00Z", "2026-10-26T09:00:00Z")
	query := periodQuery("2026-01-01T00:00:00Z", "2027-01-01T00:00:00Z")
	answer := export(owner, query+"&format=xlsx")
	fromCSV, shown, raw := readCSV(t, export(owner, query)), readXLSX(t, answer),
		readXLSX(t, answer, excelize.Options{RawCellValue: true})
	if len(shown) != 2 || len(fromCSV) != 2 {
		t.Fatalf("%d and %d rows", len(shown), len(fromCSV))
	}
	for n, row := range fromCSV {
		for column, want := range row {
			got := shown[n][column]
			if slices.Contains([]string{"hours", "hourly_rate", "amount"}, column) && want != "" {
				got = raw[n][column] // trailing zeros are not part of a number
				want = strings.TrimSuffix(strings.TrimRight(want, "0"), ".")
			}
			if column == "billable" {
				want = strings.ToUpper(want)
			}
			if got != want {
				t.Errorf("row %d, %s: %q, want %q", n, column, got, want)
			}
		}
	}
	if raw[0]["date"] != "46320" || raw[0]["start"] != fmt.Sprint(0.5/24) {
		t.Errorf("date %s, start %s", raw[0]["date"], raw[0]["start"])
	}
	if book := openXLSX(t, answer); len(book.GetSheetList()) != 1 {
		t.Errorf("sheets %q", book.GetSheetList())
	}
	for cell, want := range map[string]excelize.CellType{
		"E2": excelize.CellTypeUnset, "F2": excelize.CellTypeUnset, "J2": excelize.CellTypeInlineString,
		"N2": excelize.CellTypeBool, "O2": excelize.CellTypeUnset,
	} {
		if got, err := openXLSX(t, answer).GetCellType("Entries", cell); got != want || err != nil {
			t.Errorf("%s: type %v, want %v (%v)", cell, got, want, err)
		}
	}
}

// Every text of a workbook is a text cell: it is unchanged, and no spreadsheet runs it.
func TestExportAsXLSXHasNoFormulas(t *testing.T) {
	t.Parallel()
	owner := apitest.New(t).Register("=ada")
	texts := []string{"=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\n=1", "ok;=cmd|'/C calc'!A1", "'=1", "007", "1e9", "TRUE",
		"2026-01-01", " x ", "a<b>&\"c\"", "_x0041_", "日本"}
	for i, one := range texts {
		track(owner, -i-1, -i, object{"description": one})
	}
	answer := export(owner, today+"&format=xlsx")
	for n, row := range readXLSX(t, answer) {
		if want := texts[len(texts)-1-n]; row["description"] != want || row["user"] != "=ada" {
			t.Errorf("%q by %q, want %q", row["description"], row["user"], want)
		}
	}
	if worksheet := worksheetXML(t, answer); strings.Contains(worksheet, "<f>") ||
		strings.Count(worksheet, "<row ") != len(texts)+2 {
		t.Error("there is a formula, or a row is missing")
	}
}

// A workbook has at most the rows that fit in a CSV file, and fits in one response.
func TestExportAsXLSXIsBounded(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner, outsider := api.Register("ada"), api.Register("bob")
	trackMany(t, owner, 0, 320, strings.Repeat("日", 5000))
	if got := len(readXLSX(t, export(owner, today+"&format=xlsx"))); got != 320 {
		t.Errorf("%d rows", got)
	}
	trackMany(t, owner, 320, 340, strings.Repeat("日", 5000))
	export(owner, today+"&format=xlsx").Invalid("to range_too_long")

	random := rand.New(rand.NewPCG(1, 2)) // what cannot be compressed well
	for i := range 130 {
		trackMany(t, outsider, i, i+1, randomText(random, 5000))
	}
	answer := export(outsider, today+"&format=xlsx")
	if got := len(readXLSX(t, answer)); got != 130 || len(answer.Body) < 1_200_000 {
		t.Errorf("%d rows, %d bytes", got, len(answer.Body))
	}
}

// randomText is a text of random ideographs, of three bytes each.
func randomText(random *rand.Rand, length int) string {
	text := make([]rune, length)
	for i := range text {
		text[i] = '一' + rune(random.IntN(20_000))
	}
	return string(text)
}

// A workbook is ready to be read: the header stays in sight and filters, columns have widths, and the last row is a
// total.
func TestWorkbooksAreReadable(t *testing.T) {
	t.Parallel()
	owner := apitest.New(t).Register("ada")
	project := owner.Post("/api/projects", object{"name": "Bridge", "hourlyRate": 800000}).ID()
	track(owner, -100, -10, object{"projectId": project})
	track(owner, -2000, -500, object{"projectId": project, "isBillable": false})
	query := periodQuery(at(-3000), at(0))
	for _, c := range []struct {
		path, worksheet, amount, duration string
		rows                              int
	}{
		{"/api/entries/export?format=xlsx&", "Entries", "P4", "U4", 3},
		{"/api/reports/summary?group_by=project&format=xlsx&", "Summary", "H3", "J3", 2},
	} {
		book, err := excelize.OpenReader(bytes.NewReader(owner.Get(c.path + query).Body))
		if err != nil {
			t.Fatal(c.worksheet, err)
		}
		panes, err := book.GetPanes(c.worksheet)
		if err != nil || !panes.Freeze || panes.YSplit != 1 {
			t.Errorf("%s: panes %+v, %v", c.worksheet, panes, err)
		}
		style := styleOf(t, book, c.worksheet, "A1")
		if style.Font == nil || !style.Font.Bold {
			t.Errorf("%s: the header is not bold: %+v", c.worksheet, style)
		}
		if width, err := book.GetColWidth(c.worksheet, "A"); err != nil || width < 10.5 {
			t.Errorf("%s: width %v, %v", c.worksheet, width, err)
		}
		for cell, want := range map[string]string{c.amount: "12,000.00 EUR", c.duration: "26:30:00",
			fmt.Sprint("A", c.rows+1): "Total"} {
			if got, err := book.GetCellValue(c.worksheet, cell); got != want || err != nil {
				t.Errorf("%s %s: %q, want %q; %v", c.worksheet, cell, got, want, err)
			}
		}
		style = styleOf(t, book, c.worksheet, c.amount)
		if style.Font == nil || !style.Font.Bold || style.CustomNumFmt == nil ||
			*style.CustomNumFmt != `#,##0.00 "EUR"` {
			t.Errorf("%s: the total has the style %+v", c.worksheet, style)
		}
		_ = book.Close()
	}
	if content := worksheetXML(t, owner.Get("/api/entries/export?format=xlsx&"+query)); !strings.Contains(content,
		`<autoFilter ref="A1:V3"/>`) {
		t.Error("there is no filter over the entries")
	}
}

func styleOf(t *testing.T, book *excelize.File, worksheet, cell string) *excelize.Style {
	t.Helper()
	id, err := book.GetCellStyle(worksheet, cell)
	if err != nil {
		t.Fatal(err)
	}
	style, err := book.GetStyle(id)
	if err != nil {
		t.Fatal(err)
	}
	return style
}
