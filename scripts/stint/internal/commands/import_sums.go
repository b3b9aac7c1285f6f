package commands

import (
	"fmt"
	"strings"

	"stint/scripts/stint/internal/importer"
	"stint/scripts/stint/internal/screen"
)

// amountLines says which amounts cannot come as the files have them.
func amountLines(a importer.PlannedAmounts) []string {
	if a.Rows == 0 {
		return nil
	}
	more := ""
	if a.Rows > len(a.Lines) {
		more = ", …"
	}
	return []string{fmt.Sprintf("Amounts:  %s with an amount that is not the hours × rate, such as rounded hours: together %s in the files, and %s here (%s%s)",
		rowCount(a.Rows), screen.Money(a.Files, a.Currency), screen.Money(a.Here, a.Currency), screen.Clean(strings.Join(a.Lines, ", ")), more)}
}

// inexactLines lists the sums of amounts in the files that are not those of its hours and rates.
func inexactLines(all []importer.Difference) (lines []string) {
	for _, d := range all {
		lines = append(lines, fmt.Sprintf("Amounts of the files: %s, %s, %s: %s in the files, %s by their hours × rates, which is what was imported",
			d.Month, screen.Clean(d.Person), screen.Clean(first(d.Project, "no project")), screen.Money(d.Files, d.Currency), screen.Money(d.Service, d.Currency)))
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
		lines = append(lines, fmt.Sprintf("The sums are not those of the files, see above. Imported: %s%s.", rowCount(rows), leftOutOf(r)))
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
		lines = append(lines, fmt.Sprintf("Only amounts differ that the files' own hours × rates do not make: those of the files are %s %s.",
			screen.Money(max(files-here, here-files), r.Inexact[0].Currency), how))
	}
	if n := r.Amounts.NotCompared; n > 0 {
		lines = append(lines, fmt.Sprintf("Amounts that were not imported and not compared: %s, see the notes above.", rowCount(n)))
	}
	if m := r.Missing; m.Entries > 0 {
		lines = append(lines, fmt.Sprintf("The workspace has %s hours more: %s that the files no longer have.", screen.Seconds(m.Seconds), screen.Counted(m.Entries, "entry", "entries")))
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
