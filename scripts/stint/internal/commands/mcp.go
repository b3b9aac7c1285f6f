package commands

import (
	"context"
	"encoding/json"

	"github.com/spf13/cobra"

	"stint/scripts/stint/internal/relay"
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
			lines := screen.Screen{Out: a.Out, JSON: true} // whatever --json says
			r := relay.Relay{Service: s.Client, Explain: sentenceOf, Print: func(message json.RawMessage) error {
				return lines.Record(message, "")
			}}
			return r.Run(ctx, a.In)
		}),
	}
}
