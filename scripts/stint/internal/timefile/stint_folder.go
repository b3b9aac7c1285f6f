package timefile

import (
	"iter"
	"strings"
	"unicode"

	"stint/scripts/stint/internal/formula"
)

// stintFolder is entries.csv of "stint export", with names for its ids.
var stintFolder = layout{
	title: "entries.csv of stint export",
	columns: []column{
		{fieldID, []string{"id"}},
		{fieldStart, []string{"started at"}},
		{fieldEnd, []string{"stopped at"}},
		{fieldSeconds, []string{"duration seconds"}},
		{fieldDescription, []string{"description"}},
		{fieldBillable, []string{"is billable"}},
		{fieldRateMinor, []string{"hourly rate"}},
		{fieldCurrency, []string{"currency"}},
		{fieldPerson, []string{"user name"}}, // from here on added
		{fieldEmail, []string{"user email"}},
		{fieldClient, []string{"client name"}},
		{fieldProject, []string{"project name"}},
		{fieldTask, []string{"task name"}},
		{fieldTags, []string{"tag names"}},
	},
	needs:     [][]field{{fieldID}, {fieldStart}, {fieldEnd}},
	separator: tagSeparator,
	clean:     formula.Unguard,
	exact:     true,
}

// stintLinks are the ids in it.
var stintLinks = links{
	people: "user_id", tags: "tag_ids", members: []string{"user_id", "display_name", "email"},
	titles: []string{"user name", "user email", "client name", "project name", "task name", "tag names"},
}

// whole is the text of a field with the blanks around it.
func (h heads) whole(r record, f field) string {
	if i := h.at[f]; i >= 0 && i < len(r.cells) {
		return r.cells[i]
	}
	return ""
}

// unquoteFormula takes the apostrophe away that the service puts before text that could be a formula.
func unquoteFormula(text string) string {
	if rest, ok := strings.CutPrefix(text, "'"); ok &&
		strings.ContainsAny(firstSign(rest), "=+-@\uff1d\uff0b\uff0d\uff20") {
		return rest
	}
	return text
}

func firstSign(text string) string {
	for _, c := range strings.TrimLeftFunc(text, unicode.IsSpace) {
		return string(c)
	}
	return ""
}

func readStintFolder(t table, o Options) iter.Seq2[Row, error] {
	if o.Sibling == nil {
		return failed(errNoFolder)
	}
	linked, err := stintLinks.link(t, o.Sibling)
	if err != nil {
		return failed(err)
	}
	return stintFolder.readTable(linked, o)
}
