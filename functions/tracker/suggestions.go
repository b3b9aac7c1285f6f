package tracker

import (
	"context"

	"stint/shared/access"
	"stint/shared/auth"
	"stint/shared/domain"
	"stint/shared/domain/projects"
	"stint/shared/domain/suggestions"
	"stint/shared/route"
	"stint/shared/store/timedb"
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

func (in suggestionsInput) limits() suggestions.SuggestionQuery {
	return suggestions.SuggestionQuery{
		Search: in.Search.Value, Entries: in.EntriesLimit.Or(defaultLimit),
		Tasks: in.TasksLimit.Or(defaultLimit), Projects: in.ProjectsLimit.Or(defaultLimit),
	}
}

func (f *Family) suggestions(ctx context.Context, r *route.Request, in suggestionsInput) (suggestionsAnswer, error) {
	limits := in.limits()
	recent, err := f.store.RecentWork(ctx, r.WorkspaceID(), timedb.RecentQuery{
		UserID: r.User.ID, Since: r.Now.Plus(-suggestions.MaxSuggestAge), ProjectMembers: !r.Role().ReadsAll(),
		FirstEntries: limits.FirstEntries(), FirstRecords: limits.Newest(), Newest: limits.Newest(),
		Missing: func(found timedb.RecentWork) suggestions.Missing {
			return newHistory(r.Caller, found, limits).Missing(limits)
		},
	})
	if err != nil {
		return suggestionsAnswer{}, err
	}
	return toAnswer(newHistory(r.Caller, recent, limits).Suggest(limits)), nil
}

func newHistory(c auth.Caller, r timedb.RecentWork, q suggestions.SuggestionQuery) suggestions.History {
	h := r.History
	h.Newest = q.Newest()
	h.CanSee = func(p projects.Project) bool {
		projectAccess := projects.ProjectAccess{Project: p}
		if member, ok := r.ProjectMembers[p.ID]; ok {
			projectAccess.Membership = &member
		}
		return access.CanSee(c, projectAccess)
	}
	return h
}

// suggestionsAnswer are what the user may want to track next, latest first.
//
//openapi:schema SuggestionSet
type suggestionsAnswer struct {
	Entries  []suggestedEntry   `json:"entries"`  // The entries.
	Tasks    []suggestedTask    `json:"tasks"`    // The tasks.
	Projects []suggestedProject `json:"projects"` // The projects.
}

// suggestedEntry is a combination of project, task, description and tags that the user tracked before.
type suggestedEntry struct {
	ProjectID   *domain.ID     `json:"project_id"`
	ProjectName *domain.Name   `json:"project_name"` // The name of the project; null without one.
	TaskID      *domain.ID     `json:"task_id"`
	TaskName    *domain.Name   `json:"task_name"` // The name of the task; null without one.
	Description domain.Text    `json:"description"`
	TagIDs      []domain.ID    `json:"tag_ids"`
	IsBillable  bool           `json:"is_billable"`
	LastUsedAt  domain.Instant `json:"last_used_at"` // start of the latest entry of the combination
}

// suggestedTask is a task that the user tracked time to.
type suggestedTask struct {
	ID         domain.ID       `json:"id"`
	ProjectID  domain.ID       `json:"project_id"`
	Name       domain.Name     `json:"name"`
	LastUsedAt *domain.Instant `json:"last_used_at"` // null if not in the latest entries
}

// suggestedProject is a project that the user tracked time to.
type suggestedProject struct {
	ID         domain.ID       `json:"id"`
	ClientID   *domain.ID      `json:"client_id"`
	Name       domain.Name     `json:"name"`
	Color      domain.Color    `json:"color"`
	IsBillable bool            `json:"is_billable"`
	LastUsedAt *domain.Instant `json:"last_used_at"` // null if not in the latest entries
}

func toAnswer(s suggestions.Suggestions) suggestionsAnswer {
	return suggestionsAnswer{
		Entries: mapSlice(s.Entries, toSuggestedEntry), Tasks: mapSlice(s.Tasks, toSuggestedTask),
		Projects: mapSlice(s.Projects, toSuggestedProject),
	}
}

func toSuggestedEntry(s suggestions.SuggestedEntry) suggestedEntry {
	e := s.Entry
	shown := suggestedEntry{
		ProjectID: e.ProjectID.OrNull(), TaskID: e.TaskID.OrNull(), Description: e.Description, TagIDs: e.TagIDs,
		IsBillable: e.IsBillable, LastUsedAt: e.StartedAt,
	}
	if s.Project != nil {
		shown.ProjectName = &s.Project.Name
		if s.Task != nil {
			shown.TaskName = &s.Task.Name
		}
	}
	return shown
}

func toSuggestedTask(s suggestions.Suggested[projects.Task]) suggestedTask {
	return suggestedTask{ID: s.Record.ID, ProjectID: s.Record.ProjectID, Name: s.Record.Name, LastUsedAt: s.LastUsedAt}
}

func toSuggestedProject(s suggestions.Suggested[projects.Project]) suggestedProject {
	p := s.Record
	return suggestedProject{
		ID: p.ID, ClientID: p.ClientID.OrNull(), Name: p.Name, Color: p.Color, IsBillable: p.IsBillable,
		LastUsedAt: s.LastUsedAt,
	}
}

func mapSlice[T, Out any](all []T, convert func(T) Out) []Out {
	out := make([]Out, len(all))
	for i, one := range all {
		out[i] = convert(one)
	}
	return out
}
