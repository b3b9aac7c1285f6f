package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"stint/shared/domain"
	"stint/shared/domain/audit"
	"stint/shared/domain/people"
	"stint/shared/problem"
)

// accountActs are the acts on an account, by their word.
var accountActs = map[string]audit.AccountAct{
	"disable":      audit.DisableAccount,
	"enable":       audit.EnableAccount,
	"end-sessions": audit.EndAccountSessions,
	"end-keys":     audit.EndAccountKeys,

	"allow-workspaces":  audit.AllowWorkspaces,
	"forbid-workspaces": audit.ForbidWorkspaces,
}

// account shows an account, or acts on it first. It shows the address only to those who
// gave it or ask for it.
func (o operator) account(ctx context.Context, name string, args []string) error {
	isAct := len(args) > 0 && !strings.HasPrefix(args[0], "-")
	act, known := audit.AccountAct{}, true
	if isAct {
		act, known = accountActs[args[0]]
		args = args[1:]
	}
	f, _, err := parse(args, 0, "address")
	if err != nil || !known {
		return errUsage
	}
	u, err := o.findAccount(ctx, name)
	if err != nil {
		return err
	}
	if isAct {
		if u, err = o.operate(ctx, u, act); err != nil {
			return err
		}
	}
	return o.showAccount(ctx, u, f.address || isAddress(name))
}

// operate carries out an act and reads the account after it.
func (o operator) operate(ctx context.Context, u people.User, act audit.AccountAct) (people.User, error) {
	err := o.store.OperateAccount(ctx, u.ID, act)
	if errors.Is(err, audit.ErrAccountDeleted) {
		return u, err
	}
	if err != nil {
		return u, fmt.Errorf("run it again to go on: %w", err)
	}
	return o.store.User(ctx, u.ID)
}

func isAddress(name string) bool { return strings.Contains(name, "@") }

// findAccount finds an account by its id or its address.
func (o operator) findAccount(ctx context.Context, name string) (u people.User, err error) {
	ok := true
	if isAddress(name) {
		var address domain.Email
		if code := address.ParseText(name); code != "" {
			return u, fmt.Errorf("%q is no e-mail address: %s", name, code)
		}
		u, ok, err = o.store.UserByEmail(ctx, address)
	} else {
		u, err = o.store.User(ctx, domain.ID(name))
	}
	if err == nil && !ok || problem.Is(err, problem.CodeNotFound) {
		err = fmt.Errorf("there is no account %q", name)
	}
	return u, err
}

func (o operator) showAccount(ctx context.Context, u people.User, withAddress bool) error {
	sessions, err := o.store.CountSessions(ctx, u)
	if err != nil {
		return err
	}
	memberships, err := o.store.AllMemberships(ctx, u.ID)
	if err != nil {
		return err
	}
	table := newTable(o.out)
	table.row("id", u.ID)
	if withAddress {
		table.row("email", u.Email)
	}
	table.row("email verified", yesOrNo(u.EmailVerified))
	table.row("created", u.CreatedAt)
	table.row("deleted", timeOr(u.DeletedAt, "no"))
	table.row("disabled", timeOr(u.DisabledAt, "no"))
	table.row("password", yesOrNo(u.HasPassword()))
	table.row("second factor", yesOrNo(u.HasSecondFactor()))
	table.row("may make workspaces, where the operator decides", yesOrNo(u.MakesWorkspaces))
	table.row("linked logins", len(u.Logins))
	table.row("sessions", sessions)
	table.row("API keys last ended", timeOr(u.APIKeysVoidedAt, "never"))
	for _, m := range memberships {
		table.row("workspace", fmt.Sprintf("%s %s, %s", m.Workspace.ID, m.Role(), stateOf(m)))
	}
	return table.Flush()
}

// stateOf is whether a user may act in a workspace, and why not.
func stateOf(m people.Membership) string {
	if m.Workspace.Deleted() {
		return "deleted " + m.Workspace.DeletedAt.String()
	}
	return string(m.Member.State)
}

// registration shows what decides who may register: whether the instance has an
// account, which the table says, and the settings that this command finds in its
// environment.
func (o operator) registration(ctx context.Context) error {
	used, err := o.store.IsUsed(ctx)
	if err != nil {
		return err
	}
	first := "none is recorded: the next one to register is admitted as the first"
	if used {
		first = "the instance has one"
	}
	_, _ = fmt.Fprintf(o.out, "first account  %s\n", first)
	for _, name := range []string{"REGISTRATION", "REGISTRATION_DOMAINS"} {
		value := o.getenv(name)
		if value == "" {
			value = "(not set here)"
		}
		_, _ = fmt.Fprintf(o.out, "%s  %s\n", name, value)
	}
	_, err = fmt.Fprintln(o.out, "The functions have these settings in their own environment; the table has none of them.")
	return err
}
