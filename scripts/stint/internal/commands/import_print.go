package commands

import (
	"cmp"
	"fmt"
	"strings"

	"stint/scripts/stint/internal/importer"
	"stint/scripts/stint/internal/screen"
)

// maxNamed bounds the new names that a plan shows to a person.
const maxNamed = 20

// planLines say what an import would do.
func (a *app) planLines(p importer.Plan) []string {
	lines := []string{a.screen.Paint(screen.Bold, "Plan") + " (times of the files in " + p.Zone + ")"}
	lines = append(lines, peopleLines(p.People)...)
	lines = append(lines, recordsLine("Clients", p.Clients), recordsLine("Projects", p.Projects),
		recordsLine("Tasks", p.Tasks), recordsLine("Tags", p.Tags), entriesLine(p.Entries))
	lines = append(lines, exportLines(p)...)
	if m := p.Missing; m.Entries > 0 {
		lines = append(lines, fmt.Sprintf("Missing:  %s of former imports, %s hours, not in the files: %s",
			screen.Counted(m.Entries, "entry", "entries"), screen.Seconds(m.Seconds),
			map[bool]string{true: "deleted by this import", false: "not deleted without --delete-missing"}[m.Deleted]))
	}
	lines = append(lines, leftOutLines("Left out", p.LeftOut, "row", "rows")...)
	lines = append(lines, amountLines(p.Amounts)...)
	for _, n := range p.Notes {
		lines = append(lines, "Note: "+screen.Clean(n))
	}
	return lines
}

func peopleLines(people []importer.PlannedPerson) []string {
	var lines []string
	for _, p := range people {
		name := screen.Clean(strings.TrimSpace(p.Name + " " + p.Address))
		if name == "" {
			name = "(no name: you)"
		}
		line := fmt.Sprintf("  %-40s %14s %9s", name, screen.Counted(p.Entries, "entry", "entries"),
			screen.Seconds(p.Seconds))
		if p.User == nil {
			line += "  not mapped, left out: --map " + quoted(cmp.Or(p.Name, p.Address)+"="+cmp.Or(p.Like, "ADDRESS"))
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
	if len(r.New) == 0 {
		return line
	}
	named := r.New[:min(len(r.New), maxNamed)]
	return line + ": " + firstLines(named, len(r.New))
}

func entriesLine(e importer.PlannedEntries) string {
	return fmt.Sprintf("Entries:  %d, %s hours; %d are new, %d changed, %d did not change", e.Total,
		screen.Seconds(e.Seconds), e.New, e.Changed, e.Unchanged)
}

// rowCount is a number of rows in words.
func rowCount(n int) string { return screen.Counted(n, "row", "rows") }

// leftOutLines says what was left out, and why. one and more are what it is called.
func leftOutLines(title string, all []importer.LeftOut, one, more string) (lines []string) {
	for _, l := range all {
		lines = append(lines, fmt.Sprintf("%s: %s, %s (%s)", title, screen.Counted(l.Rows, one, more), screen.Clean(l.Reason),
			firstLines(l.Lines, l.Rows)))
	}
	return lines
}

// firstLines names lines of so many rows, with "…" if there are more.
func firstLines(lines []string, rows int) string {
	text := screen.Clean(strings.Join(lines, ", "))
	if rows > len(lines) {
		text += ", …"
	}
	return text
}

// refusedRecordLines names the records that were refused and that are not named with rows.
func refusedRecordLines(all []importer.RefusedRecord) (lines []string) {
	for _, r := range all {
		lines = append(lines, fmt.Sprintf("Refused: %s, %s", screen.Clean(r.Record), screen.Clean(r.Reason)))
	}
	return lines
}

// resultLines say what an import did.
func resultLines(r importer.Result) []string {
	lines := append(leftOutLines("Refused", r.Refused, "row", "rows"), refusedRecordLines(r.RefusedRecords)...)
	for _, d := range r.Differences {
		files, service := clockOf(d.Files), clockOf(d.Service)
		if d.What == "amount" {
			files, service = screen.Money(d.Files, screen.Clean(d.Currency)), screen.Money(d.Service, screen.Clean(d.Currency))
		}
		lines = append(lines, fmt.Sprintf("Difference: %s, %s, %s: %s in the files, %s in the workspace",
			d.Month, screen.Clean(d.Person), screen.Clean(cmp.Or(d.Project, "no project")), files, service))
	}
	lines = append(lines, inexactLines(r.Inexact)...)
	lines = append(lines, timesheetLines(r.Timesheets)...)
	lines = append(lines, invoiceLines(r.Invoices)...)
	lines = append(lines, sumLines(r)...)
	return append(lines, fmt.Sprintf("%s created, %d changed, %d unchanged, %d deleted.",
		screen.Counted(r.Created, "entry", "entries"), r.Changed, r.Unchanged, r.Deleted))
}

// comparedWith says what sums were compared with.
var comparedWith = map[string]string{
	importer.ComparedReports: "compared with the reports",
	importer.ComparedEntries: "compared with the entries, read again",
	importer.ComparedAnswers: "compared with the answers of the service; the workspace has too much other time to " +
		"read it all",
}

// clockOf is hours, minutes and seconds: a difference may be a second.
func clockOf(seconds int64) string {
	return fmt.Sprintf("%d:%02d:%02d", seconds/3600, seconds/60%60, seconds%60)
}

// amountLines says which amounts cannot come as the files have them.
func amountLines(a importer.PlannedAmounts) []string {
	if a.Rows == 0 {
		return nil
	}
	return []string{fmt.Sprintf("Amounts:  %s with an amount that is not the hours × rate, such as rounded hours: "+
		"together %s in the files, and %s here (%s)",
		rowCount(a.Rows), screen.Money(a.Files, a.Currency), screen.Money(a.Here, a.Currency),
		firstLines(a.Lines, a.Rows))}
}

// inexactLines lists the sums of amounts in the files that are not those of its hours and rates.
func inexactLines(all []importer.Difference) (lines []string) {
	for _, d := range all {
		lines = append(lines, fmt.Sprintf("Amounts of the files: %s, %s, %s: %s in the files, %s by their hours × rates, "+
			"which is what was imported",
			d.Month, screen.Clean(d.Person), screen.Clean(cmp.Or(d.Project, "no project")), screen.Money(d.Files, d.Currency),
			screen.Money(d.Service, d.Currency)))
	}
	return lines
}

// sumLines says how the sums compare, and what they do not have.
func sumLines(r importer.Result) (lines []string) {
	rows := r.Created + r.Changed + r.Unchanged
	if rows+rowsOf(r.Refused) == 0 {
		return []string{"No entries were imported" + leftOutOf(r) + "."}
	}
	if len(r.Differences) > 0 {
		lines = append(lines, fmt.Sprintf("The sums are not those of the files, see above. Imported: %s%s.", rowCount(rows),
			leftOutOf(r)))
	} else {
		lines = append(lines, fmt.Sprintf("The sums for each person, project and month are those of the files (%s, %s)%s.",
			rowCount(rows), comparedWith[r.Compared], leftOutOf(r)))
	}
	if len(r.Inexact) > 0 {
		var files, here int64
		for _, d := range r.Inexact {
			files, here = files+d.Files, here+d.Service
		}
		how := map[bool]string{true: "more", false: "less"}[files > here]
		lines = append(lines, fmt.Sprintf("Only amounts differ that the files' own hours × rates do not make: those of "+
			"the files are %s %s.",
			screen.Money(max(files-here, here-files), r.Inexact[0].Currency), how))
	}
	if n := r.Amounts.NotCompared; n > 0 {
		lines = append(lines, fmt.Sprintf("Amounts that were not imported and not compared: %s, see the notes above.",
			rowCount(n)))
	}
	if m := r.Missing; m.Entries > 0 {
		lines = append(lines, fmt.Sprintf("The workspace has %s hours more: %s that the files no longer have.",
			screen.Seconds(m.Seconds), screen.Counted(m.Entries, "entry", "entries")))
	}
	return lines
}

// leftOutOf says how many rows and records were not imported, "" for none.
func leftOutOf(r importer.Result) (text string) {
	if r.LeftOut > 0 {
		text += fmt.Sprintf("; left out: %s, see above", rowCount(r.LeftOut))
	}
	if n := rowsOf(r.Refused); n > 0 {
		text += fmt.Sprintf("; refused: %s, see above", rowCount(n))
	}
	if n := len(r.RefusedRecords); n > 0 {
		text += fmt.Sprintf("; refused without rows: %s, see above", screen.Counted(n, "record", "records"))
	}
	return text
}

func rowsOf(all []importer.LeftOut) (n int) {
	for _, l := range all {
		n += l.Rows
	}
	return n
}
