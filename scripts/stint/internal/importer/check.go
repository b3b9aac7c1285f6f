package importer

import (
	"fmt"
	"slices"
	"unicode/utf8"

	"stint/scripts/stint/internal/timefile"
	"stint/scripts/stint/internal/when"
	"stint/shared/domain"
	"stint/shared/domain/timelog"
)

// maxName is the most characters of a name.
const maxName = 255

// reasonAgainst says why the service would refuse a row, "" if nothing is known.
func (d *destination) reasonAgainst(r timefile.Row) string {
	at := r.Start
	if at.IsZero() {
		at = when.StartOfDay(r.Day, d.workspace.zone)
	}
	switch {
	case r.Duration < 0:
		return "the duration is negative"
	case at.Before(timelog.EarliestStart.Time):
		return "the entry is from before 2000"
	case !r.Start.IsZero() && r.Start.Add(r.Duration).After(d.now.Add(ahead)):
		return "the entry ends in the future"
	case r.Start.IsZero() && when.StartOfDay(r.Day, d.workspace.zone).After(d.now.Add(ahead)):
		return "the day is in the future"
	case utf8.RuneCountInString(r.Description) > domain.MaxDescription:
		return fmt.Sprintf("the description has more than %d characters", domain.MaxDescription)
	case len(r.Tags) > domain.MaxTags:
		return fmt.Sprintf("the entry has more than %d tags", domain.MaxTags)
	case r.HourlyRate != nil && (*r.HourlyRate < 0 || *r.HourlyRate > domain.MaxHourlyRate):
		return "the rate is negative or too large"
	case r.Task != "" && r.Project == "":
		return "the entry has a task and no project"
	}
	return reasonAgainstNames(r)
}

// reasonAgainstEmptied says that a row has names of which cleaning left nothing, "" if it has none.
func reasonAgainstEmptied(row, cleaned timefile.Row) string {
	if timefile.IsEmptied(row.Client, cleaned.Client) || timefile.IsEmptied(row.Project, cleaned.Project) ||
		timefile.IsEmptied(row.Task, cleaned.Task) {
		return "a name has no characters that show"
	}
	return ""
}

func reasonAgainstNames(r timefile.Row) string {
	for _, name := range slices.Concat([]string{r.Client, r.Project, r.Task}, r.Tags) {
		if utf8.RuneCountInString(name) > maxName {
			return fmt.Sprintf("a name has more than %d characters", maxName)
		}
		var parsed domain.Name
		if code := parsed.ParseText(name); code != "" || name != "" && parsed == "" {
			return "a name has characters that names may not have"
		}
	}
	return ""
}

// An external id belongs to one record of a kind. Where two want the same one:
//   - two records of exports: the first keeps it, and the other one gets the id that this package derives;
//   - a record of the files and another one of the workspace: the one of the files is made without one.

// externalID is the external id to send, nil for none.
func (r *record) externalID() *string {
	if r.external == "" {
		return nil
	}
	return &r.external
}

// giveExternal gives a record the external id that it has in an export, unless another record has it in
// a former folder. given are the records of the kind by these external ids.
func (r *record) giveExternal(external *string, given map[string]*record) {
	if external == nil {
		return
	}
	if owner := given[*external]; owner == nil || owner == r {
		r.external, given[*external] = *external, r
	}
}

// dropExternal plans to make a record without an external id, because another one of the workspace has it.
func (r *record) dropExternal() { r.external, r.isWithoutID = "", true }
