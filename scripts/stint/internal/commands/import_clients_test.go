package commands_test

import (
	"context"
	"strings"
	"testing"
)

// withoutClient is a file that names a project and not its client.
const withoutClient = `User,Email,Client,Project,Task,Description,Billable,Start date,Start time,End date,End time,Duration,Tags,Amount (EUR)
Ada,ADDRESS,,Loom,,Weaving,No,2026-06-02,09:00:00,2026-06-02,10:00:00,01:00:00,,
`

// A row without a client is on the only project of its name. Where several have it, the command asks.
func TestImportFindsTheClientOfAProject(t *testing.T) {
	t.Parallel()
	x, owner := fixture(t)
	file := fileOf(t, "toggl.csv", strings.ReplaceAll(withoutClient, "ADDRESS", owner.Email))
	project := func(of string) string {
		client := owner.Post("/api/clients", object{"name": of}).ID()
		return owner.Post("/api/projects", object{"name": "Loom", "clientId": client}).ID()
	}
	checkOn := func(id string) {
		t.Helper()
		entries := owner.Get("/api/entries").Items()
		if len(entries) != 1 || entries[0]["project_id"] != id {
			t.Errorf("%v, want one on %s", entries, id)
		}
	}
	first := project("Jacquard")
	if out := x.ok("import", "toggl", file, "--yes"); !strings.Contains(out, "Projects: 1 exist, 0 are new") {
		t.Error(out)
	}
	checkOn(first)
	second := project("Babbage")
	for _, args := range [][]string{{"--dry-run"}, {"--yes"}, {}} {
		_, errors, code := x.run(append([]string{"import", "toggl", file}, args...)...)
		if code != 1 || !strings.Contains(errors, `"Loom"`) || !strings.Contains(errors, "Babbage / Loom, or Jacquard / Loom") {
			t.Errorf("%v: %d: %s", args, code, errors)
		}
	}
	x.ok("import", "toggl", file, "--yes", "--client", "loom=Babbage")
	checkOn(second)
	x.env.ReadSecret, x.input = func(context.Context) (string, error) { return "", nil }, "3\n2\ny\n"
	x.ok("import", "toggl", file)
	checkOn(first)
}

// A project without a client is the one that a row without a client means.
func TestImportPrefersTheProjectWithoutAClient(t *testing.T) {
	t.Parallel()
	x, owner := fixture(t)
	for _, name := range []string{"Jacquard", "Babbage"} {
		owner.Post("/api/projects", object{"name": "Loom", "clientId": owner.Post("/api/clients", object{"name": name}).ID()})
	}
	plain := owner.Post("/api/projects", object{"name": "Loom"}).ID()
	x.ok("import", "toggl", fileOf(t, "toggl.csv", strings.ReplaceAll(withoutClient, "ADDRESS", owner.Email)), "--yes")
	if entries := owner.Get("/api/entries").Items(); len(entries) != 1 || entries[0]["project_id"] != plain {
		t.Errorf("%v, want one on %s", entries, plain)
	}
}
