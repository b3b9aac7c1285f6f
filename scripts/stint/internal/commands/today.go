package commands

import (
	"strings"

	"github.com/spf13/cobra"

	"stint/shared/client/api"
)

func (a *app) today() *cobra.Command {
	return &cobra.Command{
		Use:   "today",
		Short: "List your entries of today",
		Example: `  stint today
  stint today --json | jq -s 'map(.duration_seconds) | add'`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, args []string) error {
			return a.runList(c.Context(), api.EntriesListParams{}, workFlags{}, first(strings.Join(args, ""), "today"), false)
		},
	}
}
