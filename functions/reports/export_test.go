package reports_test

import (
	"bytes"
	"fmt"
	"maps"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"stint/internal/apitest"
	"stint/internal/testkit"
	"stint/shared/domain"
	"stint/shared/store/key"
	"stint/shared/table"
)

func TestExport(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	api.Clock.Set(time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC))
	owner := api.Register("ada")
	owner.Patch("/api/workspaces/"+owner.WorkspaceID, object{"timezone": "Europe/Berlin"}).OK()
	client := owner.Post("/api/clients", object{"name": "Müller, Söhne"}).ID()
	project := owner.Post("/api/projects", object{"name": "Bridge \"B\"", "clientId": client}).ID()
	task := owner.Post("/api/projects/"+project+"/tasks", object{"name": "Drawing"}).ID()
	red, blue := owner.Post("/api/tags", object{"name": "red"}).ID(), owner.Post("/api/tags", object{"name": "blue"}).ID()
	late := owner.Track("2026-10-25T23:00:00Z", "2026-10-25T23:00:00Z", object{"isBillable": false})
	first := owner.Track("2026-10-24T22:30:00Z", "2026-10-25T22:59:59Z", object{
		"taskId": task, "description": "over the\nclock change", "tagIds": []string{red, blue},
	})
	owner.Post("/api/timers/start", nil).OK()
	answer := export(owner, periodQuery("2026-01-01T00:00:00Z", "2027-01-01T00:00:00Z")+"&format=csv")
	if got := answer.Header.Get("Content-Disposition"); got != `attachment; filename="stint-entries.csv"` {
		t.Errorf("Content-Disposition %q", got)
	}
	header, _, _ := strings.Cut(string(answer.Body), "\r\n")
	const columns = "date,start,end_date,end,hours,seconds,user,email,client,project,task,description,tags,billable,hourly_rate,amount,currency,started_at,stopped_at,id,duration,invoice"
	if header != columns {
		t.Errorf("header %s\nwant %s", header, columns)
	}
	if document := api.Send(apitest.Request{Method: "GET", Path: "/api/openapi.json"}); !strings.Contains(
		string(document.Body), columns) {
		t.Error("the example of the export in the OpenAPI document has other columns")
	}
	got := readCSV(t, answer)
	want := []map[string]string{{
		"date": "2026-10-25", "start": "00:30:00", "end_date": "2026-10-25", "end": "23:59:59", "hours": "24.4997",
		"seconds": "88199", "user": "ada", "email": "ada@example.com", "client": "Müller, Söhne", "project": `Bridge "B"`,
		"task": "Drawing", "description": "over the\nclock change", "tags": "red, blue", "billable": "true",
		"hourly_rate": "", "amount": "0.00", "currency": "EUR", "started_at": "2026-10-24T22:30:00Z",
		"stopped_at": "2026-10-25T22:59:59Z", "id": first, "duration": "24:29:59", "invoice": "",
	}, {
		"date": "2026-10-26", "start": "00:00:00", "end_date": "2026-10-26", "end": "00:00:00", "hours": "0.0000",
		"seconds": "0", "user": "ada", "email": "ada@example.com", "client": "", "project": "", "task": "",
		"description": "", "tags": "", "billable": "false", "hourly_rate": "", "amount": "0.00", "currency": "EUR",
		"started_at": "2026-10-25T23:00:00Z", "stopped_at": "2026-10-25T23:00:00Z", "id": late,
		"duration": "0:00:00", "invoice": "",
	}}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%v\nwant %v", got, want)
	}
}

// What a spreadsheet would run comes as text, from wherever it stems.
func TestExportEscapesFormulas(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("=ada")
	formulas := []string{"=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "＝1", "\b=1", "\x1f=1", "\v=1", "\f=1",
		"\u0085=1", "\u2028=1"}
	harmless := []string{"1=1", "'=1", " x", "a-b", "é", "one, two; three", "a; b-c", "ok\nthen 1=1", "x | y",
		"\"so\" = 1", "ada@example.com"}
	minute := 0
	write := func(text string) {
		minute++
		track(owner, -minute-1, -minute, object{"description": text})
	}
	for _, text := range append(formulas, harmless...) {
		write(text)
	}
	project := owner.Post("/api/projects", object{"name": "-project",
		"clientId": owner.Post("/api/clients", object{"name": "@client"}).ID()}).ID()
	task := owner.Post("/api/projects/"+project+"/tasks", object{"name": "+task"}).ID()
	tag := owner.Post("/api/tags", object{"name": "=tag"}).ID()
	track(owner, -100, -99, object{"taskId": task, "tagIds": []string{tag}})
	all := readCSV(t, export(owner, today))
	if row := all[0]; row["project"] != "'-project" || row["client"] != "'@client" || row["task"] != "'+task" ||
		row["tags"] != "'=tag" || row["user"] != "'=ada" || row["email"] != "'=ada@example.com" {
		t.Errorf("%v", row)
	}
	for _, row := range all {
		for column, cell := range row {
			if strings.ContainsAny(cell[:min(1, len(cell))], "=+-@\t\r\n") {
				t.Errorf("%s begins a formula: %q", column, cell)
			}
		}
	}
	shown := map[string]bool{}
	for _, row := range all {
		shown[row["description"]] = true
	}
	for _, text := range harmless {
		if !shown[text] {
			t.Errorf("%q was changed", text)
		}
	}
	if !shown["'=1+1"] || !shown["'＝1"] {
		t.Errorf("%v", shown)
	}
}

// A spreadsheet that splits cells at another separator must not find a formula
// after it.
func TestExportEscapesFormulasAfterSeparators(t *testing.T) {
	t.Parallel()
	owner := apitest.New(t).Register("ada")
	for i, c := range []struct{ text, want string }{
		{"ok;=cmd|'/C calc'!A1;x", "ok;'=cmd|'/C calc'!A1;x"},
		{"ok\t=1", "ok\t'=1"},
		{"ok\n=1", "ok\n'=1"},
		{"ok\r\n\r\n=1", "ok\n\n'=1"}, // as a reader of CSV sees line breaks
		{"ok\r=1", "ok\r'=1"},
		{"ok,=1", "ok,'=1"},
		{"ok\v=1", "ok\v'=1"},
		{"ok\f=1", "ok\f'=1"},
		{"ok\u0085=1", "ok\u0085'=1"},
		{"ok\u2028=1", "ok\u2028'=1"},
		{"ok\u2029=1", "ok\u2029'=1"},
		{"\b=1", "'\b'=1"},
		{"\x1f=1", "'\x1f'=1"},
		{"ok|@SUM(A1)", "ok|'@SUM(A1)"},
		{"a;+1;-1;=1;b", "a;'+1;'-1;'=1;b"},
		{"ok; \u00a0=1", "ok; \u00a0'=1"},
		{`ok;"=1"`, `ok;"'=1"`},
		{`ok"; " =1"`, `ok"; " '=1"`},
		{"ok;＝1", "ok;'＝1"},
		{" =1", " '=1"},
		{`"=1`, `"'=1`},
		{"\t;=1", "'\t;'=1"},
		{"ok;=", "ok;'="},
		{"==1;==2", "'==1;'==2"},
		{"ok;'=1", "ok;'=1"},
		{"a=b;c=d", "a=b;c=d"},
	} {
		track(owner, -i-1, -i, object{"description": c.text})
		if got := readCSV(t, export(owner, periodQuery(at(-i-1), at(-i))))[0]["description"]; got != c.want {
			t.Errorf("%q: %q, want %q", c.text, got, c.want)
		}
	}
}

// A file of 5 MB or less comes whole; a larger one, and one that Lambda would
// not let through, is refused before anything is sent.
func TestExportIsBounded(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner, outsider := api.Register("ada"), api.Register("bob")
	trackMany(t, owner, 0, 320, strings.Repeat("日", 5000))
	answer := export(owner, today)
	if got := len(readCSV(t, answer)); got != 320 || len(answer.Body) < 4_800_000 {
		t.Errorf("%d rows, %d bytes", got, len(answer.Body))
	}
	trackMany(t, owner, 320, 340, strings.Repeat("日", 5000))
	export(owner, today).Invalid("to range_too_long")
	trackMany(t, outsider, 0, 230, strings.Repeat("\x01", 5000)) // a byte becomes six on its way through Lambda
	export(outsider, today).Invalid("to range_too_long")
}

// A file of more than 5 MB comes whole where answers are streamed, to those who ask for it. It is the same file as its
// parts.
func TestExportIsStreamed(t *testing.T) {
	t.Parallel()
	owner := apitest.New(t).Register("ada")
	trackMany(t, owner, 0, 400, strings.Repeat("日", 5000))
	parts, _ := exportParts(t, owner, today)
	if whole := export(owner, today+"&stream=true"); whole.Status != 200 || !bytes.Equal(whole.Body, parts) {
		t.Errorf("%d, %d bytes, and %d in parts", whole.Status, len(whole.Body), len(parts))
	}
	if rows := readXLSX(t, export(owner, today+"&stream=true&format=xlsx")); len(rows) != 400 {
		t.Errorf("%d rows", len(rows))
	}
	for _, without := range []string{"", "&stream=false", "&format=xlsx"} {
		export(owner, today+without).Invalid("to range_too_long")
	}
}

// trackMany gives a person the entries of some numbers, all with one description. All but the first are copies of it
// in the table, because creating thousands takes most of the time of a test.
func trackMany(t *testing.T, p *apitest.User, from, to int, description string) {
	t.Helper()
	first := manyEntry(from)
	p.Post("/api/entries:bulk", object{"items": []object{{"id": first[0], "startedAt": first[1], "stoppedAt": first[2],
		"description": description}}}).OK()
	row := key.Entry(domain.ID(p.WorkspaceID), domain.ID(p.ID), domain.ID(first[0]))
	model := testkit.DumpWhere(t, p.Table, func(it map[string]types.AttributeValue) bool { return table.KeyOf(it) == row })
	if len(model) != 1 {
		t.Fatalf("%d items of an entry", len(model))
	}
	var copies []map[string]types.AttributeValue
	for i := from + 1; i < to; i++ {
		copies = append(copies, copyEntry(model[0], first, manyEntry(i)))
	}
	p.Table.Fill(t, copies)
}

// manyEntry is the id, the start and the stop of an entry of trackMany.
func manyEntry(i int) [3]string {
	return [3]string{fmt.Sprintf("0197a000-0000-7000-8000-%012d", i), at(-i - 1), at(-i)}
}

// copyEntry copies the item of an entry to another id and another time.
func copyEntry(model map[string]types.AttributeValue, was, is [3]string) map[string]types.AttributeValue {
	it := maps.Clone(model)
	change := strings.NewReplacer(was[0], is[0], was[1], is[1], was[2], is[2])
	for _, name := range []string{"sk", "lsk", "id", "start", "stop"} {
		it[name] = &types.AttributeValueMemberS{Value: change.Replace(table.StringAttribute(model, name))}
	}
	return it
}

// A text keeps its line breaks. The lines of the file end as RFC 4180 has it.
func TestExportKeepsLineBreaks(t *testing.T) {
	t.Parallel()
	owner := apitest.New(t).Register("ada")
	for i, text := range []string{"one\ntwo", "one\r\ntwo", "one\rtwo", "one\n"} {
		track(owner, -i-1, -i, object{"description": text})
		file := string(export(owner, periodQuery(at(-i-1), at(-i))).Body)
		if !strings.Contains(file, `"`+text+`"`) || !strings.HasSuffix(file, "\r\n") {
			t.Errorf("%q: %q", text, file)
		}
	}
}
