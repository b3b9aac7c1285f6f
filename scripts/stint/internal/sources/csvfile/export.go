package csvfile

import (
	"strings"
	"unicode"

	"stint/scripts/stint/internal/timefile"
	"stint/shared/formula"
)

// Folder is entries.csv of "stint export", with names for its ids.
var Folder = timefile.Layout{
	Title: "entries.csv of stint export",
	Columns: timefile.Columns{
		timefile.FieldID:          {"id"},
		timefile.FieldStart:       {"started at"},
		timefile.FieldEnd:         {"stopped at"},
		timefile.FieldSeconds:     {"duration seconds"},
		timefile.FieldDescription: {"description"},
		timefile.FieldBillable:    {"is billable"},
		timefile.FieldRateMinor:   {"hourly rate"},
		timefile.FieldCurrency:    {"currency"},
	},
	Needs: [][]timefile.Field{{timefile.FieldID}, {timefile.FieldStart}, {timefile.FieldEnd}},
	Clean: formula.Unguard,
	Exact: true,
}

// folderLinks are the ids in it.
var folderLinks = timefile.Links{
	Person: "user_id", Tags: "tag_ids", Members: []string{"user_id", "display_name", "email"},
}

// unquoteFormula takes the apostrophe away that the service puts before text that could be a formula.
func unquoteFormula(text string) string {
	rest, ok := strings.CutPrefix(text, "'")
	if ok && strings.IndexAny(strings.TrimLeftFunc(rest, unicode.IsSpace), "=+-@\uff1d\uff0b\uff0d\uff20") == 0 {
		return rest
	}
	return text
}
