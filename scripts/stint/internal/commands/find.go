package commands

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/google/uuid"

	"stint/shared/client"
	"stint/shared/client/api"
	"stint/shared/domain"
)

// searchable is a text to narrow a list with; an id, or its beginning, is in no name.
func searchable(name string) *string {
	if isIDPrefix(name) {
		return nil
	}
	return domain.OrNull(name)
}

// isIDPrefix reports whether a text may be an id or its beginning.
func isIDPrefix(text string) bool {
	text = strings.TrimSpace(text)
	return len(text) >= shortestID && strings.Trim(strings.ToLower(text), "0123456789abcdef-") == ""
}

// shortestID is the least that names a record by the beginning of its id, in characters.
const shortestID = 4

// findTask finds a task of a project, or of any project that the user tracks time on.
func (s *session) findTask(ctx context.Context, project *uuid.UUID, name string) (*uuid.UUID, error) {
	if project != nil {
		return s.findTaskOf(ctx, *project, name, false)
	}
	if id, err := uuid.Parse(name); err == nil {
		return &id, nil
	}
	tasks, err := s.suggestTasks(ctx, searchable(name))
	if err != nil {
		return nil, err
	}
	id, err := findIn(client.Each(tasks), "task", name,
		func(t api.SuggestedTask) named { return named{ID: t.Id.String(), Name: t.Name} })
	if several, ok := errors.AsType[*ambiguousNameError](err); ok {
		return nil, s.withProjects(ctx, several, tasks)
	}
	return id, err
}

// suggestTasks are tasks that the user tracks time on, with a text in their names.
func (s *session) suggestTasks(ctx context.Context, search *string) ([]api.SuggestedTask, error) {
	found, err := client.Get(s.TrackerSuggestionsWithResponse(ctx, &api.TrackerSuggestionsParams{
		Search: search, TasksLimit: new(int64(maxSuggested)), EntriesLimit: new(int64(0)), ProjectsLimit: new(int64(0)),
	}))
	if err != nil {
		return nil, err
	}
	return found.Tasks, nil
}

// findTaskOf finds a task of a project, among the archived ones or among the others.
func (s *session) findTaskOf(ctx context.Context, project uuid.UUID, name string, archived bool) (*uuid.UUID, error) {
	all := client.All(ctx, client.Below(s.TasksListWithResponse, project), &api.TasksListParams{
		Search: searchable(name), IsArchived: &archived})
	return findIn(all, "task", name, func(t api.Task) named { return named{ID: t.Id.String(), Name: t.Name} })
}

// withProjects adds the names of the projects to tasks that are called alike.
func (s *session) withProjects(ctx context.Context, several *ambiguousNameError, tasks []api.SuggestedTask) error {
	labels := s.labels()
	for i, candidate := range several.Candidates {
		for _, task := range tasks {
			if task.Id.String() != candidate.ID {
				continue
			}
			project, err := labels.project(ctx, &task.ProjectId)
			if err != nil {
				return err
			}
			several.Candidates[i].Name = project + " / " + candidate.Name
		}
	}
	return several
}

// maxSuggested is the most suggestions of one kind that the service gives.
const maxSuggested = 50

func (s *session) findTags(ctx context.Context, tags []string) ([]uuid.UUID, error) {
	known, err := client.Collect(client.All(ctx, s.TagsListWithResponse, nil))
	if err != nil {
		return nil, err
	}
	var ids []uuid.UUID
	for _, name := range tagNames(tags, known) {
		id, err := findIn(client.Each(known), "tag", name,
			func(t api.Tag) named { return named{ID: t.Id.String(), Name: t.Name} })
		if err != nil {
			return nil, err
		}
		ids = append(ids, *id)
	}
	return ids, nil
}

// tagNames splits lists of tags at their commas. What is the whole name of a tag is not split.
func tagNames(lists []string, known []api.Tag) (all []string) {
	for _, list := range lists {
		if slices.ContainsFunc(known, func(t api.Tag) bool { return strings.EqualFold(t.Name, strings.TrimSpace(list)) }) {
			all = append(all, list)
		} else {
			all = append(all, strings.Split(list, ",")...)
		}
	}
	return all
}

// findIn finds a record of a list by its name.
func findIn[T any](all iter.Seq2[T, error], kind, name string, of func(T) named) (*uuid.UUID, error) {
	var records []named
	if err := client.ForEach(all, func(record T) { records = append(records, of(record)) }); err != nil {
		return nil, err
	}
	found, err := findNamed(kind, name, records)
	if err != nil {
		return nil, err
	}
	id, err := uuid.Parse(found.ID)
	return &id, err
}

// named is a record with a name.
type named struct {
	ID, Name string
	Within   *uuid.UUID // the client of a project; nil for none
}

// ambiguousNameError is the error of a name that several records have or begin with.
type ambiguousNameError struct {
	Kind, Name string
	Candidates []named
}

// isTaken reports whether several candidates have a name.
func (e *ambiguousNameError) isTaken(name string) bool {
	n := 0
	for _, c := range e.Candidates {
		if strings.EqualFold(c.Name, name) {
			n++
		}
	}
	return n > 1
}

// maxCandidates bounds the candidates that an error lists.
const maxCandidates = 10

// Error implements error. Candidates with one name are listed with their ids.
func (e *ambiguousNameError) Error() string {
	var list []string
	for _, c := range e.Candidates[:min(len(e.Candidates), maxCandidates)] {
		line := c.Name
		if e.isTaken(c.Name) {
			line += " (" + c.ID + ")"
		}
		list = append(list, line)
	}
	if len(e.Candidates) > maxCandidates {
		list = append(list, "…")
	}
	return fmt.Sprintf("%q may be any of these: %s. Write more of the name of the %s, or its id", e.Name,
		strings.Join(list, ", "), e.Kind)
}

// findNamed returns the record with an id, with a name, or, if there is none, the only one whose name begins so, else
// the only one whose id does. Case does not count.
// Errors: notFoundError, *ambiguousNameError.
func findNamed(kind, name string, records []named) (named, error) {
	name = strings.TrimSpace(name)
	for _, matches := range []func(named) bool{
		func(r named) bool { return strings.EqualFold(r.ID, name) },
		func(r named) bool { return strings.EqualFold(r.Name, name) },
		func(r named) bool {
			return name != "" && strings.HasPrefix(strings.ToLower(r.Name), strings.ToLower(name))
		},
		func(r named) bool {
			return isIDPrefix(name) && strings.HasPrefix(strings.ToLower(r.ID), strings.ToLower(name))
		},
	} {
		found := slices.DeleteFunc(slices.Clone(records), func(r named) bool { return !matches(r) })
		switch len(found) {
		case 0:
		case 1:
			return found[0], nil
		default:
			return named{}, &ambiguousNameError{kind, name, found}
		}
	}
	return named{}, notFoundError(fmt.Sprintf("there is no %s %q", kind, name))
}
