package commands

import (
	"context"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"stint/scripts/stint/internal/screen"
	"stint/shared/client"
	"stint/shared/client/api"
	"stint/shared/domain"
)

func (a *app) start() *cobra.Command {
	var w workFlags
	var at string
	c := &cobra.Command{
		Use: "start [TEXT…]", Aliases: []string{"switch"},
		Short: "Start a timer, and stop the running one",
		Example: `  stint start "Drawing the carriage" -p difference -t carriage
  stint start call --tag remote --at -20m
  stint start --at 9:15`,
		ValidArgsFunction: cobra.NoFileCompletions,
	}
	w.addTo(c, a)
	c.Flags().StringVar(&at, "at", "", "when it started: "+whenExamples+"; by default now")
	billable := addBillableTo(c)
	c.RunE = a.connected(func(ctx context.Context, s *session, args []string) error {
		request := api.TimerStartRequest{Description: domain.OrNull(strings.Join(args, " ")), IsBillable: billable()}
		return a.runStart(ctx, s, request, w, at)
	})
	return c
}

func (a *app) runStart(ctx context.Context, s *session, request api.TimerStartRequest, w workFlags,
	at string) (err error) {
	if request.StartedAt, err = a.moment(ctx, s, at); err != nil {
		return err
	}
	found, err := w.find(ctx, s)
	if err != nil {
		return err
	}
	request.ProjectId, request.TaskId, request.TagIds = found.project, found.task, found.tags
	return a.startTimer(ctx, s, request)
}

// moment reads a time; an empty text is now, for the service to say.
func (a *app) moment(ctx context.Context, s *session, text string) (*time.Time, error) {
	if text == "" {
		return nil, nil
	}
	reader, err := a.reader(ctx, s)
	if err != nil {
		return nil, err
	}
	t, err := reader.Moment(text)
	return &t, err
}

// startTimer starts a timer and says what it stopped.
func (a *app) startTimer(ctx context.Context, s *session, request api.TimerStartRequest) error {
	timer, err := client.GetRecord(s.TimersStartWithResponse(ctx, nil, request))
	return printAs(a, timer, err, func(t api.Timer) (string, error) {
		labels := s.labels()
		if err := a.saySwitched(ctx, labels, t.StoppedEntry); err != nil {
			return "", err
		}
		text, err := labels.of(ctx, entryOf(t))
		return a.screen.Paint(screen.Green, "Started") + "  " + text, err
	})
}

// saySwitched says what a new timer stopped, if it stopped one.
func (a *app) saySwitched(ctx context.Context, l *labels, stopped *api.Entry) error {
	if stopped == nil {
		return nil
	}
	line, err := a.ended(ctx, l, "Stopped", *stopped)
	if err != nil {
		return err
	}
	return a.screen.Line("%s", line)
}

// ended says how a timer ended, and what its time was on.
func (a *app) ended(ctx context.Context, l *labels, how string, e api.Entry) (string, error) {
	text, err := l.of(ctx, e)
	return how + " " + a.screen.Paint(screen.Bold, screen.Seconds(e.DurationSeconds)) + "  " + text, err
}

// entryOf is a timer as the entry that it is.
func entryOf(t api.Timer) api.Entry {
	return api.Entry{
		Id: t.Id, ProjectId: t.ProjectId, TaskId: t.TaskId, Description: t.Description, TagIds: t.TagIds,
		StartedAt: t.StartedAt, StoppedAt: t.StoppedAt, DurationSeconds: t.DurationSeconds, IsBillable: t.IsBillable,
	}
}

func (a *app) resume() *cobra.Command {
	var at string
	c := &cobra.Command{
		Use: "continue [TEXT…]", Aliases: []string{"resume"},
		Short: "Start a timer like the last entry, or the last one with a text in it",
		Example: `  stint continue
  stint continue carriage`,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: a.connected(func(ctx context.Context, s *session, args []string) error {
			return a.runContinue(ctx, s, strings.Join(args, " "), at)
		}),
	}
	c.Flags().StringVar(&at, "at", "", "when it started: "+whenExamples+"; by default now")
	return c
}

func (a *app) runContinue(ctx context.Context, s *session, search, at string) error {
	moment, err := a.moment(ctx, s, at)
	if err != nil {
		return err
	}
	found, err := client.Get(s.TrackerSuggestionsWithResponse(ctx, &api.TrackerSuggestionsParams{
		Search: domain.OrNull(search), EntriesLimit: new(int64(1)), TasksLimit: new(int64(0)), ProjectsLimit: new(int64(0)),
	}))
	if err != nil {
		return err
	}
	if len(found.Entries) == 0 {
		return notFoundError(strings.TrimSpace("there is no entry to continue " + search))
	}
	e := found.Entries[0]
	return a.startTimer(ctx, s, api.TimerStartRequest{
		Description: &e.Description, ProjectId: e.ProjectId, TaskId: e.TaskId, TagIds: e.TagIds, IsBillable: &e.IsBillable,
		StartedAt: moment,
	})
}
