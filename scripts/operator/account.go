package main

import (
	"context"
	"fmt"
	"strings"
	"text/tabwriter"

	"stint/shared/domain"
	"stint/shared/problem"
)

// accountActs are the acts on an account, by their word.
var accountActs = map[string]struct {
	act    domain.OperatorAct
	change func(domain.User, domain.Instant) domain.User
}{
	"disable":      {domain.OperatorDisabled, domain.User.Disable},
	"enable":       {domain.OperatorEnabled, func(u domain.User, _ domain.Instant) domain.User { return u.Enable() }},
	"end-sessions": {domain.OperatorEndedSessions, func(u domain.User, _ domain.Instant) domain.User { return u.EndSessions() }},
	"end-keys":     {domain.OperatorEndedKeys, domain.User.VoidAPIKeys},
}

// account shows an account, or acts on it first.
func (o operator) account(ctx context.Context, name string, args []string) error {
	if len(args) > 1 {
		return errUsage
	}
	u, err := o.findAccount(ctx, name)
	if err != nil {
		return err
	}
	if len(args) == 1 {
		a, ok := accountActs[args[0]]
		if !ok {
			return errUsage
		}
		if err := o.store.ChangeAccountByOperator(ctx, u, a.change(u, o.now()), a.act); err != nil {
			return err
		}
		if u, err = o.store.User(ctx, u.ID); err != nil {
			return err
		}
	}
	return o.showAccount(ctx, u)
}

// findAccount finds an account by its id or its address.
func (o operator) findAccount(ctx context.Context, name string) (u domain.User, err error) {
	ok := true
	if strings.Contains(name, "@") {
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

func (o operator) showAccount(ctx context.Context, u domain.User) error {
	sessions, err := o.store.CountSessions(ctx, u)
	if err != nil {
		return err
	}
	memberships, err := o.store.Memberships(ctx, u.ID)
	if err != nil {
		return err
	}
	table := tabwriter.NewWriter(o.out, 0, 0, 2, ' ', 0)
	row := func(name string, value any) { _, _ = fmt.Fprintf(table, "%s\t%v\n", name, value) }
	row("id", u.ID)
	row("email", u.Email)
	row("email verified", u.EmailVerified)
	row("created", u.CreatedAt)
	row("disabled", timeOr(u.DisabledAt, "no"))
	row("password", u.HasPassword())
	row("second factor", u.HasSecondFactor())
	row("linked logins", len(u.Logins))
	row("sessions", sessions)
	row("API keys last ended", timeOr(u.APIKeysVoidedAt, "never"))
	for _, m := range memberships {
		row("workspace", fmt.Sprintf("%s %s", m.Workspace.ID, m.Role()))
	}
	return table.Flush()
}

// timeOr is the time, or the text without one.
func timeOr(at *domain.Instant, none string) string {
	if at == nil {
		return none
	}
	return at.String()
}
