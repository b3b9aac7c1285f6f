package tracker

import (
	"context"

	"stint/shared/access"
	"stint/shared/auth"
	"stint/shared/domain"
	"stint/shared/route"
	"stint/shared/store"
	"stint/shared/wire"
)

// defaultLimit is the number of suggestions of each kind without a limit in the
// query.
const defaultLimit = 10

type suggestionsInput struct {
	// Matches any part of a description or name, ignoring case and accents.
	Search        wire.Optional[domain.SearchTerm] `query:"search" maxLength:"200"`
	EntriesLimit  wire.Optional[int]               `query:"entriesLimit" minimum:"0" maximum:"50"`  // Default 10.
	TasksLimit    wire.Optional[int]               `query:"tasksLimit" minimum:"0" maximum:"50"`    // Default 10.
	ProjectsLimit wire.Optional[int]               `query:"projectsLimit" minimum:"0" maximum:"50"` // Default 10.
}

func (in suggestionsInput) limits() domain.SuggestionQuery {
	return domain.SuggestionQuery{
		Search: in.Search.Value, Entries: in.EntriesLimit.Or(defaultLimit),
		Tasks: in.TasksLimit.Or(defaultLimit), Projects: in.ProjectsLimit.Or(defaultLimit),
	}
}

func (f *Family) suggestions(ctx context.Context, c *route.Call[suggestionsInput]) (suggestionsAnswer, error) {
	in, err := c.ReadValid()
	if err != nil {
		return suggestionsAnswer{}, err
	}
	limits := in.limits()
	entries, records := limits.FirstPart()
	recent, err := f.store.RecentWork(ctx, c.WorkspaceID(), store.RecentQuery{
		UserID: c.User.ID, Since: c.Now.Plus(-domain.MaxSuggestAge), ProjectMembers: c.Role() == domain.RoleUser,
		FirstEntries: entries, FirstRecords: records,
		Missing: func(r store.RecentWork) domain.Missing { return newHistory(c.Caller, r).Missing(limits) },
	})
	if err != nil {
		return suggestionsAnswer{}, err
	}
	return toAnswer(newHistory(c.Caller, recent).Suggest(limits)), nil
}

func newHistory(c auth.Caller, r store.RecentWork) domain.History {
	return domain.History{
		Entries: r.Entries, Projects: r.Projects, Tasks: r.Tasks, More: r.More, LookedUp: r.LookedUp,
		CanSee: func(p domain.Project) bool {
			projectAccess := domain.ProjectAccess{Project: p}
			if member, ok := r.ProjectMembers[p.ID]; ok {
				projectAccess.Membership = &member
			}
			return access.CanSee(c, projectAccess)
		},
	}
}
