package tracking

import (
	"slices"

	"stint/shared/domain"
	"stint/shared/wire"
)

// Filter selects the entries of a list, a report or an export.
type Filter struct {
	UserID     wire.Optional[domain.ID]         `query:"user_id"`
	ProjectID  wire.Optional[domain.ID]         `query:"project_id"`
	TaskID     wire.Optional[domain.ID]         `query:"task_id"`
	TagID      wire.Optional[domain.ID]         `query:"tag_id"`
	ClientID   wire.Optional[domain.ID]         `query:"client_id"`
	IsBillable wire.Optional[bool]              `query:"is_billable"`
	Search     wire.Optional[domain.SearchTerm] `query:"search" maxLength:"200" doc:"Found anywhere in the description, whatever its case and accents."`
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
