package commands

import (
	"context"
	"iter"

	"github.com/google/uuid"

	"stint/scripts/stint/internal/names"
	"stint/shared/client"
	"stint/shared/client/api"
)

// searchable is a text to narrow a list with; an id is in no name.
func searchable(name string) *string {
	if _, err := uuid.Parse(name); err == nil {
		return nil
	}
	return optional(name)
}

func (s *session) findProject(ctx context.Context, name string) (*uuid.UUID, error) {
	all := client.All(ctx, s.ProjectsListWithResponse, &api.ProjectsListParams{Search: searchable(name), IsArchived: new(false), Limit: new(int64(200))})
	return findIn(all, "project", name, func(p api.Project) names.Named { return names.Named{ID: p.Id.String(), Name: p.Name} })
}

// findTask finds a task of a project, or of any project that the user tracks time on.
func (s *session) findTask(ctx context.Context, project *uuid.UUID, name string) (*uuid.UUID, error) {
	if project != nil {
		list := func(ctx context.Context, p *api.TasksListParams, e ...api.RequestEditorFn) (*api.TasksListResponse, error) {
			return s.TasksListWithResponse(ctx, *project, p, e...)
		}
		all := client.All(ctx, list, &api.TasksListParams{Search: searchable(name), IsArchived: new(false), Limit: new(int64(200))})
		return findIn(all, "task", name, func(t api.Task) names.Named { return names.Named{ID: t.Id.String(), Name: t.Name} })
	}
	if id, err := uuid.Parse(name); err == nil {
		return &id, nil
	}
	found, err := client.Get(s.TrackerSuggestionsWithResponse(ctx, &api.TrackerSuggestionsParams{
		Search: &name, TasksLimit: new(int64(maxSuggested)), EntriesLimit: new(int64(0)), ProjectsLimit: new(int64(0)),
	}))
	if err != nil {
		return nil, err
	}
	return findIn(each(found.Tasks), "task", name, func(t api.SuggestedTask) names.Named { return names.Named{ID: t.Id.String(), Name: t.Name} })
}

// maxSuggested is the most suggestions of one kind that the service gives.
const maxSuggested = 50

func (s *session) findTags(ctx context.Context, tags []string) ([]uuid.UUID, error) {
	var known []api.Tag
	for tag, err := range client.All(ctx, s.TagsListWithResponse, &api.TagsListParams{Limit: new(int64(200))}) {
		if err != nil {
			return nil, err
		}
		known = append(known, tag)
	}
	var ids []uuid.UUID
	for _, name := range tags {
		id, err := findIn(each(known), "tag", name, func(t api.Tag) names.Named { return names.Named{ID: t.Id.String(), Name: t.Name} })
		if err != nil {
			return nil, err
		}
		ids = append(ids, *id)
	}
	return ids, nil
}

// each iterates over records that are there already.
func each[T any](records []T) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for _, r := range records {
			if !yield(r, nil) {
				return
			}
		}
	}
}

// findIn finds a record of a list by its name.
func findIn[T any](all iter.Seq2[T, error], kind, name string, of func(T) names.Named) (*uuid.UUID, error) {
	var named []names.Named
	for record, err := range all {
		if err != nil {
			return nil, err
		}
		named = append(named, of(record))
	}
	found, err := names.Find(kind, name, named)
	if err != nil {
		return nil, err
	}
	id, err := uuid.Parse(found.ID)
	return &id, err
}
