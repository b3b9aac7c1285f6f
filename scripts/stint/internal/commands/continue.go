package commands

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"stint/shared/client"
	"stint/shared/client/api"
)

func (a *app) resume() *cobra.Command {
	var at string
	c := &cobra.Command{
		Use:   "continue [TEXT…]",
		Short: "Start a timer like the last entry, or the last one with a text in it",
		Example: `  stint continue
  stint continue carriage`,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(c *cobra.Command, args []string) error {
			return a.runContinue(c.Context(), strings.Join(args, " "), at)
		},
	}
	c.Flags().StringVar(&at, "at", "", "when it started: "+whenExamples+"; by default now")
	return c
}

func (a *app) runContinue(ctx context.Context, search, at string) error {
	s, err := a.connect()
	if err != nil {
		return err
	}
	moment, err := a.moment(ctx, s, at)
	if err != nil {
		return err
	}
	found, err := client.Get(s.TrackerSuggestionsWithResponse(ctx, &api.TrackerSuggestionsParams{
		Search: optional(search), EntriesLimit: new(int64(1)), TasksLimit: new(int64(0)), ProjectsLimit: new(int64(0)),
	}))
	if err != nil {
		return err
	}
	if len(found.Entries) == 0 {
		return notFoundError(strings.TrimSpace("there is no entry to continue " + search))
	}
	e := found.Entries[0]
	return a.startTimer(ctx, s, api.TimerStartRequest{
		Description: &e.Description, ProjectId: e.ProjectId, TaskId: e.TaskId, TagIds: e.TagIds, IsBillable: &e.IsBillable, StartedAt: moment,
	})
}
