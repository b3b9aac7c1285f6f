package commands_test

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"stint/internal/apitest"
)

// The README's tour with the command alone, from the API key on.
func TestTour(t *testing.T) {
	t.Parallel()
	owner := apitest.New(t).Register("ada")
	customer := owner.Post("/api/clients", object{"name": "Babbage & Co"}).ID()
	project := owner.Post("/api/projects", object{"name": "Difference Engine", "clientId": customer}).ID()
	owner.Post("/api/projects/"+project+"/tasks", object{"name": "Carriage"}).OK()
	x := newTerminal(t, owner.Service)
	x.input = keyOf(owner, "full")
	x.ok("login")

	x.says("Difference Engine\n  Carriage", "projects", "--tasks")
	x.says("Started  Difference Engine / Carriage: Drawing the carriage", "start", "Drawing the carriage", "-t",
		"carriage")
	owner.Clock.Advance(30 * time.Minute)
	x.says("2026-06-17 12:00–  …    0:30  Difference Engine / Carriage: Drawing the carriage", "status")
	x.says("Stopped 0:30  Difference Engine / Carriage: Drawing the carriage", "stop")
	x.lists("2026-06-17 12:00–12:30  0:30  Difference Engine / Carriage: Drawing the carriage\nTotal 0:30", "today")
	x.says("2026-01-05 09:00–10:30  1:30  Difference Engine", "add", "-p", "difference", "--from", "2026-01-05 9:00",
		"--to", "10:30")
	x.says("     2:00        0.00 EUR  ████████████  Babbage & Co\nTotal  2:00, billable 2:00", "report", "year", "--by", "client")
	x.says("Submitted 2026-06-17 to 2026-06-17: 0:30, submitted", "submit", "today")
}

// commandsIn are the commands that a text shows.
var commandsIn = regexp.MustCompile("(?m)(?:^|`)stint ([a-z]+)")

// docs/command.md shows every command, and no other.
func TestGuideHasEveryCommand(t *testing.T) {
	t.Parallel()
	guide, err := os.ReadFile("../../../../docs/command.md")
	if err != nil {
		t.Fatal(err)
	}
	shown := map[string]bool{}
	for _, found := range commandsIn.FindAllStringSubmatch(string(guide), -1) {
		shown[found[1]] = true
	}
	x := newTerminal(t, apitest.New(t))
	_, list, _ := strings.Cut(x.ok("help"), "Available Commands:\n")
	list, _, _ = strings.Cut(list, "\n\n")
	var all []string
	for line := range strings.Lines(list) {
		name := strings.Fields(line)[0]
		all = append(all, name)
		if !shown[name] && name != "help" {
			t.Errorf("docs/command.md does not show stint %s", name)
		}
	}
	all = append(all, "switch", "resume") // other names
	for name := range shown {
		if !slices.Contains(all, name) {
			t.Errorf("docs/command.md shows stint %s, which does not exist", name)
		}
	}
}
