package reports_test

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
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

// readXLSX reads the cells of a workbook by column.
func readXLSX(t *testing.T, a *apitest.Answer, o ...excelize.Options) []map[string]string {
	t.Helper()
	all, err := openXLSX(t, a).GetRows("Entries", o...)
	if err != nil || len(all) == 0 {
		t.Fatalf("%d rows, %v", len(all), err)
	}
	var out []map[string]string
	for _, row := range all[1:] {
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
	trackBetween(owner, "2026-10-24T22:30:00Z", "2026-10-25T22:59:59Z",
		object{"projectId": project, "description": "over the\nclock change"})
	trackBetween(owner, "2026-10-26T08:00:00Z", "2026-10-26T09:00:00Z")
	query := periodQuery("2026-01-01T00:00:00Z", "2027-01-01T00:00:00Z")
	answer := export(owner, query+"&format=xlsx")
	fromCSV, shown, raw := readCSV(t, export(owner, query)), readXLSX(t, answer),
		readXLSX(t, answer, excelize.Options{RawCellValue: true})
	if len(shown) != 2 || len(fromCSV) != 2 {
		t.Fatalf("%d and %d rows", len(shown), len(fromCSV))
	}
	numbers := []string{"hours", "hourly_rate", "amount"} // trailing zeros are not part of a number
	for n, row := range fromCSV {
		for column, want := range row {
			for _, name := range numbers {
				if column == name && want != "" {
					want = strings.TrimSuffix(strings.TrimRight(want, "0"), ".")
				}
			}
			if column == "billable" {
				want = strings.ToUpper(want)
			}
			if got := shown[n][column]; got != want {
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
	if worksheet := worksheetXML(t, answer); strings.Contains(worksheet, "<f") ||
		strings.Count(worksheet, "<row ") != len(texts)+1 {
		t.Error("there is a formula, or a row is missing")
	}
}

// A workbook has at most the rows that fit in a CSV file, and fits in one response.
func TestExportAsXLSXIsBounded(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner, outsider := api.Register("ada"), api.Register("bob")
	trackMany(owner, 0, 320, strings.Repeat("日", 5000))
	if got := len(readXLSX(t, export(owner, today+"&format=xlsx"))); got != 320 {
		t.Errorf("%d rows", got)
	}
	trackMany(owner, 320, 340, strings.Repeat("日", 5000))
	export(owner, today+"&format=xlsx").Invalid("to range_too_long")

	random := rand.New(rand.NewPCG(1, 2)) // what cannot be compressed well
	for i := range 130 {
		trackMany(outsider, i, i+1, randomText(random, 5000))
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
