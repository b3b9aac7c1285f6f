package commands_test

import (
	"context"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"stint/internal/apitest"
)

// idOf is the beginning of the id of the entry that a list shows with a text.
func (x *terminal) idOf(text string) string {
	x.t.Helper()
	for line := range strings.Lines(x.ok("list", "month")) {
		if strings.Contains(line, text) {
			id, _, _ := strings.Cut(line, " ")
			return id
		}
	}
	x.t.Fatalf("no entry has %q", text)
	return ""
}

// It is 2026-06-17 14:00 in Berlin.
func TestEdit(t *testing.T) {
	t.Parallel()
	x, _ := fixture(t)
	x.ok("add", "old", "-t", "carriage", "--from", "mon 9:00", "--for", "2h", "--tag", "late")
	x.ok("add", "new", "--from", "9:00", "--for", "1h")
	id := x.idOf("old")
	x.says("2026-06-15 09:00–11:00  2:00  Difference Engine / Carriage: Drawing #late", "edit", id, "Drawing")
	x.says("2026-06-15 09:15–11:00  1:45  Difference Engine / Carriage: Drawing #late", "edit", id, "--from", "9:15")
	x.says("2026-06-15 09:15–10:00  0:45  Difference Engine / Carriage: Drawing #late", "edit", id, "--to", "10:00")
	x.says("2026-06-15 09:15–10:45  1:30  Difference Engine / Carriage: Drawing #late", "edit", id, "--for", "1h30m")
	x.says("2026-06-15 10:00–11:30  1:30  Difference Engine / Carriage: Drawing #late", "edit", id, "--to", "11:30",
		"--for", "1h30m")
	x.says("2026-06-15 10:00–11:30  1:30  Difference Engine / Carriage: Drawing #late", "edit", id, "-p", "difference e")
	x.says("2026-06-15 10:00–11:30  1:30  Differential: Drawing #late", "edit", id, "-p", "differential") // no task there
	x.says("2026-06-15 10:00–11:30  1:30  (no description)", "edit", id, "--without", "text,project,tags")
	x.says("2026-06-17 09:00–10:00  1:00  Differential / Reading: new", "edit", "last", "-t", "reading")
	if got := x.record("edit", "last", "--billable"); got["is_billable"] != true {
		t.Error(got)
	}
	x.fails(2, "say what to change", "edit", "last")
	x.fails(2, "--without takes text", "edit", "last", "x", "--without", "text")
	x.fails(2, "--without takes text", "edit", "last", "--without", "rate")
	x.fails(2, "is no entry", "edit", "soon", "x")
	x.fails(4, "there is no entry", "edit", "ffffffff", "x")
	x.fails(2, "name an entry", "edit")
}

// An id may be written whole, or as its beginning, of entries as of all else. Several that fit are named.
func TestBeginningsOfIDs(t *testing.T) {
	t.Parallel()
	x, owner := fixture(t)
	for _, id := range []string{"0190a0a0-0000-7000-8000-000000000001", "0190a0a0-0000-7000-8000-000000000002"} {
		owner.Post("/api/entries:bulk", object{"items": []object{{"id": id, "description": id[35:],
			"startedAt": "2026-06-16T08:00:00Z", "stoppedAt": "2026-06-16T09:00:00Z"}}}).OK()
	}
	if out := x.ok("list"); strings.Count(out, "0190a0a0-0000-7000-8000-000000000001  ") != 1 {
		t.Errorf("ids that do not tell entries apart: %s", out)
	}
	x.fails(2, "may be any of these: 0190a0a0-0000-7000-8000-000000000002, 0190a0a0-0000-7000-8000-000000000001", "delete",
		"0190a0a0")
	x.says("Deleted  2026-06-16 10:00–11:00  1:00  2", "delete", "0190A0A0-0000-7000-8000-000000000002")
	x.says("2026-06-16 10:00–11:00  1:00  changed", "edit", "0190a0a0", "changed")

	project := owner.Post("/api/projects", object{"name": "Loom"}).ID()
	task := owner.Post("/api/projects/"+project+"/tasks", object{"name": "Weaving"}).ID()
	tag := owner.Post("/api/tags", object{"name": "cards"}).ID()
	x.says("Started  Loom / Weaving #cards", "start", "-p", project[:35], "-t", task[:35], "--tag", tag[:35])
	x.says("Stopped 0:00  Loom / Weaving #cards\nStarted  Loom / Weaving", "start", "-t", task[:35])
}

// What changed between the look and the write is not overwritten.
func TestEditOfWhatChanged(t *testing.T) {
	t.Parallel()
	x, owner := fixture(t)
	id := owner.Track("2026-06-16T08:00:00Z", "2026-06-16T09:00:00Z")
	x.env.HTTP = changesBefore(owner, "PATCH", id)
	x.fails(5, "changed the record", "edit", id, "mine")
	x.env.HTTP = changesBefore(owner, "DELETE", id)
	x.fails(5, "changed the record", "delete", id)
}

// changesBefore changes an entry before the next request of a method reaches the service.
func changesBefore(owner *apitest.User, method, id string) *http.Client {
	return beforeThe(method, func() { owner.Patch("/api/entries/"+id, object{"description": method}).OK() })
}

// beforeThe does something before the first request of a method, or to a path with an end.
func beforeThe(methodOrEnd string, act func()) *http.Client {
	var once sync.Once
	return &http.Client{Transport: transport(func(r *http.Request) (*http.Response, error) {
		if r.Method == methodOrEnd || strings.HasSuffix(r.URL.Path, methodOrEnd) {
			once.Do(act)
		}
		return http.DefaultTransport.RoundTrip(r)
	})}
}

func TestDelete(t *testing.T) {
	t.Parallel()
	x, _ := fixture(t)
	x.ok("add", "one", "--from", "9:00", "--for", "1h")
	x.ok("add", "two", "--from", "10:00", "--for", "1h")
	x.env.ReadSecret = func(context.Context) (string, error) { return "", nil }
	x.input = "n\n"
	x.fails(1, "2026-06-17 10:00–11:00  1:00  two\nGo on? [y/N] stint: nothing was written", "delete", "last")
	x.input = "y\n"
	x.says("Deleted  2026-06-17 10:00–11:00  1:00  two", "delete", "last")
	id := x.idOf("one")
	x.says("Deleted  2026-06-17 09:00–10:00  1:00  one", "delete", id, id, "--yes")
	x.says("Total 0:00", "list")
}

func TestDiscard(t *testing.T) {
	t.Parallel()
	x, owner := fixture(t)
	x.fails(4, "no timer is running", "discard")
	x.ok("switch", "call")
	owner.Clock.Advance(30 * time.Minute)
	x.says("Discarded 0:30  call", "discard")
	x.says("Total 0:00", "today")
	x.ok("add", "proofs", "--for", "10m")
	x.says("Started  proofs", "resume")
}

func TestStopInTheFuture(t *testing.T) {
	t.Parallel()
	x, _ := fixture(t)
	x.ok("start", "call")
	for _, at := range []string{"+1m", "14:01"} {
		x.fails(2, "still to come", "stop", "--at", at)
	}
	x.says("Stopped 0:00  call", "stop", "--at", "14:00")
}

// Projects of different clients may be called alike.
func TestProjectsOfClients(t *testing.T) {
	t.Parallel()
	x, owner := fixture(t)
	for _, name := range []string{"Babbage", "Jacquard"} {
		id := owner.Post("/api/clients", object{"name": name}).ID()
		owner.Post("/api/projects", object{"name": "Loom", "clientId": id}).OK()
	}
	x.fails(2, "Babbage/Loom, Jacquard/Loom. Write", "start", "-p", "loom")
	for _, name := range []string{"Jacquard/Loom", "jacq / lo"} {
		if got := x.record("start", "-p", name); got["project_id"] == nil {
			t.Error(got)
		}
	}
	owner.Post("/api/projects", object{"name": "Loom"}).OK()
	owner.Post("/api/projects", object{"name": "Mill/Loom"}).OK()
	x.ok("start", "-p", "mill/loom")
	x.says("Stopped 0:00  Mill/Loom\nStarted  Loom", "start", "-p", "/loom")
	x.fails(4, `there is no client "Elsewhere"`, "start", "-p", "Elsewhere/Loom")
	x.fails(4, `there is no project "Carpet"`, "start", "-p", "Babbage/Carpet")
}

// On a narrow terminal, texts come below their times and break between words.
func TestNarrowList(t *testing.T) {
	t.Parallel()
	x, _ := fixture(t)
	x.ok("add", "Drawing the carriage with care", "-t", "carriage", "--for", "1h")
	x.env.Terminal, x.env.Columns = true, func() int { return 40 }
	x.vars["NO_COLOR"] = "1"
	out := x.ok("list")
	if !strings.Contains(out, "  1:00\n    Difference Engine / Carriage:\n    Drawing the carriage with care\nTotal") {
		t.Errorf("%s", out)
	}
	x.says("     1:00       60.00 EUR\n    Difference Engine / Carriage\nTotal  1:00, billable 1:00, 60.00 EUR", "report",
		"--by", "project,task")
}
