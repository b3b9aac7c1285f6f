package commands

import (
	"encoding/json"
	"fmt"
	"strings"

	"stint/scripts/stint/internal/importer"
	"stint/scripts/stint/internal/screen"
)

// maxNamed bounds the new names that a plan shows to a person.
const maxNamed = 20

// printPlan says what an import would do.
func (a *app) printPlan(p importer.Plan) error {
	if a.screen.JSON {
		raw, err := json.Marshal(map[string]any{"plan": p})
		return a.print(raw, "", err)
	}
	lines := []string{a.screen.Paint(screen.Bold, "Plan") + " (times of the files in " + p.Zone + ")"}
	lines = append(lines, peopleLines(p.People)...)
	lines = append(lines, recordsLine("Clients", p.Clients), recordsLine("Projects", p.Projects), recordsLine("Tasks", p.Tasks), recordsLine("Tags", p.Tags), entriesLine(p.Entries))
	lines = append(lines, exportLines(p)...)
	if m := p.Missing; m.Entries > 0 {
		lines = append(lines, fmt.Sprintf("Missing:  %s of former imports, %s hours, not in the files: %s",
			screen.Counted(m.Entries, "entry", "entries"), screen.Seconds(m.Seconds), map[bool]string{true: "deleted by this import", false: "not deleted without --delete-missing"}[m.Deleted]))
	}
	lines = append(lines, leftOutLines("Left out", p.LeftOut)...)
	lines = append(lines, amountLines(p.Amounts)...)
	for _, n := range p.Notes {
		lines = append(lines, "Note: "+screen.Clean(n))
	}
	return a.printLines(lines)
}

func (a *app) printLines(lines []string) error {
	for _, line := range lines {
		if err := a.screen.Line("%s", line); err != nil {
			return err
		}
	}
	return nil
}

func peopleLines(people []importer.PlannedPerson) []string {
	var lines []string
	for _, p := range people {
		name := screen.Clean(strings.TrimSpace(p.Name + " " + p.Address))
		if name == "" {
			name = "(no name: you)"
		}
		line := fmt.Sprintf("  %-40s %14s %9s", name, screen.Counted(p.Entries, "entry", "entries"), screen.Seconds(p.Seconds))
		if p.User == nil {
			line += "  not mapped, left out"
			example := p.Like
			if example == "" {
				example = "ADDRESS"
			}
			line += ": --map " + quoted(first(p.Name, p.Address)+"="+example)
		}
		lines = append(lines, line)
	}
	return append([]string{"People:"}, lines...)
}

// quoted is a text as an argument that can be pasted into a shell. Names come from files.
func quoted(text string) string {
	text = screen.Clean(text)
	if strings.ContainsAny(text, "$`\"\\!%") {
		return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
	}
	return `"` + text + `"`
}

func recordsLine(title string, r importer.PlannedRecords) string {
	line := fmt.Sprintf("%-9s %d exist, %d are new", title+":", r.Existing, len(r.New))
	named := r.New
	if len(named) > maxNamed {
		named = named[:maxNamed]
	}
	for i, name := range named {
		line += map[bool]string{true: ": ", false: ", "}[i == 0] + screen.Clean(name)
	}
	if len(named) < len(r.New) {
		line += ", …"
	}
	return line
}

func entriesLine(e importer.PlannedEntries) string {
	return fmt.Sprintf("Entries:  %d, %s hours; %d are new, %d changed, %d did not change", e.Total, screen.Seconds(e.Seconds), e.New, e.Changed, e.Unchanged)
}

// rowCount is a number of rows in words.
func rowCount(n int) string { return screen.Counted(n, "row", "rows") }

func leftOutLines(title string, all []importer.LeftOut) []string {
	var lines []string
	for _, l := range all {
		more := ""
		if l.Rows > len(l.Lines) {
			more = ", …"
		}
		lines = append(lines, fmt.Sprintf("%s: %s, %s (%s%s)", title, rowCount(l.Rows), screen.Clean(l.Reason), screen.Clean(strings.Join(l.Lines, ", ")), more))
	}
	return lines
}

// refusedRecordLines names the records that were refused and that are not named with rows.
func refusedRecordLines(all []importer.RefusedRecord) (lines []string) {
	for _, r := range all {
		lines = append(lines, fmt.Sprintf("Refused: %s, %s", screen.Clean(r.Record), screen.Clean(r.Reason)))
	}
	return lines
}

// printResult says what an import did.
func (a *app) printResult(r importer.Result) error {
	lines := append(leftOutLines("Refused", r.Refused), refusedRecordLines(r.RefusedRecords)...)
	for _, d := range r.Differences {
		files, service := clockOf(d.Files), clockOf(d.Service)
		if d.What == "amount" {
			files, service = screen.Money(d.Files, screen.Clean(d.Currency)), screen.Money(d.Service, screen.Clean(d.Currency))
		}
		lines = append(lines, fmt.Sprintf("Difference: %s, %s, %s: %s in the files, %s in the workspace",
			d.Month, screen.Clean(d.Person), screen.Clean(first(d.Project, "no project")), files, service))
	}
	lines = append(lines, inexactLines(r.Inexact)...)
	lines = append(lines, timesheetLines(r.Timesheets)...)
	lines = append(lines, sumLines(r)...)
	return a.printLines(append(lines, fmt.Sprintf("%s created, %d changed, %d unchanged, %d deleted.", screen.Counted(r.Created, "entry", "entries"), r.Changed, r.Unchanged, r.Deleted)))
}

// comparedWith says what sums were compared with.
var comparedWith = map[string]string{
	importer.ComparedReports: "compared with the reports",
	importer.ComparedEntries: "compared with the entries, read again",
	importer.ComparedAnswers: "compared with the answers of the service; the workspace has too much other time to read it all",
}

// clockOf is hours, minutes and seconds: a difference may be a second.
func clockOf(seconds int64) string {
	return fmt.Sprintf("%d:%02d:%02d", seconds/3600, seconds/60%60, seconds%60)
}
