package commands_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"stint/internal/apitest"
)

// A tag is named whole, or a list of tags at their commas, whatever characters a name has.
func TestTagNames(t *testing.T) {
	t.Parallel()
	x, owner := fixture(t)
	for _, name := range []string{"a,b", `q"uote`} {
		owner.Post("/api/tags", object{"name": name}).OK()
	}
	x.says(`Started  (no description) #late #remote`, "start", "--tag", "late,rem")
	x.ok("start", "--tag", "late", "--tag", "remote")
	if got := x.record("start", "x", "--tag", "a,b"); len(got["tag_ids"].([]any)) != 1 {
		t.Error(got)
	}
	if got := x.record("start", "x", "--tag", `q"u,late`); len(got["tag_ids"].([]any)) != 2 {
		t.Error(got)
	}
	x.ok("list", "--tag", "a,b")
	x.fails(2, "takes one tag", "list", "--tag", "late,remote")
	if out := x.ok("help", "list"); strings.Contains(out, "commas") {
		t.Error(out)
	}
}

// Tasks that are called alike are named with their projects.
func TestAmbiguousTask(t *testing.T) {
	t.Parallel()
	x, owner := fixture(t)
	for _, name := range []string{"Loom", "Mill"} {
		project := owner.Post("/api/projects", object{"name": name}).ID()
		owner.Post("/api/projects/"+project+"/tasks", object{"name": "Design"}).OK()
	}
	_, errors, code := x.run("start", "-t", "design")
	if code != 2 || !strings.Contains(errors, "Loom / Design") || !strings.Contains(errors, "Mill / Design") ||
		strings.Contains(errors, "(") {
		t.Errorf("%d: %q", code, errors)
	}
}

// Entries of everyone have their users.
func TestEveryone(t *testing.T) {
	t.Parallel()
	x, owner := fixture(t)
	member := owner.AddMember("bob", "user")
	y := newTerminal(t, owner.Service)
	y.vars["STINT_KEY"] = keyOf(member, "time")
	y.ok("add", "weaving", "--for", "1h")
	if out := x.ok("list", "--everyone"); !strings.Contains(out, "1:00  bob  weaving\n") {
		t.Error(out)
	}
	if out := y.ok("list", "--everyone"); !strings.Contains(out, "1:00  bob  weaving\n") {
		t.Error(out)
	}
}

// An entry counts on the day when it starts, in all commands.
func TestOverMidnight(t *testing.T) {
	t.Parallel()
	x, _ := fixture(t)
	x.ok("add", "night", "--from", "2026-06-14 23:55", "--to", "3:11")
	if out := x.ok("week"); !strings.Contains(out, "██▒··") || !strings.HasSuffix(out, "Total 0:00\n") {
		t.Error(out)
	}
	if out := x.ok("week", "2026-06-14"); !strings.HasSuffix(out, "Total 3:16\n") {
		t.Error(out)
	}
	x.env.Terminal, x.vars["NO_COLOR"] = true, "1"
	x.env.Columns = func() int { return 40 }
	for line := range strings.Lines(x.ok("week", "last-week")) {
		if n := len([]rune(strings.TrimSpace(line))); n > 40 {
			t.Errorf("%d columns: %q", n, line)
		}
	}
}

// What a member names a tag or a project runs nothing in the shells of others.
func TestCompletionRunsNothing(t *testing.T) {
	t.Parallel()
	x, owner := fixture(t)
	proof := filepath.Join(t.TempDir(), "proof")
	for _, name := range []string{"Ops$(touch " + proof + ") one", "Ops$(touch " + proof + ") two", "_activeHelp_ Run: me",
		"Ops; x", "Ops`x`", "Ops plain"} {
		owner.Post("/api/tags", object{"name": name}).OK()
		owner.Post("/api/projects", object{"name": name}).OK()
	}
	for _, flag := range []string{"--tag", "-p"} {
		for _, typed := range []string{"Ops", "_", ""} {
			out, _, _ := x.run("__complete", "start", flag, typed)
			if strings.ContainsAny(out, "$`;(") || strings.Contains(out, "_activeHelp_") {
				t.Errorf("%s %q offers %q", flag, typed, out)
			}
			if typed == "Ops" && !strings.HasPrefix(out, "Ops plain\n:") {
				t.Errorf("%s %q offers %q", flag, typed, out)
			}
		}
		x.complete("start", flag, "Ops")
	}
	if _, err := os.Stat(proof); err == nil {
		t.Error("completion runs what another member wrote")
	}
}

func TestCompletionOfWords(t *testing.T) {
	t.Parallel()
	x, _ := fixture(t)
	for _, c := range []struct{ line, want string }{
		{"start -p difference", "difference Engine"},
		{"start --tag late,re", "late,remote"},
		{"start -t carr", "carriage"},
		{"start -p differential -t r", "reading"},
		{"report --by project,us", "project,user"},
		{"watch --types ent", "entry"},
	} {
		out, _, _ := x.run(append([]string{"__complete"}, strings.Fields(c.line)...)...)
		if !strings.HasPrefix(out, c.want+"\n:") {
			t.Errorf("%s offers %q, want %q", c.line, out, c.want)
		}
	}
}

// What several names begin with is inserted as it is, so that blanks have to be escaped.
func TestCompletionOfNamesWithBlanks(t *testing.T) {
	t.Parallel()
	x, owner := fixture(t)
	owner.Post("/api/projects", object{"name": "alpha one"}).OK()
	if got := x.complete("start", "-p", "alp"); got != "alpha\\ one\n" {
		t.Errorf("%q", got)
	}
	owner.Post("/api/projects", object{"name": "alpha two"}).OK()
	if got := x.complete("start", "-p", "alp"); got != "alpha\\ one\nalpha\\ two\n" {
		t.Errorf("%q", got)
	}
}

// Names of a file are safe to paste into a shell.
func TestSuggestedMapIsQuoted(t *testing.T) {
	t.Parallel()
	owner := apitest.New(t).Register("ada")
	x := terminalOf(t, owner)
	file := filepath.Join(t.TempDir(), "time.csv")
	csv := "date,hours,person\n2026-01-02,1,\"Ada $(touch x)\"\"; it's; \"\"\"\n2026-01-02,1,Zed " +
		"Bee\n2026-01-02,1,Zed $HOME\n"
	if err := os.WriteFile(file, []byte(csv), 0o600); err != nil {
		t.Fatal(err)
	}
	out := x.ok("import", "csv", file, "--dry-run")
	if !strings.Contains(out, `--map 'Ada $(touch x)"; it'\''s; "=ADDRESS'`) ||
		!strings.Contains(out, `--map "Zed Bee=ADDRESS"`) || !strings.Contains(out, `--map 'Zed $HOME=ADDRESS'`) {
		t.Error(out)
	}
}
