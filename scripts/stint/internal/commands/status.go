package commands

import (
	"context"

	"github.com/spf13/cobra"

	"stint/shared/client"
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
