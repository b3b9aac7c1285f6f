package commands

import (
	"context"
	"errors"
	"iter"

	"github.com/google/uuid"
	"github.com/spf13/cobra"

	"stint/scripts/stint/internal/names"
	"stint/shared/client"
	"stint/shared/client/api"
)

// workFlags name what time is tracked on.
type workFlags struct {
	project, task string
	tags          []string
}

func (w *workFlags) addTo(c *cobra.Command, a *app) {
	c.Flags().StringVarP(&w.project, "project", "p", "", "project, by the beginning of its name")
	c.Flags().StringVarP(&w.task, "task", "t", "", "task, by the beginning of its name; implies its project")
	c.Flags().StringSliceVar(&w.tags, "tag", nil, "tags, separated by commas")
	_ = c.RegisterFlagCompletionFunc("project", a.completeProjects)
	_ = c.RegisterFlagCompletionFunc("tag", a.completeTags)
	_ = c.RegisterFlagCompletionFunc("task", cobra.NoFileCompletions)
}

// work is what the flags name.
type work struct {
	project, task *uuid.UUID
	tags          []uuid.UUID
}

// find finds what the flags name. Errors: those of names.Find.
func (w *workFlags) find(ctx context.Context, s *session) (found work, err error) {
	if w.project != "" {
		if found.project, err = s.findProject(ctx, w.project); err != nil {
			return found, err
		}
	}
	if w.task != "" {
		if found.task, err = s.findTask(ctx, found.project, w.task); err != nil {
			return found, err
		}
	}
	if len(w.tags) > 0 {
		found.tags, err = s.findTags(ctx, w.tags)
	}
	return found, err
}

// filter finds what the flags name for a list, which takes one tag.
func (w *workFlags) filter(ctx context.Context, s *session) (found work, tag *uuid.UUID, err error) {
	if len(w.tags) > 1 {
		return found, nil, usageError{errors.New("a list takes one tag")}
	}
	found, err = w.find(ctx, s)
	if err == nil && len(found.tags) == 1 {
		tag = &found.tags[0]
	}
	return found, tag, err
}

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
