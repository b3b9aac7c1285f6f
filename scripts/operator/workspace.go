package main

import (
	"context"
	"errors"
	"fmt"

	"stint/shared/domain"
	"stint/shared/domain/people"
	"stint/shared/problem"
	"stint/shared/store"
)

// workspace shows a workspace or acts on it. With an address, it lists the workspaces
// of the account; an act needs the id.
func (o operator) workspace(ctx context.Context, name string, args []string) error {
	switch {
	case isAddress(name) && len(args) == 0:
		return o.listWorkspaces(ctx, name)
	case isAddress(name):
		return errUsage
	case len(args) == 0:
		return o.showWorkspace(ctx, domain.ID(name))
	default:
		return o.actOnWorkspace(ctx, domain.ID(name), args[0], args[1:])
	}
}

// actOnWorkspace runs one of the acts on a workspace. Errors: errUsage.
func (o operator) actOnWorkspace(ctx context.Context, id domain.ID, act string, args []string) error {
	switch act {
	case "restore":
		if _, _, err := parse(args, 0); err != nil {
			return err
		}
		return o.report("restored", o.store.RestoreByOperator(ctx, id))
	case "clear-networks":
		if _, _, err := parse(args, 0); err != nil {
			return err
		}
		return o.report("its members may come from all networks", o.store.ClearNetworksByOperator(ctx, id))
	case "purge":
		f, _, err := parse(args, 0, "in-use")
		if err != nil {
			return err
		}
		return o.report("the purge is due now; the worker runs it", o.store.PurgeByOperator(ctx, id, f.inUse))
	case "export":
		f, others, err := parse(args, 1, "from")
		if err != nil {
			return err
		}
		return o.export(ctx, id, f.from, others[0])
	case "bring-back":
		f, _, err := parse(args, 0, "from")
		if err != nil || f.from == "" {
			return errUsage
		}
		return o.bringBack(ctx, id, f.from)
	default:
		return errUsage
	}
}

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
	restored, closeRestored, err := o.openOther(ctx, from)
	if err != nil {
		return err
	}
	defer closeRestored()
	count, err := o.store.BringBack(ctx, id, restored, from)
	if errors.Is(err, store.ErrWorkspaceExists) && count.Written == 0 {
		return fmt.Errorf("nothing was written: %w", err)
	}
	if err != nil {
		return fmt.Errorf("after %d items (run it again to go on): %w", count.Written, explain(err))
	}
	return o.report(fmt.Sprintf("brought back: %d items written, %d were there", count.Written, count.Present), nil)
}

func (o operator) listWorkspaces(ctx context.Context, address string) error {
	u, err := o.findAccount(ctx, address)
	if err != nil {
		return err
	}
	all, err := o.store.AllMemberships(ctx, u.ID)
	if err != nil {
		return err
	}
	table := newTable(o.out)
	table.row("ID", "NAME", "ROLE", "STATE")
	for _, m := range all {
		table.row(m.Workspace.ID, m.Workspace.Name, m.Role(), stateOf(m))
	}
	return table.Flush()
}

func (o operator) showWorkspace(ctx context.Context, id domain.ID) error {
	w, err := o.store.Workspace(ctx, id)
	if problem.Is(err, problem.CodeNotFound) {
		return o.showCopy(ctx, id)
	}
	if err != nil {
		return err
	}
	table := newTable(o.out)
	table.row("id", w.ID)
	table.row("name", w.Name)
	table.row("owner", w.OwnerID)
	table.row("created", w.CreatedAt)
	table.row("deleted", timeOr(w.DeletedAt, "no"))
	if purge := purgeOf(w); purge != "" {
		table.row("purge", purge)
	}
	table.row("requires second factor", yesOrNo(w.RequireSecondFactor))
	table.row("requires single sign-on", yesOrNo(w.RequireSSO))
	return table.Flush()
}

// purgeOf is the state of the purge of a workspace; "" if it is not deleted.
func purgeOf(w people.Workspace) string {
	switch {
	case w.PurgeBegun():
		return "begun"
	case w.Deleted():
		return "due " + w.PurgeDue().String()
	default:
		return ""
	}
}

// showCopy shows a workspace that was not completely brought back.
func (o operator) showCopy(ctx context.Context, id domain.ID) error {
	begun, err := o.store.CopyBegun(ctx, id)
	return o.report(fmt.Sprintf("it is not completely brought back from %s, since %s", begun.From, begun.At), err)
}
