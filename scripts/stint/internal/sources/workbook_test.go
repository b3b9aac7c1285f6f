package sources_test

import (
	"archive/zip"
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"

	"stint/scripts/stint/internal/timefile"
	"stint/scripts/stint/internal/timefile/filetest"
)

// styled is a cell with a number format.
type styled struct {
	value  any
	format string
}

// formula is a cell with a formula, and the value that was calculated for it.
type formula struct {
	text, format string
	value        any
}

// serial is a time of UTC as workbooks store it.
func serial(t testing.TB, text string) float64 {
	t.Helper()
	at, err := time.Parse("2006-01-02 15:04:05", text)
	if err != nil {
		t.Fatal(err)
	}
	return float64(at.Unix())/86_400 + 25_569
}

// addWorksheet writes rows to a sheet.
func addWorksheet(t testing.TB, book *excelize.File, name string, rows ...[]any) {
	t.Helper()
	if _, err := book.NewSheet(name); err != nil {
		t.Fatal(err)
	}
	for i, row := range rows {
		for j, value := range row {
			cell, err := excelize.CoordinatesToCellName(j+1, i+1)
			if err == nil {
				err = setCell(book, name, cell, value)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
	}
}

func setCell(book *excelize.File, worksheet, cell string, value any) error {
	format := ""
	switch v := value.(type) {
	case nil:
		return nil
	case styled:
		value, format = v.value, v.format
	case formula:
		value, format = v.value, v.format
		if err := book.SetCellFormula(worksheet, cell, v.text); err != nil {
			return err
		}
	}
	if value != nil {
		if err := book.SetCellValue(worksheet, cell, value); err != nil {
			return err
		}
	}
	if format == "" {
		return nil
	}
	style, err := book.NewStyle(&excelize.Style{CustomNumFmt: &format})
	if err != nil {
		return err
	}
	return book.SetCellStyle(worksheet, cell, cell, style)
}

// bytesOf is a workbook as a file.
func bytesOf(t testing.TB, book *excelize.File) string {
	t.Helper()
	out, err := book.WriteToBuffer()
	if err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// TestWorkbooks reads workbooks as the services write them.
func TestWorkbooks(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, source string
		rows         [][]any
		want         []string
	}{
		{"Kimai", "kimai", kimaiBook(t), []string{
			`2 2026-03-02T12:00:00+01:00 +6m40s | Ada King <ada@example.com> | Lovelace Ltd / Engine / Drawing | ["remote" "a b"] | billable true rate 8400 EUR | "Sheets"`,
			`3 2026-03-02T23:30:00+01:00 +1h30m0s | Ada King <ada@example.com> | Lovelace Ltd / Engine / Drawing | [] | billable false EUR | "2024"`,
		}},
		{"Kimai before 2.28", "kimai", kimaiOldBook(t), []string{
			`2 2026-03-02T12:00:23+01:00 +6m40s | Ada <> | Ltd / Engine / Drawing | ["x" "y"] | billable true rate 8400 EUR | ""`,
			`3 2026-03-02T23:30:00+01:00 +1h30m0s | Ada <> | Ltd / Engine / Drawing | [] | billable false  | ""`,
		}},
		{"Clockify, with title lines", "clockify", [][]any{
			{"Clockify"}, {"Time report", "", "", "", "03/01/2026 - 03/31/2026"}, {},
			{"Project", "Client", "Description", "Task", "User", "Email", "Tags", "Billable", "Start Date", "Start Time",
				"End Date", "End Time", "Duration (h)", "Duration (decimal)", "Billable Rate (USD)", "Billable Amount (USD)"},
			{"Engine", "Ltd", "Drawing", "", "Ada", "ada@example.com", "a, b", "Yes",
				styled{serial(t, "2026-03-04 00:00:00"), "mm/dd/yyyy"}, styled{0.375, "hh:mm AM/PM"},
				styled{serial(t, "2026-03-04 00:00:00"), "mm/dd/yyyy"}, styled{0.5, "hh:mm:ss"}, styled{0.125, "[h]:mm:ss"}, 3,
				95.125, 285.38},
			{"Engine", "Ltd", "Text", "", "Ada", "ada@example.com", "", "No", "03/14/2026", "09:00:00 AM", "03/14/2026",
				"10:00:07 AM", "01:00:07", "1.00", "0.00", "0.00"},
			{"Total", "", "", "", "", "", "", "", "", "", "", "", styled{1.0417476851851852, "[h]:mm:ss"}, 25},
		}, []string{
			`5 2026-03-04T09:00:00+01:00 +3h0m0s | Ada <ada@example.com> | Ltd / Engine /  | ["a" "b"] | billable true rate 9513 amount 28538 USD | "Drawing"`,
			`6 2026-03-14T09:00:00+01:00 +1h0m7s | Ada <ada@example.com> | Ltd / Engine /  | [] | billable false USD | "Text"`,
			`7 refused: has no date, as a line of totals`,
		}},
		{"Toggl Track", "toggl", [][]any{
			{"Detailed report"}, {"Total", styled{0.0625, "[h]:mm:ss"}},
			{"Description", "Billable", "Duration", "Member", "Email", "Project", "Tags", "Start date", "Start time",
				"Stop date", "Stop time", "Amount", "Currency"},
			{"Drawing", "Yes", styled{0.0625, "[h]:mm:ss"}, "Ada", "ada@example.com", "Engine", "-", "2026-03-02", "09:00:00",
				"2026-03-02", "10:30:00", 142.5, "EUR"},
			{"Night", "No", styled{1.0 / 48, "h:mm:ss"}, "Ada", "ada@example.com", "-", "-",
				styled{serial(t, "2026-03-02 00:00:00"), "yyyy-mm-dd"}, styled{serial(t, "2026-03-02 23:45:00"), "hh:mm:ss"},
				styled{serial(t, "2026-03-03 00:00:00"), "yyyy-mm-dd"}, styled{0.01041666666, "hh:mm:ss"}, "-", "-"},
		}, []string{
			`4 2026-03-02T09:00:00+01:00 +1h30m0s | Ada <ada@example.com> |  / Engine /  | [] | billable true rate 9500 EUR | "Drawing"`,
			`5 2026-03-02T23:45:00+01:00 +30m0s | Ada <ada@example.com> |  /  /  | [] | billable false  | "Night"`,
		}},
		{"Harvest", "harvest", [][]any{
			{"Date", "Client", "Project", "Project Code", "Task", "Notes", "Hours", "Billable?", "First Name", "Last Name",
				"Billable Rate", "Billable Amount", "Currency"},
			{styled{serial(t, "2026-03-04 00:00:00"), "mm-dd-yy"}, "Ltd", "Engine", 12, "Design", "Line one\nline two", 0.33,
				"Yes", "Ada", "King", styled{95, `#,##0.00\ [$€-1]`}, 31.35, "Euro - EUR"},
			{styled{serial(t, "2026-03-05 00:00:00"), "d/m/yyyy"}, "Ltd", "Engine", nil, "Design", nil, 1e-3, "No", "Ada",
				"King", 0, 0, "Euro - EUR"},
			{46_083, "Ltd", "Engine", nil, "Design", nil, 8, "Yes", "Ada", "King", 95, 760},
		}, []string{
			`2 2026-03-04 +19m48s | Ada King <> | Ltd / Engine / Design | [] | billable true rate 9500 EUR | "Line one\nline two"`,
			`3 2026-03-05 +4s | Ada King <> | Ltd / Engine / Design | [] | billable false EUR | ""`,
			`4 2026-03-02 +8h0m0s | Ada King <> | Ltd / Engine / Design | [] | billable true rate 9500  | ""`,
		}},
		{"solidtime", "solidtime", [][]any{
			{"Description", "Task", "Project", "Client", "User", "Start", "End", "Duration", "Duration (decimal)", "Billable",
				"Tags"},
			{"Drawing", "", "Engine", "", "Ada", styled{serial(t, "2026-03-02 09:00:10"), "yyyy-mm-dd hh:mm:ss"},
				styled{serial(t, "2026-03-02 10:30:15"), "yyyy-mm-dd hh:mm:ss"}, "1h 30m", styled{1.5013888888888889, "0.00"},
				"Yes", "a, b"},
			{"Short", "", "Engine", "", "Ada", styled{serial(t, "2026-03-02 11:00:00"), "yyyy-mm-dd hh:mm:ss"},
				styled{serial(t, "2026-03-02 11:00:01"), "yyyy-mm-dd hh:mm:ss"}, "0,00 h", styled{2.777777777777778e-4, "0.00"},
				"No", ""},
			{"Running", "", "Engine", "", "Ada", styled{serial(t, "2026-03-02 12:00:00"), "yyyy-mm-dd hh:mm:ss"}, nil, nil, nil,
				"No", ""},
		}, []string{
			`2 2026-03-02T09:00:10+01:00 +1h30m5s | Ada <> |  / Engine /  | ["a" "b"] | billable true  | "Drawing"`,
			`3 2026-03-02T11:00:00+01:00 +1s | Ada <> |  / Engine /  | [] | billable false  | "Short"`,
			`4 refused: has no end: the timer is still running`,
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			book := excelize.NewFile()
			addWorksheet(t, book, "Summary", []any{"Project", "Hours"}, []any{"Engine", 2})
			addWorksheet(t, book, "Entries", c.rows...)
			var got []string
			o := timefile.Options{Zone: filetest.Zone(t)}
			for row, err := range source(t, c.source).Read(filetest.Content(bytesOf(t, book)), o) {
				got = append(got, filetest.Show(row, err))
			}
			if all, want := strings.Join(got, "\n"), strings.Join(c.want, "\n"); all != want {
				t.Errorf("the rows are\n%s\nwant\n%s", all, want)
			}
		})
	}
}

func kimaiBook(t *testing.T) [][]any {
	t.Helper()
	return [][]any{
		{"Date", "From", "To", "Duration", "Currency", "Price", "Internal price", "Hourly price", "Fixed price", "Name",
			"User", "E-mail", "Customer", "Project", "Activity", "Description", "Billable", "Tags"},
		{styled{serial(t, "2026-03-02 12:00:23"), "yyyy-mm-dd"}, "12:00", "12:07", styled{400.0 / 86_400, "[hh]:mm"}, "EUR",
			9.33, 0, 84, 0, "Ada King", "ada", "ada@example.com", "Lovelace Ltd", "Engine", "Drawing", "Sheets", true,
			"remote, a b"},
		{styled{serial(t, "2026-03-02 23:30:00"), "yyyy-mm-dd"}, "23:30", "01:00", styled{0.0625, "[hh]:mm"}, "EUR", 0, 0, 0,
			0, "Ada King", "ada", "ada@example.com", "Lovelace Ltd", "Engine", "Drawing", 2024, false, ""},
		{nil, nil, nil, formula{"SUBTOTAL(9,D2:D3)", "[hh]:mm", nil}, nil, formula{"SUBTOTAL(9,F2:F3)", "", nil}},
	}
}

func kimaiOldBook(t *testing.T) [][]any {
	t.Helper()
	const money = `_("EUR"* #,##0.00_);_("EUR"* -#,##0.00;_("EUR"* "-"??_);_(@_)`
	at := func(text, format string) styled { return styled{serial(t, "2026-03-"+text), format} }
	return [][]any{
		{"Datum", "Von", "Bis", "Dauer", "Preis", "Name", "Benutzer", "Kunde", "Projekt", "Tätigkeit", "Beschreibung",
			"Abrechenbar", "Schlagworte", "Preis pro Stunde"},
		{at("02 12:00:23", "yyyy-mm-dd"), at("02 12:00:23", "hh:mm"), at("02 12:07:03", "hh:mm"),
			styled{400.0 / 86_400, "[hh]:mm"}, styled{9.33, money}, "Ada", "ada", "Ltd", "Engine", "Drawing", "", "Ja", "x,y",
			styled{84, money}},
		{at("02 23:30:00", "yyyy-mm-dd"), at("02 23:30:00", "hh:mm"), at("03 01:00:00", "hh:mm"), styled{1.5, "#0.00"}, 0,
			"Ada", "ada", "Ltd", "Engine", "Drawing", "", "Nein", "", 0},
	}
}

// TestWorkbooksOfTheOtherCalendar counts days from 1904.
func TestWorkbooksOfTheOtherCalendar(t *testing.T) {
	t.Parallel()
	book := excelize.NewFile()
	yes := true
	if err := book.SetWorkbookProps(&excelize.WorkbookPropsOptions{Date1904: &yes}); err != nil {
		t.Fatal(err)
	}
	addWorksheet(t, book, "Sheet1", []any{"date", "start", "hours"},
		[]any{serial(t, "2026-03-02 00:00:00") - 1462, 0.375, 1})
	rows, refused, err := readAll(t, "csv", bytesOf(t, book), timefile.Options{Zone: filetest.Zone(t)})
	if err != nil || len(refused) > 0 || len(rows) != 1 || rows[0].Start.Format(time.DateTime) != "2026-03-02 09:00:00" {
		t.Errorf("rows %v, refused %v, error %v", rows, refused, err)
	}
}

// TestWorkbooksThatAreRefused have no time entries, or too much.
func TestWorkbooksThatAreRefused(t *testing.T) {
	t.Parallel()
	other := excelize.NewFile()
	addWorksheet(t, other, "Sheet1", []any{"A report"}, []any{"Date", "Hours", "First Name", "Project"})
	unknown := excelize.NewFile()
	addWorksheet(t, unknown, "Sheet1", []any{"What", "When"})
	for _, c := range []struct{ source, text, want string }{
		{"clockify", bytesOf(t, other), `It looks like a detailed time report of Harvest: use "stint import harvest"`},
		{"csv", bytesOf(t, unknown), `the column "date" or "started at" is missing. The columns are "What", "When"`},
		{"csv", bytesOf(t, excelize.NewFile()), "the file is empty"},
		{"toggl", zipOf(t, "a/TogglTrack_2025.csv", "x"),
			`unpack it, and name the files that have time entries, such as "a/TogglTrack_2025.csv"`},
		{"toggl", zipOf(t, "projects.json", "[]"), "has no time entries"},
		{"kimai", zipOf(t, "content.xml", "<a/>"), "OpenDocument (.ods)"},
		{"csv", zipOf(t, "photo.png", "x"), "without CSV files and workbooks"},
		{"csv", bombOf(t), "the workbook is too large: those of up to 64 MiB are read, 512 MiB when unpacked"},
		{"csv", zipOf(t, "xl/workbook.xml", "no XML"), "the workbook cannot be read"},
	} {
		rows, _, err := readAll(t, c.source, c.text, timefile.Options{})
		if err == nil || !strings.Contains(err.Error(), c.want) || len(rows) > 0 {
			t.Errorf("%s: %d rows, error %v; want %q", c.source, len(rows), err, c.want)
		}
	}
}

// zipOf is a ZIP file with one file.
func zipOf(t testing.TB, name, text string) string {
	t.Helper()
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	f, err := w.Create(name)
	if err == nil {
		_, err = f.Write([]byte(text))
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// bombOf is a workbook that says that it has 1 GiB.
func bombOf(t testing.TB) string {
	t.Helper()
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	_, err := w.CreateRaw(&zip.FileHeader{Name: "xl/workbook.xml", Method: zip.Deflate, UncompressedSize64: 1 << 30})
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return out.String()
}
