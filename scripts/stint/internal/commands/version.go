package commands

import (
	"fmt"

	"github.com/spf13/cobra"
)

// version shows the version of this program. The one of the service is in /api/health.
func (a *app) version() *cobra.Command {
	return &cobra.Command{
		Use:     "version",
		Short:   "Show the version of this command",
		Example: "  stint version",
		Args:    noText,
		RunE: func(*cobra.Command, []string) error {
			return a.print(fmt.Appendf(nil, `{"version":%q}`, a.Version), "stint version "+a.Version, nil)
		},
	}
}
