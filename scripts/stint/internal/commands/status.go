package commands

import (
	"context"

	"github.com/spf13/cobra"

	"stint/scripts/stint/internal/when"
	"stint/shared/client"
	"stint/shared/client/api"
)

func (a *app) status() *cobra.Command {
	return &cobra.Command{
		Use:   "status",
		Short: "Show the running timer",
		Example: `  stint status
  stint status --json | jq -r '.timer.description // "nothing"'`,
		Args: noText,
		RunE: a.connected(a.runStatus),
	}
}

func (a *app) runStatus(ctx context.Context, s *session, _ []string) error {
	current, err := client.GetRecord(s.TimersCurrentWithResponse(ctx))
	if err != nil || a.screen.JSON || current.Value.Timer == nil {
		return a.print(current.Raw, "Nothing is running.", err)
	}
	reader, err := a.reader(ctx, s)
	if err != nil {
		return err
	}
	line, err := a.line(ctx, s.labels(), *current.Value.Timer, reader.Zone)
	return a.print(current.Raw, line, err)
}

func (a *app) stop() *cobra.Command {
	var at string
	c := &cobra.Command{
		Use:   "stop",
		Short: "Stop the running timer",
		Example: `  stint stop
  stint stop --at 17:30`,
		Args: noText,
		RunE: a.connected(func(ctx context.Context, s *session, _ []string) error { return a.runStop(ctx, s, at) }),
	}
	c.Flags().StringVar(&at, "at", "", "when it stopped: "+whenExamples+"; by default now")
	return c
}

// errNothingRuns is the error of stopping what does not run.
var errNothingRuns = notFoundError("no timer is running")

func (a *app) runStop(ctx context.Context, s *session, at string) error {
	moment, err := a.moment(ctx, s, at)
	if err == nil && moment != nil && moment.After(a.Now()) {
		err = &when.Error{Text: at, Want: "still to come: stop at a time that is over, or now, without --at"}
	}
	if err != nil {
		return err
	}
	entry, err := client.GetRecord(s.TimersStopCurrentWithResponse(ctx, api.TimerStopCurrentRequest{StoppedAt: moment}))
	if exitOf(err) == exitNotFound {
		return errNothingRuns
	}
	return printAs(a, entry, err, func(e api.Entry) (string, error) { return a.ended(ctx, s.labels(), "Stopped", e) })
}
