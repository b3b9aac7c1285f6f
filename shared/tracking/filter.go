package tracking

import (
	"slices"

	"stint/shared/domain"
	"stint/shared/wire"
)

// Filter selects the entries of a list, a report or an export.
type Filter struct {
	// Only of this user.
	UserID wire.Optional[domain.ID] `query:"user_id"`
	// Only of this project.
	ProjectID wire.Optional[domain.ID] `query:"project_id"`
	// Only of this task.
	TaskID wire.Optional[domain.ID] `query:"task_id"`
	// Only entries with this tag.
	TagID wire.Optional[domain.ID] `query:"tag_id"`
	// Only of this client.
	ClientID wire.Optional[domain.ID] `query:"client_id"`
	// true: only billable entries. false: only others.
	IsBillable wire.Optional[bool] `query:"is_billable"`
	// Found anywhere in the description, whatever its case and accents.
	Search wire.Optional[domain.SearchTerm] `query:"search" maxLength:"200"`

	// Entries that were made or changed at this moment or later, by their updated_at. A decision on a timesheet does
	// not change an entry.
	UpdatedSince wire.Optional[domain.Instant] `query:"updated_since"`
	// Entries on the lines of this timesheet, also on rejected ones until it is resubmitted.
	SubmissionID wire.Optional[domain.ID] `query:"submission_id"`
	// The status of the entry's line of a timesheet: none for no line or a withdrawn timesheet, submitted for a
	// pending line, rejected until it is resubmitted. Several are separated by commas.
	SubmissionStatus wire.Optional[[]domain.LineOfEntry] `query:"submission_status" enum:"none,submitted,approved,rejected" minItems:"1"`
	// Entries with these ids, separated by commas. Ids that the caller cannot see are left out.
	IDs wire.Optional[[]domain.ID] `query:"ids" bounds:"filterIDs"`
}

// NamesEntries reports whether the filter alone bounds the entries, without a range of
// time.
func (f Filter) NamesEntries() bool { return f.IDs.Set || f.SubmissionID.Set }

// SelectsLines reports whether the filter decides on nothing but what the lines of running
// totals tell apart.
func (f Filter) SelectsLines() bool {
	return f.Search.Value == "" && !f.UpdatedSince.Set && !f.SubmissionID.Set && !f.SubmissionStatus.Set && !f.IDs.Set
}

// predicates are the conditions that the filter sets on an entry. The client's
// entries are those of its projects.
func (f Filter) predicates(clientProjects map[domain.ID]bool) []func(domain.Entry) bool {
	var all []func(domain.Entry) bool
	add := func(set bool, test func(domain.Entry) bool) {
		if set {
			all = append(all, test)
		}
	}
	add(f.ProjectID.Set, func(e domain.Entry) bool { return e.ProjectID == f.ProjectID.Value })
	add(f.TaskID.Set, func(e domain.Entry) bool { return e.TaskID == f.TaskID.Value })
	add(f.TagID.Set, func(e domain.Entry) bool { return slices.Contains(e.TagIDs, f.TagID.Value) })
	add(f.ClientID.Set, func(e domain.Entry) bool { return clientProjects[e.ProjectID] })
	add(f.IsBillable.Set, func(e domain.Entry) bool { return e.IsBillable == f.IsBillable.Value })
	add(f.UpdatedSince.Set, func(e domain.Entry) bool { return !e.UpdatedAt.Before(f.UpdatedSince.Value.Time) })
	add(f.SubmissionID.Set, func(e domain.Entry) bool { return e.Stamp != nil && e.Stamp.SubmissionID == f.SubmissionID.Value })
	add(f.SubmissionStatus.Set && !slices.Contains(f.SubmissionStatus.Value, domain.EntryNotSubmitted), func(e domain.Entry) bool { return e.Stamp != nil })
	add(f.Search.Set && f.Search.Value != "", func(e domain.Entry) bool { return f.Search.Value.FoundIn(string(e.Description)) })
	return all
}

// matchAll is true for an entry when all predicates are; nil when there are none.
func matchAll(predicates []func(domain.Entry) bool) func(domain.Entry) bool {
	if len(predicates) == 0 {
		return nil
	}
	return func(e domain.Entry) bool {
		for _, test := range predicates {
			if !test(e) {
				return false
			}
		}
		return true
	}
}
