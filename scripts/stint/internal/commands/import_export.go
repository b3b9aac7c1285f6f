package commands

import (
	"encoding/json"
	"fmt"
	"strings"

	"stint/scripts/stint/internal/importer"
	"stint/scripts/stint/internal/screen"
)

// exportLines says what an import of an export does besides entries and what these are on.
func exportLines(p importer.Plan) (lines []string) {
	if s := p.Settings; len(s.Differ) > 0 {
		how := map[bool]string{true: "the import takes those of the export", false: "they stay; --settings takes those of the export"}[s.Taken]
		lines = append(lines, fmt.Sprintf("Settings: %d differ: %s", len(s.Differ), how))
		for _, d := range s.Differ {
			lines = append(lines, fmt.Sprintf("  %-30s %s here, %s in the export", screen.Clean(d.Name), valueOf(d.Here), valueOf(d.Export)))
		}
	}
	if m := p.ProjectMembers; m.Existing+len(m.New) > 0 {
		lines = append(lines, recordsLine("Members of projects", m))
	}
	if t := p.Timesheets; t.Submit+t.Decide+t.Existing > 0 {
		lines = append(lines, fmt.Sprintf("Timesheets: %d to submit, %d to decide, %d stay as they are", t.Submit, t.Decide, t.Existing))
	}
	return append(lines, timesheetsLeftOut(p.Timesheets.LeftOut)...)
}

// valueOf is a setting as the API has it.
func valueOf(value any) string {
	raw, err := json.Marshal(value)
	if err != nil {
		return "?"
	}
	return screen.Clean(strings.Trim(string(raw), `"`))
}

func timesheetsLeftOut(all []importer.LeftOut) (lines []string) {
	for _, l := range all {
		more := ""
		if l.Rows > len(l.Lines) {
			more = ", …"
		}
		lines = append(lines, fmt.Sprintf("Left out: %s, %s (%s%s)", screen.Counted(l.Rows, "timesheet", "timesheets"), screen.Clean(l.Reason), screen.Clean(strings.Join(l.Lines, ", ")), more))
	}
	return lines
}

// timesheetLines says what an import did with timesheets.
func timesheetLines(t importer.Timesheets) []string {
	lines := timesheetsLeftOut(t.LeftOut)
	if t.Submitted+t.Decided > 0 {
		lines = append(lines, fmt.Sprintf("%s submitted, %d decided.", screen.Counted(t.Submitted, "timesheet", "timesheets"), t.Decided))
	}
	return lines
}
