package commands_test

import "testing"

func TestMakingAndArchiving(t *testing.T) {
	t.Parallel()
	x, _ := fixture(t)
	x.says("Added  Babbage & Co", "client", "add", "Babbage & Co", "--email", "charles@example.com")
	x.says("Added  Babbage & Co/Mill", "project", "add", "Mill", "--client", "babb", "--color", "#4a7fb5", "--visibility",
		"public")
	x.says("Difference Engine\nDifferential\nBabbage & Co/Mill", "project", "list")
	x.says("Added  Grinding", "task", "add", "Grinding", "-p", "babbage/mill")
	x.says("Grinding", "task", "list", "-p", "mill")
	x.says("Archived  Grinding", "task", "archive", "grind", "-p", "mill")
	x.says("Grinding", "task", "list", "-p", "mill", "--archived")
	x.says("Brought back  Grinding", "task", "unarchive", "grind", "-p", "mill")
	x.says("Archived  Mill", "project", "archive", "babbage/mill")
	x.fails(4, `there is no project "mill"`, "start", "-p", "mill")
	x.says("Babbage & Co/Mill", "project", "list", "--archived")
	x.says("Brought back  Mill", "project", "unarchive", "mill")
	x.says("Archived  Babbage & Co", "client", "archive", "babbage")
	x.says("", "client", "list")
	x.says("Brought back  Babbage & Co", "client", "unarchive", "babbage")
	x.says("Babbage & Co", "client", "list", "babb")
	x.says("Added  cards", "tag", "add", "cards")
	x.says("remote\nlate\ncards", "tag", "list")
	x.says("Deleted  cards", "tag", "delete", "cards")
	if got := x.record("project", "add", "Loom"); got["name"] != "Loom" || got["client_id"] != nil {
		t.Error(got)
	}
	if got := x.records("project", "list"); len(got) != 4 {
		t.Errorf("%d projects", len(got))
	}
}

func TestArgumentsOfFamilies(t *testing.T) {
	t.Parallel()
	x, _ := fixture(t)
	x.fails(2, "stint help project", "project")
	x.fails(2, `unknown command "ad": did you mean add?`, "project", "ad")
	x.fails(2, "needs a name", "project", "add")
	x.fails(2, "write a text with blanks in quotes", "project", "add", "Difference", "Engine")
	x.fails(2, "--visibility does not know", "project", "add", "Mill", "--visibility", "secret")
	x.fails(2, `required flag(s) "project" not set`, "task", "add", "Grinding")
	x.fails(1, "duplicate_value", "project", "add", "differential")
	x.fails(4, `there is no client "mill"`, "project", "add", "x", "--client", "mill")
}
