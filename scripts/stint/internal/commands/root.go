// Package commands has the commands of stint. A file has one of them, or a few that are read together.
package commands

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"stint/scripts/stint/internal/screen"
)

// app is one run of the program.
type app struct {
	Env
	screen  *screen.Screen
	session *session // once a command needs one
	started bool     // the arguments were right
}

// Run runs a command and returns the exit code. Errors are printed.
func Run(ctx context.Context, args []string, env Env) int {
	out := &checked{Writer: env.Out}
	env.Out = out
	a := &app{Env: env, screen: &screen.Screen{Out: env.Out, Colour: env.colours(), Terminal: env.Terminal}}
	root := a.root()
	root.SetArgs(args)
	err := root.ExecuteContext(ctx)
	if err == nil && out.failed != nil {
		err, a.started = out.failed, true // a help text is lost, too
	}
	if err != nil && !a.started {
		err = usageError{err}
	}
	switch {
	case err == nil:
		return exitDone
	case errors.Is(err, context.Canceled) && ctx.Err() != nil:
		return exitFailed // Ctrl-C
	}
	_, _ = fmt.Fprintln(env.Err, "stint:", screen.CleanLines(sentenceOf(err)))
	if !a.started {
		_, _ = fmt.Fprintln(env.Err, "Run stint help for the commands, and stint help COMMAND for examples.")
	}
	return exitOf(err)
}

func (a *app) root() *cobra.Command {
	root := &cobra.Command{
		Use:   "stint",
		Short: "Track time from the terminal",
		Long: `Track time from the terminal.

Projects, tasks and tags are named by the beginning of their names, whatever the case.
Times are written as ` + whenExamples + `,
in the time zone of the workspace.

Exit codes: 0 done, 1 failed, 2 usage, 3 not signed in or not allowed, 4 not found,
5 conflict, 6 the service cannot be reached.`,
		Example: `  stint login --url https://time.example.com
  stint start "Drawing the carriage" -p difference -t carriage
  stint stop
  stint week`,
		Version: a.Version, SilenceUsage: true, SilenceErrors: true,
		Args: knownCommand, SuggestionsMinimumDistance: 2,
		PersistentPreRunE: func(c *cobra.Command, _ []string) error {
			err := refuseEmpty(c)
			if err == nil {
				err = c.ValidateRequiredFlags()
			}
			a.started = err == nil
			return err
		},
		RunE: func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return usageError{flagError(err)} })
	root.SetIn(a.In)
	root.SetOut(a.Out)
	root.SetErr(a.Err)
	root.PersistentFlags().BoolVar(&a.screen.JSON, "json", false, "print the records of the API, one in a line")
	root.AddCommand(a.login(), a.logout(), a.whoami())
	root.AddCommand(a.start(), a.stop(), a.status(), a.resume(), a.discard(), a.add(), a.edit(), a.remove())
	root.AddCommand(a.today(), a.week(), a.list(), a.projects(), a.report(), a.watch())
	root.AddCommand(a.project(), a.customer(), a.task(), a.tag())
	root.AddCommand(a.timesheets(), a.submit(), a.withdraw(), a.approve(), a.reject())
	root.AddCommand(a.export(), a.imports(), a.mcp(), a.version())
	escapeInBash(root)
	return root
}
