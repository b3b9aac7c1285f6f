package tracker

import "stint/shared/domain"

type suggestionsAnswer struct {
	Entries  []suggestedEntry   `json:"entries"`
	Tasks    []suggestedTask    `json:"tasks"`
	Projects []suggestedProject `json:"projects"`
}

type suggestedEntry struct {
	ProjectID   *domain.ID     `json:"project_id"`
	ProjectName *domain.Name   `json:"project_name"`
	TaskID      *domain.ID     `json:"task_id"`
	TaskName    *domain.Name   `json:"task_name"`
	Description domain.Text    `json:"description"`
	TagIDs      []domain.ID    `json:"tag_ids"`
	IsBillable  bool           `json:"is_billable"`
	LastUsedAt  domain.Instant `json:"last_used_at"` // start of the latest entry of the combination
}

type suggestedTask struct {
	ID         domain.ID       `json:"id"`
	ProjectID  domain.ID       `json:"project_id"`
	Name       domain.Name     `json:"name"`
	LastUsedAt *domain.Instant `json:"last_used_at"` // null: not of late
}

type suggestedProject struct {
	ID         domain.ID       `json:"id"`
	ClientID   *domain.ID      `json:"client_id"`
	Name       domain.Name     `json:"name"`
	Color      domain.Color    `json:"color"`
	IsBillable bool            `json:"is_billable"`
	LastUsedAt *domain.Instant `json:"last_used_at"` // null: not of late
}

func show(s domain.Suggestions) suggestionsAnswer {
	return suggestionsAnswer{
		Entries: each(s.Entries, showEntry), Tasks: each(s.Tasks, showTask), Projects: each(s.Projects, showProject),
	}
}

func showEntry(s domain.SuggestedEntry) suggestedEntry {
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

func showTask(s domain.Suggested[domain.Task]) suggestedTask {
	return suggestedTask{ID: s.Thing.ID, ProjectID: s.Thing.ProjectID, Name: s.Thing.Name, LastUsedAt: s.LastUsedAt}
}

func showProject(s domain.Suggested[domain.Project]) suggestedProject {
	p := s.Thing
	return suggestedProject{
		ID: p.ID, ClientID: p.ClientID.OrNull(), Name: p.Name, Color: p.Color, IsBillable: p.IsBillable, LastUsedAt: s.LastUsedAt,
	}
}

func each[T, Out any](all []T, show func(T) Out) []Out {
	shown := make([]Out, len(all))
	for i, one := range all {
		shown[i] = show(one)
	}
	return shown
}
