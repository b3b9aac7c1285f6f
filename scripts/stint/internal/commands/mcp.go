package commands

import (
	"context"

	"github.com/spf13/cobra"

	"stint/scripts/stint/internal/screen"
)

func (a *app) mcp() *cobra.Command {
	return &cobra.Command{
		Use:   "mcp",
		Short: "Serve agents on this machine by the Model Context Protocol, over standard input and output",
		Long: `Serve agents on this machine by the Model Context Protocol, over standard input and output.

A program of a language model starts this command itself, and calls the tools of the service
through it with the key of stint login.`,
		Example: `  stint mcp
  claude mcp add stint -- stint mcp`,
		Args: noText,
		RunE: a.connected(func(ctx context.Context, s *session, _ []string) error {
			r := relay{client: s.Client, out: screen.Screen{Out: a.Out, JSON: true}} // whatever --json says
			return r.run(ctx, a.In)
		}),
	}
}
