package peopledb

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/expression"

	"stint/shared/domain"
	"stint/shared/domain/audit"
	"stint/shared/domain/people"
	"stint/shared/problem"
	"stint/shared/store/internal/core"
	"stint/shared/store/key"
	"stint/shared/table"
)

// Passkeys are items under their user, who counts them. Adding and deleting one makes a new version of the account, so
// that a change of access that read them before fails.

// ErrTooManyPasskeys is the error of one passkey too many.
var ErrTooManyPasskeys = problem.Conflict(problem.LimitReached,
	"The account has as many passkeys as one may have. Delete one first.")

// errCeremonyOver is the error of a challenge that was answered, has expired or was given to another user.
var errCeremonyOver = problem.InvalidField("credential", problem.TokenInvalid)

// BeginPasskeyCeremony keeps a challenge until it is answered or expires.
func (s *Store) BeginPasskeyCeremony(ctx context.Context, x people.PasskeyCeremony) (err error) {
	defer core.Wrap(&err, "BeginPasskeyCeremony", x.UserID)
	it := table.Encode(key.PasskeyCeremony(x.Digest), x)
	return s.Table.Commit(ctx, table.Create(table.WithExpiry(it, x.ExpiresAt.Time)))
}

// PasskeyCeremony reads the ceremony of a challenge; ok is false when there is none of the user, "" for a sign-in, that
// has not expired.
func (s *Store) PasskeyCeremony(ctx context.Context, challenge string, u domain.ID) (
	x people.PasskeyCeremony, ok bool, err error) {
	defer core.Wrap(&err, "PasskeyCeremony", u)
	x, ok, err = table.Get[people.PasskeyCeremony](ctx, s.Table, key.PasskeyCeremony(domain.Digest(challenge)))
	return x, ok && x.UserID == u && s.Now().Before(x.ExpiresAt.Time), err
}

// endCeremony ends a ceremony that was read, once.
func endCeremony(x people.PasskeyCeremony) table.Action {
	return table.Delete(key.PasskeyCeremony(x.Digest)).Provided(table.Present).Or(errCeremonyOver)
}

// RefuseCopiedPasskey ends the ceremony of a passkey whose counter went back, and tells the account.
func (s *Store) RefuseCopiedPasskey(ctx context.Context, x people.PasskeyCeremony, u domain.ID) (err error) {
	defer core.Wrap(&err, "RefuseCopiedPasskey", u)
	return s.Table.Commit(ctx, table.Delete(key.PasskeyCeremony(x.Digest)), s.Notify(domain.NoticePasskeyCopied, u))
}

// Passkeys lists the passkeys of a user, the oldest first, at most people.MaxPasskeys.
func (s *Store) Passkeys(ctx context.Context, u domain.ID) (_ []people.Passkey, err error) {
	defer core.Wrap(&err, "Passkeys", u)
	return table.ReadAll[people.Passkey](ctx, s.Table, table.PrefixRange(table.Base, key.UserPK(u), key.PasskeyPrefix))
}

// Passkey reads a passkey of a user. Errors: not_found.
func (s *Store) Passkey(ctx context.Context, u, id domain.ID) (_ people.Passkey, err error) {
	defer core.Wrap(&err, "Passkey", u, id)
	return table.GetExisting[people.Passkey](ctx, s.Table, key.Passkey(u, id))
}

// AddPasskey keeps a new passkey of a user who was read, ends its ceremony, and tells the account. Errors: conflict
// with limit_reached, or when the account was changed concurrently; validation when the challenge was answered
// concurrently.
func (s *Store) AddPasskey(ctx context.Context, u people.User, p people.Passkey, x people.PasskeyCeremony) (err error) {
	defer core.Wrap(&err, "AddPasskey", u.ID, p.ID)
	if u.Passkeys >= people.MaxPasskeys {
		return ErrTooManyPasskeys
	}
	return s.changePasskeys(ctx, u, 1, audit.PasskeyAdded, domain.NoticePasskeyAdded, p,
		table.Create(table.Encode(key.Passkey(u.ID, p.ID), p)), endCeremony(x))
}

// DeletePasskey deletes a passkey of a user who was read, and tells the account. Errors: conflict when the account was
// changed concurrently; not_found when the passkey was deleted concurrently.
func (s *Store) DeletePasskey(ctx context.Context, u people.User, p people.Passkey) (err error) {
	defer core.Wrap(&err, "DeletePasskey", u.ID, p.ID)
	return s.changePasskeys(ctx, u, -1, audit.PasskeyRemoved, domain.NoticePasskeyRemoved, p,
		table.Delete(key.Passkey(u.ID, p.ID)).Provided(table.Present).Or(problem.NotFound()))
}

func (s *Store) changePasskeys(ctx context.Context, u people.User, more int, what audit.Action, notice domain.MailKind,
	p people.Passkey, changes ...table.Action) error {
	told, err := s.accountEventActions(ctx, u, audit.PasskeyChange(what, u, p))
	if err != nil {
		return err
	}
	counted := core.PasskeysNow.AddTo(expression.Add(expression.Name(table.AttrVersion), expression.Value(1)), more)
	account := table.Update(key.Profile(u.ID), counted).Provided(table.AtVersion(u.Version)).Or(ErrUserChanged)
	actions := append(changes, account, s.Notify(notice, u.ID))
	return s.Table.Commit(ctx, append(actions, told...)...)
}

// RenamePasskey writes the name of a passkey. Errors: not_found when it was deleted concurrently.
func (s *Store) RenamePasskey(ctx context.Context, p people.Passkey) (err error) {
	defer core.Wrap(&err, "RenamePasskey", p.UserID, p.ID)
	name := expression.Set(core.Field[people.Passkey]("Name"), expression.Value(string(p.Name)))
	return s.Table.Commit(ctx, table.Update(key.Passkey(p.UserID, p.ID), name).Provided(table.Present).
		Or(problem.NotFound()))
}

// PasskeyUse is the use of a passkey in a sign-in: the passkey with its new counter, and the ceremony that it ends.
type PasskeyUse struct {
	Passkey  people.Passkey // as it is to be written; its version is the one that was read
	Ceremony people.PasskeyCeremony
}

// actions write the use, once: a passkey that another sign-in used concurrently has another counter.
func (x PasskeyUse) actions() []table.Action {
	p := x.Passkey
	p.Version++
	used := table.UpdateAttributes(table.Encode(key.Passkey(p.UserID, p.ID), p), x.Passkey.Version,
		core.Attributes[people.Passkey]("Credential", "LastUsedAt")...)
	return []table.Action{endCeremony(x.Ceremony), used.Or(errCeremonyOver)}
}

// endPasskeys deletes passkeys that were read; the account counts none any more.
func endPasskeys(all []people.Passkey) (actions []table.Action) {
	for _, p := range all {
		actions = append(actions, table.Delete(key.Passkey(p.UserID, p.ID)))
	}
	return actions
}
