package commands

import (
	"errors"
	"strings"

	"github.com/spf13/cobra"
)

// The part of cobra's script for bash that escapes a name, if it is the only one. Of several names,
// bash inserts what they begin with, which has to be escaped as well.
const (
	escapesOne = `if (( ${#COMPREPLY[@]} == 1 )); then
            COMPREPLY[0]=$(printf "%q" "${COMPREPLY[0]}")
        fi`
	escapesAll = `if (( ${#COMPREPLY[@]} )); then
            IFS=$'\n' read -ra COMPREPLY -d '' < <(printf "%q\n" "${COMPREPLY[@]}")
        fi`
)

var errOtherScript = errors.New("the completion script has another form than this program knows")

// escapeInBash makes the script for bash escape all names that it proposes.
func escapeInBash(root *cobra.Command) {
	root.InitDefaultCompletionCmd()
	bash, _, err := root.Find([]string{"completion", "bash"})
	if err != nil {
		return // the command is not there
	}
	bash.RunE = func(c *cobra.Command, _ []string) error {
		plain, _ := c.Flags().GetBool("no-descriptions")
		var script strings.Builder
		if err := root.GenBashCompletionV2(&script, !plain); err != nil {
			return err
		}
		if strings.Count(script.String(), escapesOne) != 1 {
			return errOtherScript
		}
		_, err := c.OutOrStdout().Write([]byte(strings.Replace(script.String(), escapesOne, escapesAll, 1)))
		return err
	}
}
