package commands

import (
	"context"

	"github.com/spf13/cobra"

	"stint/scripts/stint/internal/screen"
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
		RunE: func(c *cobra.Command, _ []string) error { return a.runStatus(c.Context()) },
	}
}

func (a *app) runStatus(ctx context.Context) error {
	s, err := a.connect()
	if err != nil {
		return err
	}
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
		RunE: func(c *cobra.Command, _ []string) error { return a.runStop(c.Context(), at) },
	}
	c.Flags().StringVar(&at, "at", "", "when it stopped: "+whenExamples+"; by default now")
	return c
}

// errNothingRuns is the error of stopping what does not run.
var errNothingRuns = notFoundError("no timer is running")

func (a *app) runStop(ctx context.Context, at string) error {
	s, err := a.connect()
	if err != nil {
		return err
	}
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
	if err != nil || a.screen.JSON {
		return a.print(entry.Raw, "", err)
	}
	text, err := s.labels().of(ctx, entry.Value)
	return a.print(entry.Raw, "Stopped "+a.screen.Paint(screen.Bold, screen.Seconds(entry.Value.DurationSeconds))+"  "+
		text, err)
}
