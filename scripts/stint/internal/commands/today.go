package commands

import (
	"github.com/spf13/cobra"
)

func (a *app) today() *cobra.Command {
	return &cobra.Command{
		Use:   "today",
		Short: "List your entries of today",
		Example: `  stint today
  stint today --json | jq -s 'map(.duration_seconds) | add'`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			return a.runList(c.Context(), "today", "", selectFlags{})
		},
	}
}
