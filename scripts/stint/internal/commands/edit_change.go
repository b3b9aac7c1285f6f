package commands

import (
	"context"
	"errors"
	"fmt"
	"time"

	"stint/scripts/stint/internal/when"
	"stint/shared/client/api"
)

// addTo adds what the flags name to a change. Errors: usageError, those of finding records and of reading times.
func (f editFlags) addTo(ctx context.Context, s *session, r when.Reader, e api.Entry, change map[string]any) error {
	found, err := f.find(ctx, s)
	if err != nil {
		return err
	}
	if found.project != nil {
		change["projectId"] = *found.project
	}
	if found.task != nil {
		change["taskId"] = *found.task
	} else if found.project != nil && e.TaskId != nil && (e.ProjectId == nil || *e.ProjectId != *found.project) {
		change["taskId"] = nil // it is one of the other project
	}
	if len(found.tags) > 0 {
		change["tagIds"] = found.tags
	}
	for _, name := range f.without {
		property, ok := clearable[name]
		if !ok || change[property] != nil {
			return usageError{fmt.Errorf("--without takes text, project, task and tags, and not what you name as well: %q",
				name)}
		}
		change[property] = map[string]any{"description": "", "tagIds": []string{}}[property]
	}
	if err := f.times(r, e, change); err != nil {
		return err
	}
	if len(change) == 0 {
		return usageError{errors.New("say what to change: a text, -p, -t, --tag, --from, --to, --for, --billable or " +
			"--without")}
	}
	return nil
}

// times adds when the time was. A time alone is on the day of the entry.
func (f editFlags) times(r when.Reader, e api.Entry, change map[string]any) (err error) {
	if f.length != "" && f.to != "" && f.from != "" {
		return usageError{errors.New("say two of --from, --to and --for at most")}
	}
	from, to := e.StartedAt, e.StoppedAt
	if f.from != "" {
		if from, err = r.On(e.StartedAt, f.from); err != nil {
			return err
		}
	}
	if f.to != "" {
		end, err := r.After(from, f.to)
		if err != nil {
			return err
		}
		to = &end
	}
	if f.length != "" {
		length, err := when.Duration(f.length)
		switch {
		case err != nil:
			return err
		case f.to != "":
			from = to.Add(-length)
		default:
			to = new(from.Add(length))
		}
	}
	return addTimes(e, from, to, change)
}

// addTimes adds those times that differ from those of the entry.
func addTimes(e api.Entry, from time.Time, to *time.Time, change map[string]any) error {
	if !from.Equal(e.StartedAt) {
		change["startedAt"] = from
	}
	if to != nil && (e.StoppedAt == nil || !to.Equal(*e.StoppedAt)) {
		change["stoppedAt"] = *to
	}
	return nil
}
