package commands

import (
	"github.com/spf13/cobra"
)

func (a *app) today() *cobra.Command {
	return &cobra.Command{
		Use:   "today",
		Short: "List your entries of today",
		Example: `  stint today
  stint today --json | jq -s 'map(.duration_seconds) | add // 0'`,
		Args: noText,
		RunE: func(c *cobra.Command, _ []string) error {
			return a.runList(c.Context(), "today", "", selectFlags{})
		},
	}
}
