package main

import (
	"context"
	"errors"
	"fmt"
	"text/tabwriter"

	"stint/shared/domain"
	"stint/shared/problem"
	"stint/shared/store"
)

// workspace shows a workspace or acts on it.
func (o operator) workspace(ctx context.Context, name string, args []string) error {
	id := domain.ID(name)
	switch {
	case len(args) == 0:
		return o.showWorkspace(ctx, id)
	case len(args) == 1 && args[0] == "restore":
		return o.report("restored", o.store.RestoreByOperator(ctx, id))
	case len(args) == 1 && args[0] == "purge":
		return o.report(purgeQueued, o.store.PurgeByOperator(ctx, id, false))
	case len(args) == 2 && args[0] == "purge" && args[1] == "-in-use":
		return o.report(purgeQueued, o.store.PurgeByOperator(ctx, id, true))
	case len(args) == 2 && args[0] == "export":
		return o.export(ctx, id, args[1])
	case len(args) == 3 && args[0] == "bring-back" && args[1] == "-from":
		return o.bringBack(ctx, id, args[2])
	default:
		return errUsage
	}
}

const purgeQueued = "the purge is due now; the worker runs it"

// report prints the result of an act without an error.
func (o operator) report(result string, err error) error {
	if err != nil {
		return explain(err)
	}
	_, err = fmt.Fprintln(o.out, result)
	return err
}

// explain names the workspace in an error that does not.
func explain(err error) error {
	if problem.Is(err, problem.CodeNotFound) {
		return fmt.Errorf("there is no such workspace: %w", err)
	}
	return err
}

func (o operator) bringBack(ctx context.Context, id domain.ID, from string) error {
	count, err := o.store.BringBack(ctx, id, o.openTable(from))
	if errors.Is(err, store.ErrWorkspaceExists) {
		return o.report("the workspace exists; nothing was written", nil)
	}
	if err != nil {
		return fmt.Errorf("after %d items (run it again to go on): %w", count.Written, explain(err))
	}
	return o.report(fmt.Sprintf("brought back: %d items written, %d were there", count.Written, count.Present), nil)
}

func (o operator) showWorkspace(ctx context.Context, id domain.ID) error {
	w, err := o.store.Workspace(ctx, id)
	if err != nil {
		return explain(err)
	}
	table := tabwriter.NewWriter(o.out, 0, 0, 2, ' ', 0)
	row := func(name string, value any) { _, _ = fmt.Fprintf(table, "%s\t%v\n", name, value) }
	row("id", w.ID)
	row("name", w.Name)
	row("owner", w.OwnerID)
	row("created", w.CreatedAt)
	row("deleted", timeOr(w.DeletedAt, "no"))
	switch {
	case w.PurgeBegun():
		row("purge", "begun")
	case w.Deleted():
		row("purge", "due "+w.PurgeDue().String())
	}
	row("requires second factor", w.RequireSecondFactor)
	row("requires single sign-on", w.RequireSSO)
	return table.Flush()
}
