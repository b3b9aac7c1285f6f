package commands

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/google/uuid"

	"stint/scripts/stint/internal/screen"
	"stint/shared/client"
	"stint/shared/client/api"
)

// labels finds the names of what entries refer to, each at most once.
type labels struct {
	*session
	projects, tasks, tags map[uuid.UUID]string

	everyone bool // entries are described with their users
	users    map[uuid.UUID]string
}

func (s *session) labels() *labels {
	return &labels{session: s, projects: map[uuid.UUID]string{}, tasks: map[uuid.UUID]string{}}
}

// of describes an entry in one line: "Engine / Carriage: Drawing #remote".
func (l *labels) of(ctx context.Context, e api.Entry) (string, error) {
	project, err := l.project(ctx, e.ProjectId)
	if err != nil {
		return "", err
	}
	task, err := l.task(ctx, e.TaskId)
	if err != nil {
		return "", err
	}
	text := project
	if task != "" {
		text += " / " + task
	}
	switch {
	case text == "":
		text = cmp.Or(e.Description, "(no description)")
	case e.Description != "":
		text += ": " + e.Description
	}
	tags, err := l.tagsOf(ctx, e.TagIds)
	return screen.Clean(text + tags), err
}

func (l *labels) project(ctx context.Context, id *uuid.UUID) (string, error) {
	return lookUp(l.projects, id, func() (*api.Project, error) { return client.Get(l.ProjectsGetWithResponse(ctx, *id)) },
		func(p *api.Project) string { return p.Name })
}

func (l *labels) task(ctx context.Context, id *uuid.UUID) (string, error) {
	return lookUp(l.tasks, id, func() (*api.Task, error) { return client.Get(l.TasksGetWithResponse(ctx, *id)) },
		func(t *api.Task) string { return t.Name })
}

// lookUp returns the name of a record; what the user cannot see any more has none.
func lookUp[T any](known map[uuid.UUID]string, id *uuid.UUID, read func() (*T, error),
	nameOf func(*T) string) (string, error) {
	if id == nil {
		return "", nil
	}
	if name, ok := known[*id]; ok {
		return name, nil
	}
	record, err := read()
	name := "(hidden)"
	if p, ok := errors.AsType[*client.Problem](err); err == nil {
		name = nameOf(record)
	} else if !ok || p.Status != http.StatusNotFound {
		return "", err
	}
	known[*id] = name
	return name, nil
}

// tagsOf are the tags of an entry: " #remote #late".
func (l *labels) tagsOf(ctx context.Context, ids []uuid.UUID) (string, error) {
	if len(ids) > 0 && l.tags == nil {
		l.tags = map[uuid.UUID]string{}
		if err := client.ForEach(client.All(ctx, l.TagsListWithResponse, nil),
			func(t api.Tag) { l.tags[t.Id] = t.Name }); err != nil {
			return "", err
		}
	}
	var text strings.Builder
	for _, id := range ids {
		text.WriteString(" #" + l.tags[id])
	}
	return text.String(), nil
}

// user is the name of the user of an entry, or the id where the caller may not see the members.
func (l *labels) user(ctx context.Context, id uuid.UUID) (string, error) {
	if l.users == nil {
		me, err := l.identity(ctx)
		if err != nil {
			return "", err
		}
		l.users = map[uuid.UUID]string{me.User.Id: me.User.DisplayName}
		for member, err := range client.All(ctx, l.MembersListWithResponse, nil) {
			if exitOf(err) == exitNotAllowed {
				break
			}
			if err != nil {
				return "", err
			}
			l.users[member.UserId] = member.DisplayName
		}
	}
	return screen.Clean(cmp.Or(l.users[id], id.String())), nil
}

// line describes an entry with its times: "2026-06-17 09:15–10:30  1:15  Engine: Drawing".
func (a *app) line(ctx context.Context, l *labels, e api.Entry, zone *time.Location) (string, error) {
	when, text, err := a.parts(ctx, l, e, zone)
	return when + "  " + text, err
}

// clockAfter is a time of the clock; one of a later day has the number of days after it: "01:30+1".
func clockAfter(start, stop time.Time) string {
	midnight := func(t time.Time) time.Time { return time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, time.UTC) }
	text := stop.Format("15:04")
	if days := int(midnight(stop).Sub(midnight(start)) / (24 * time.Hour)); days > 0 {
		text += fmt.Sprintf("+%d", days)
	}
	return text
}

// parts are the two parts of line: when it was, and what.
func (a *app) parts(ctx context.Context, l *labels, e api.Entry, zone *time.Location) (when, text string, err error) {
	if text, err = l.of(ctx, e); err != nil {
		return "", "", err
	}
	if l.everyone {
		name, err := l.user(ctx, e.UserId)
		if err != nil {
			return "", "", err
		}
		text = name + "  " + text
	}
	start, stop, length := e.StartedAt.In(zone), "  …  ", a.screen.Paint(screen.Green, screen.Seconds(e.DurationSeconds))
	if e.StoppedAt != nil {
		stop, length = clockAfter(start, e.StoppedAt.In(zone)), a.screen.Paint(screen.Bold, screen.Seconds(e.DurationSeconds))
	}
	return a.screen.Paint(screen.Faint, start.Format("2006-01-02 15:04")+"–"+stop) + "  " + length, text, nil
}
