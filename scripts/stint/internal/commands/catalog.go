package commands

import (
	"context"
	"errors"

	"github.com/google/uuid"
	"github.com/spf13/cobra"

	"stint/shared/client"
	"stint/shared/client/api"
)

// family is a command with commands below it, about the records of one kind.
func (a *app) family(kind, short, examples string, commands ...*cobra.Command) *cobra.Command {
	c := &cobra.Command{
		Use: kind, Short: short, Example: examples, Args: knownCommand, SuggestionsMinimumDistance: 2,
		RunE: func(c *cobra.Command, _ []string) error {
			return usageError{errors.New("say what to do: run stint help " + kind)}
		},
	}
	c.AddCommand(commands...)
	return c
}

// below is a command below a family. It connects before it runs.
func (a *app) below(use, short string, args cobra.PositionalArgs,
	run func(ctx context.Context, s *session, args []string) error) *cobra.Command {
	return &cobra.Command{
		Use: use, Short: short, Args: args, ValidArgsFunction: cobra.NoFileCompletions, RunE: a.connected(run),
	}
}

// archiving are the commands that archive a record by its name, and bring it back.
func (a *app) archiving(kind string,
	set func(ctx context.Context, s *session, name string, archived bool) error) []*cobra.Command {
	of := func(use, short string, archived bool) *cobra.Command {
		return a.below(use+" NAME", short, exactlyOne, func(ctx context.Context, s *session, args []string) error {
			return set(ctx, s, args[0], archived)
		})
	}
	return []*cobra.Command{of("archive", "Archive a "+kind+", which takes no new time then", true),
		of("unarchive", "Bring an archived "+kind+" back", false)}
}

// archivedOr is what a command did.
func archivedOr(archived bool) string {
	if archived {
		return "Archived  "
	}
	return "Brought back  "
}

// exactlyOne wants one argument that is no flag.
func exactlyOne(c *cobra.Command, args []string) error {
	if len(args) == 0 {
		return errors.New(c.CommandPath() + " needs a name")
	}
	return oneText(c, args)
}

// clientName is the name of a client with a slash after it, for the name of a project of theirs; "" without one.
func (s *session) clientName(ctx context.Context, names map[uuid.UUID]string, id *uuid.UUID) (string, error) {
	name, err := lookUp(names, id, func() (*api.Customer, error) { return client.Get(s.ClientsGetWithResponse(ctx, *id)) },
		func(c *api.Customer) string { return c.Name })
	if name != "" {
		name += "/"
	}
	return name, err
}
