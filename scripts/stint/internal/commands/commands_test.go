package commands_test

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"stint/internal/apitest"
)

// It is 2026-06-17 14:00 in Berlin, a Wednesday.
func TestTimer(t *testing.T) {
	t.Parallel()
	x, owner := fixture(t)
	x.says("Nothing is running.", "status")
	x.fails(4, "no timer is running", "stop")
	x.says("Started  Difference Engine / Carriage: Drawing #remote", "start", "Drawing", "-p", "difference e", "-t",
		"carr", "--tag", "remote")
	owner.Clock.Advance(65 * time.Minute)
	x.says("2026-06-17 14:00–  …    1:05  Difference Engine / Carriage: Drawing #remote", "status")
	x.says("Stopped 0:45  Difference Engine / Carriage: Drawing #remote\nStarted  call with Ada", "start", "call", "with",
		"Ada", "--at", "-20m")
	owner.Clock.Advance(10 * time.Minute)
	x.says("Stopped 0:25  call with Ada", "stop", "--at", "15:10")
	x.says("Started  Difference Engine / Carriage: Drawing #remote", "continue", "draw")
	owner.Clock.Advance(time.Hour)
	x.says("Stopped 1:00  Difference Engine / Carriage: Drawing #remote", "stop")
	x.says("Started  Difference Engine / Carriage: Drawing #remote", "continue")
	x.fails(4, "there is no entry", "continue", "never")
}

// A task alone names its project.
func TestTaskImpliesProject(t *testing.T) {
	t.Parallel()
	x, _ := fixture(t)
	x.says("Started  Differential / Reading", "start", "-t", "read")
	if got := x.record("start", "x", "-p", "differential", "--billable"); got["is_billable"] != true {
		t.Error(got)
	}
}

func TestAdd(t *testing.T) {
	t.Parallel()
	x, _ := fixture(t)
	x.says("2026-06-17 09:15–10:30  1:15  Differential: Proofs", "add", "Proofs", "-p", "differential", "--from", "9:15",
		"--to", "10:30")
	x.says("2026-06-17 13:40–14:00  0:20  (no description)", "add", "--for", "20m")
	x.says("2026-06-15 22:00–01:30+1  3:30  night", "add", "night", "--from", "mon 22:00", "--to", "1:30")
	x.says("2026-06-16 14:00–15:30  1:30  late #late", "add", "late", "--from", "yesterday 14:00", "--for", "1:30",
		"--tag", "late")
	x.says("2026-06-16 08:00–09:00  1:00  early", "add", "early", "--to", "yesterday 9:00", "--for", "1h")
	for _, args := range [][]string{
		{"add"}, {"add", "--from", "9:00"}, {"add", "--to", "9:00"}, {"add", "--from", "8:00", "--to", "9:00", "--for", "1h"},
		{"add", "--from", "soon", "--to", "13:00"}, {"add", "--for", "1"},
	} {
		x.fails(2, "stint: ", args...)
	}
	x.fails(1, "before_start", "add", "--from", "10:00", "--to", "2026-06-17 9:00")
}

func TestPeriods(t *testing.T) {
	t.Parallel()
	x, _ := fixture(t)
	x.ok("add", "monday", "--from", "mon 9:00", "--for", "2h", "-p", "difference e")
	x.ok("add", "today", "--from", "9:00", "--for", "90m", "-p", "differential", "--tag", "late")
	x.ok("add", "last week", "--from", "2026-06-12 9:00", "--for", "1h")
	today := "2026-06-17 09:00–10:30  1:30  Differential: today #late"
	monday := "2026-06-15 09:00–11:00  2:00  Difference Engine: monday"
	x.lists(today+"\nTotal 1:30", "today")
	x.lists(today+"\n"+monday+"\nTotal 3:30", "list")
	x.lists(monday+"\nTotal 2:00", "list", "mon")
	x.lists(monday+"\nTotal 2:00", "list", "-p", "difference e")
	x.lists(today+"\nTotal 1:30", "list", "--tag", "late")
	x.lists("2026-06-12 09:00–10:00  1:00  last week\nTotal 1:00", "list", "last-week")
	x.says("Total 0:00", "list", "yesterday")
	if got := x.records("list", "2026-06"); len(got) != 3 || got[0]["description"] != "today" ||
		got[0]["hourly_rate"] != nil {
		t.Error(got)
	}
	x.fails(2, "is no period", "list", "weeks")
	x.fails(2, "one tag", "report", "--tag", "late,remote")

	x.says(`     2:00      120.00 EUR  ████████████  Difference Engine
     1:30        0.00 EUR  █████████     Differential
Total  3:30, billable 2:00, 120.00 EUR`, "report")
	x.says(`     1:30        0.00 EUR  ████████████  Differential / 2026-06-17
Total  1:30`, "report", "today", "--by", "project,day")
	x.says(`     1:00        0.00 EUR  ████████████  (none)
Total  1:00, billable 1:00`, "report", "last-week")
	if got := x.record("report", "month"); len(got["items"].([]any)) != 3 {
		t.Error(got)
	}
	x.says(`           8   10  12  14  16
Mon 06-15  ··████··············    2:00  ████████
Tue 06-16  ····················    0:00
Wed 06-17  ··███···············    1:30  ██████
Thu 06-18  ····················    0:00
Fri 06-19  ····················    0:00
Sat 06-20  ····················    0:00
Sun 06-21  ····················    0:00
Total 3:30`, "week")
	if got := x.records("week"); len(got) != 2 {
		t.Error(got)
	}
	x.fails(2, "too long", "week", "year")
}

// Time after midnight counts on the day when it started, and is named on the next one.
func TestMidnight(t *testing.T) {
	t.Parallel()
	x, _ := fixture(t)
	x.ok("add", "night", "--from", "2026-06-16 22:00", "--to", "1:30")
	x.lists("Total 0:00\nAnd 1:30 after midnight, of time that counts on the day before.", "today")
	x.lists("2026-06-16 22:00–01:30+1  3:30  night\nTotal 3:30", "list", "yesterday")
	x.lists("2026-06-16 22:00–01:30+1  3:30  night\nTotal 3:30", "list", "week")
	if out := x.ok("week"); !strings.Contains(out, "    3:30  ████████\nWed") || !strings.Contains(out,
		"    0:00  and 1:30 of the day before\nThu") {
		t.Error(out)
	}
	if got := x.records("today"); len(got) != 0 {
		t.Error(got)
	}
	x.env.Terminal, x.env.Columns, x.vars["NO_COLOR"] = true, func() int { return 40 }, "1"
	if out := x.ok("week"); strings.Contains(out, "    3:30  ██") {
		t.Errorf("a narrow terminal: %s", out)
	}
}

func TestProjects(t *testing.T) {
	t.Parallel()
	x, _ := fixture(t)
	x.says("Difference Engine\nDifferential", "projects")
	x.says("Difference Engine\n  Carriage", "projects", "engine", "--tasks")
	x.says("", "projects", "--archived")
	if got := x.records("projects", "--tasks"); len(got) != 4 || got[0]["name"] != "Difference Engine" ||
		got[1]["name"] != "Carriage" {
		t.Error(got)
	}
}

func TestSubmit(t *testing.T) {
	t.Parallel()
	x, _ := fixture(t)
	x.ok("add", "last week", "--from", "2026-06-12 9:00", "--for", "1h", "-p", "differential")
	x.says("Submitted 2026-06-08 to 2026-06-14: 1:00, submitted", "submit", "--note", "done")
	x.fails(5, "409", "submit", "last-week")
	x.ok("add", "--from", "9:00", "--for", "1h", "-p", "differential")
	if got := x.record("submit", "today"); got["period_start"] != "2026-06-17" || got["status"] != "submitted" {
		t.Error(got)
	}
}

// watch follows changes until it is interrupted.
func TestWatch(t *testing.T) {
	t.Parallel()
	x, owner := fixture(t)
	owner.Clock.Advance(10 * time.Minute)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	x.ends = func(printed string) {
		if strings.Count(printed, "\n") == 2 {
			cancel()
		}
	}
	out, errors, code := x.runIn(ctx, "watch", "--since", "-1h", "--types", "tag")
	if code != 0 || errors != "" || strings.Count(out, "2026-06-17 14:00:00  tag  ") != 2 ||
		!strings.Contains(out, "tag  remote\n") {
		t.Errorf("%d, %q, %q", code, out, errors)
	}
}

type transport func(*http.Request) (*http.Response, error)

func (f transport) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// A key with the access time is enough for one's own time.
func TestTimeKey(t *testing.T) {
	t.Parallel()
	_, owner := fixture(t)
	member := owner.AddMember("bob", "user")
	x := newTerminal(t, owner.Service)
	x.vars["STINT_KEY"] = keyOf(member, "time")
	for _, args := range [][]string{
		{"start", "call", "--at", "-20m"}, {"status"}, {"stop"}, {"continue"}, {"stop"}, {"add", "--for", "30m"}, {"today"},
		{"week"}, {"list", "month"},
		{"projects"}, {"report"},
	} {
		x.ok(args...)
	}
	x.says("     0:50                  ████████████  (none)\nTotal  0:50, billable 0:50", "report")
}

// Texts of other members cannot steer the terminal.
func TestTextsAreClean(t *testing.T) {
	t.Parallel()
	x, _ := fixture(t)
	x.ok("start", "a\x1b[2Jb\nc")
	x.says("2026-06-17 14:00–  …    0:00  a[2Jb c", "status")
}

// Neither can the service, whatever it calls a user, a currency, a status or a kind. The terminal
// checks that no escape sequence is printed.
func TestServiceCannotSteerTheTerminal(t *testing.T) {
	t.Parallel()
	x, owner := fixture(t)
	x.ok("add", "last week", "--from", "2026-06-12 9:00", "--for", "1h", "-p", "difference e")
	hostile := strings.NewReplacer(`"display_name":"ada"`, `"display_name":"a\u001b[2Jda"`, `"currency":"EUR"`,
		`"currency":"\u001b[2JEUR"`, `"status":"submitted"`, `"status":"\u001b[2Jsubmitted"`, `"type":"tag"`,
		`"type":"\u001b[2Jtag"`)
	x.env.HTTP = &http.Client{Transport: transport(func(r *http.Request) (*http.Response, error) {
		r = r.Clone(r.Context())
		r.Header.Set("Accept-Encoding", "identity")
		answer, err := http.DefaultTransport.RoundTrip(r)
		if err != nil {
			return nil, err
		}
		body, err := io.ReadAll(answer.Body)
		text := hostile.Replace(string(body))
		answer.Body, answer.ContentLength = io.NopCloser(strings.NewReader(text)), int64(len(text))
		return answer, err
	})}
	owner.Clock.Advance(10 * time.Minute)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	x.ends = func(printed string) {
		if strings.Contains(printed, "tag  remote") {
			cancel()
		}
	}
	for _, args := range [][]string{{"login", "--key", x.vars["STINT_KEY"]}, {"report", "last-week"}, {"submit"}} {
		if out := x.ok(args...); !strings.Contains(out, "[2J") {
			t.Errorf("%v: the test changed nothing: %q", args, out)
		}
	}
	if out, errors, code := x.runIn(ctx, "watch", "--since", "-1h", "--types", "tag"); code != 0 ||
		!strings.Contains(out, "[2Jtag") {
		t.Errorf("%d, %q, %q", code, out, errors)
	}
}

func TestExitCodes(t *testing.T) {
	t.Parallel()
	x, owner := fixture(t)
	x.fails(2, "unknown command", "begin")
	x.fails(2, "unknown flag", "start", "--project-id", "1")
	x.fails(2, "stint stop takes no text", "stop", "now")
	x.fails(2, "is no time", "start", "--at", "soon")
	x.fails(2, "Difference Engine, Differential.", "start", "-p", "diff")
	x.fails(4, `there is no project "loom"`, "start", "-p", "loom")
	x.fails(4, `there is no task "loom"`, "start", "-t", "loom")
	x.fails(4, `there is no tag "loom"`, "start", "--tag", "late,loom")
	x.fails(5, "409", "submit", "today", "--note", "nothing")

	x.vars["STINT_KEY"] = keyOf(owner, "read")
	x.fails(3, "403", "start", "x")
	x.vars["STINT_KEY"] = "nonsense"
	x.fails(3, "401", "status")
	x.vars["STINT_KEY"] = ""
	x.fails(3, "not signed in", "status")

	page := httptest.NewServer(http.NotFoundHandler())
	x.vars["STINT_KEY"], x.vars["STINT_URL"] = "a-key-of-9", page.URL
	x.fails(6, "none of a Stint service", "status")
	page.Close()
	x.env.HTTP = &http.Client{Transport: transport(
		func(*http.Request) (*http.Response, error) { return nil, http.ErrSchemeMismatch })}
	x.vars["STINT_URL"] = "ftp://x"
	x.fails(2, "must begin with http", "status")
}

func TestUnreachable(t *testing.T) {
	t.Parallel()
	x := newTerminal(t, apitest.New(t))
	gone := httptest.NewServer(nil)
	x.vars["STINT_KEY"], x.vars["STINT_URL"] = "k", gone.URL
	gone.Close()
	x.fails(6, "cannot be reached", "stop") // a POST without a key is not repeated
}

func TestHelp(t *testing.T) {
	t.Parallel()
	x := newTerminal(t, apitest.New(t))
	for _, name := range []string{"login", "logout", "whoami", "edit", "delete", "discard", "start", "stop", "status",
		"continue", "add", "today", "week", "list", "projects", "project",
		"client", "task", "tag", "timesheets", "approve", "reject", "report", "submit", "export", "watch", "mcp"} {
		if out := x.ok("help", name); !strings.Contains(out, "Examples:\n  ") {
			t.Errorf("help %s has no examples: %s", name, out)
		}
	}
	if out := x.ok(); !strings.Contains(out, "Exit codes") {
		t.Error(out)
	}
	for _, args := range []string{"--version", "version"} {
		x.says("stint version test", args)
	}
}

// Colours are for terminals alone, and for people who want them.
func TestColours(t *testing.T) {
	t.Parallel()
	x, _ := fixture(t)
	x.ok("start", "x")
	x.env.Terminal = true
	if out := x.ok("status"); !strings.Contains(out, "\x1b[") {
		t.Errorf("a terminal gets none: %q", out)
	}
	for name, value := range map[string]string{"NO_COLOR": "1", "TERM": "dumb"} {
		x.vars[name] = value
		if out := x.ok("status"); strings.Contains(out, "\x1b[") {
			t.Errorf("%s: %q", name, out)
		}
		delete(x.vars, name)
	}
	if out := x.ok("status", "--json"); strings.Contains(out, "\x1b[") {
		t.Errorf("JSON has colours: %q", out)
	}
}

// With --json, a command prints the records exactly as the API sends them.
func TestJSONIsWhatTheAPISends(t *testing.T) {
	t.Parallel()
	x, owner := fixture(t)
	x.ok("add", "early", "--from", "9:00", "--for", "1h", "-p", "differential", "--tag", "late")
	x.ok("start", "now", "-t", "carriage")
	key := x.vars["STINT_KEY"]
	get := func(path string) string {
		return string(owner.As(key).Get("/api/v1" + path).Body)
	}
	list := func(path string) string {
		var page struct{ Items []json.RawMessage }
		if err := json.Unmarshal([]byte(get(path)), &page); err != nil || len(page.Items) == 0 {
			t.Fatal(path, err)
		}
		var lines strings.Builder
		for _, item := range page.Items {
			lines.Write(append(item, '\n'))
		}
		return strings.TrimSpace(lines.String())
	}
	for command, want := range map[string]string{
		"status":   get("/timers/current"),
		"today":    list("/entries?from=2026-06-16T22:00:00Z"),
		"week":     list("/entries?from=2026-06-14T22:00:00Z"),
		"list":     list("/entries?from=2026-06-14T22:00:00Z"),
		"projects": list("/projects"),
		"report":   get("/reports/summary?from=2026-06-14T22:00:00Z&to=2026-06-21T22:00:00Z"),
	} {
		x.says(strings.TrimSpace(want), command, "--json")
	}
}
