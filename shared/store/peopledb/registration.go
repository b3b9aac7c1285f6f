package peopledb

import (
	"context"
	"slices"

	"stint/shared/domain"
	"stint/shared/domain/audit"
	"stint/shared/domain/money"
	"stint/shared/domain/people"
	"stint/shared/problem"
	"stint/shared/store/internal/core"
	"stint/shared/store/key"
	"stint/shared/table"
)

// Registration is everything that the registration of an account writes.
type Registration struct {
	User      people.User
	Session   people.Session
	Workspace *people.Workspace  // the first workspace; nil where only those make some whom the operator allows
	Mail      domain.Mail        // asks to verify the address
	Token     people.MailedToken // in that mail
	Quotas    []domain.Quota     // that the mail counts against; over one of them, the mail is not sent
	Admission people.Admission
}

// errEmailTaken is the error of a second registration of an address.
var errEmailTaken = problem.Conflict(problem.EmailTaken, "There is an account with this e-mail address already.")

// CreateAccount registers a user, with a first workspace if there is one, all or nothing. Errors:
// conflict when the address has an account, also by a registration at the same
// time; forbidden with registration_closed when another account was the first.
func (s *Store) CreateAccount(ctx context.Context, a Registration) (err error) {
	defer core.Wrap(&err, "CreateAccount")
	account := s.accountActions(ctx, a)
	mail := append([]table.Action{table.Create(TokenItem(a.Token)), core.Enqueue(a.Mail, a.Mail.CreatedAt)},
		countActions(s.Now(), a.Quotas)...)
	err = s.commitAccount(ctx, a.Admission, slices.Concat(account, mail))
	if problem.Is(err, problem.CodeRateLimited) {
		return s.commitAccount(ctx, a.Admission, account)
	}
	return err
}

// accountActions write an account without its mail.
func (s *Store) accountActions(ctx context.Context, a Registration) []table.Action {
	actions := []table.Action{
		table.Create(table.Encode(key.Email(a.User.Email), EmailGuard{UserID: a.User.ID})).Or(errEmailTaken),
		table.Create(table.Encode(key.Profile(a.User.ID), a.User)),
		table.Create(sessionItem(a.Session)),
	}
	return append(actions, s.firstWorkspaceActions(ctx, a.User, a.Workspace, a.Session)...)
}

// firstWorkspaceActions write the first workspace of a user who registers, and record it. There are none for nil.
func (s *Store) firstWorkspaceActions(
	ctx context.Context, u people.User, w *people.Workspace, x people.Session,
) []table.Action {
	if w == nil {
		return nil
	}
	events := append([]audit.Event{audit.NewWorkspace(*w).ByUser(u)}, audit.SignIn(u, x)...)
	return append(newWorkspaceActions(*w, money.NewBilling(), people.NewOwnerMember(u.ID, u.CreatedAt)),
		s.AuditActions(ctx, w.ID, events...)...)
}

// ExternalRegistration is everything that the first sign-in through an identity
// provider writes. The address is verified.
type ExternalRegistration struct {
	User      people.User // with the link
	Session   people.Session
	Workspace *people.Workspace // the first workspace, as in Registration
	// the mailed token that verified the address, which is deleted; nil when the provider verified it
	Token     *people.MailedToken
	Admission people.Admission
}

// CreateExternalAccount registers a user who signs in through an identity
// provider, with a first workspace if there is one, all or nothing. Errors: validation
// token_invalid when the token was used concurrently; conflict when the address
// or the subject has an account; forbidden with registration_closed when another
// account was the first.
func (s *Store) CreateExternalAccount(ctx context.Context, a ExternalRegistration) (err error) {
	defer core.Wrap(&err, "CreateExternalAccount")
	u := a.User.ID
	var actions []table.Action
	if a.Token != nil {
		actions = append(actions, consumeToken(*a.Token))
	}
	for _, login := range a.User.Logins {
		actions = append(actions, claimExternalLogin(login, u))
	}
	actions = append(actions, s.firstWorkspaceActions(ctx, a.User, a.Workspace, a.Session)...)
	return s.commitAccount(ctx, a.Admission, append(actions,
		table.Create(table.Encode(key.Email(a.User.Email), EmailGuard{UserID: u})).Or(errEmailTaken),
		table.Create(table.Encode(key.Profile(u), a.User)),
		table.Create(sessionItem(a.Session)),
	))
}

// One item marks that the instance has an account. The first account writes it in its
// transaction, so that only one account can be the first. A table from before this item
// has none: there every sign-in writes it while registration is restricted (MarkUsed).

// InstanceMark is the item. It has no attributes of its own.
type InstanceMark struct{}

func instanceItem() table.Item { return table.Encode(key.InstanceMark, InstanceMark{}) }

// errRegistrationClosed is the error of a registration that another one preceded.
var errRegistrationClosed = problem.Forbidden(problem.RegistrationClosed)

// IsUsed reports whether the instance has an account. It reads only until it has.
func (s *Store) IsUsed(ctx context.Context) (_ bool, err error) {
	defer core.Wrap(&err, "IsUsed")
	if s.used.Load() {
		return true, nil
	}
	_, used, err := table.Get[InstanceMark](ctx, s.Table, key.InstanceMark)
	if used {
		s.used.Store(true)
	}
	return used, err
}

// MarkUsed marks that the instance has an account, unless this process knows of the
// mark.
func (s *Store) MarkUsed(ctx context.Context) (err error) {
	defer core.Wrap(&err, "MarkUsed")
	if s.used.Load() {
		return nil
	}
	err = s.Table.Commit(ctx, table.Put(instanceItem()))
	if err == nil {
		s.used.Store(true)
	}
	return err
}

// commitAccount carries out the writes of a new account on the condition of its
// admission. Errors: forbidden with registration_closed when another account was first.
func (s *Store) commitAccount(ctx context.Context, a people.Admission, actions []table.Action) error {
	switch {
	case a == people.AdmittedAsFirst:
		actions = append([]table.Action{table.Create(instanceItem()).Or(errRegistrationClosed)}, actions...)
	case !s.used.Load():
		actions = append(actions, table.Put(instanceItem()))
	}
	err := s.Table.Commit(ctx, actions...)
	if err == nil {
		s.used.Store(true)
	}
	return err
}
