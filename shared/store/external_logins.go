package store

import (
	"context"

	"stint/shared/domain"
	"stint/shared/problem"
)

// What is told of links that cannot be made.
var (
	errLinkedElsewhere = problem.Clash("This login at the provider belongs to another account.")
	errUserChanged     = problem.Clash("The account was changed meanwhile. Try again.")
)

// loginGuard lets a subject at a provider lead to one account.
type loginGuard struct {
	UserID domain.ID `db:"uid"`
}

// UserByLogin finds the account that a subject at an identity provider is
// linked to; ok is false when there is none.
func (s *Store) UserByLogin(ctx context.Context, provider, subject string) (user domain.User, ok bool, err error) {
	guard, ok, err := get[loginGuard](ctx, s, externalLoginKey(provider, subject))
	if err != nil || !ok {
		return user, false, err
	}
	return get[domain.User](ctx, s, profileKey(guard.UserID))
}

// Link links an account to a subject at an identity provider. The user is the
// one that was read; its version goes up by one. Errors: conflict when the
// subject is linked already, or the account was changed meanwhile.
func (s *Store) Link(ctx context.Context, u domain.User, login domain.ExternalLogin) (domain.User, error) {
	linked := u.Linked(login)
	linked.Version++
	err := s.commit(ctx, guarding(login, u.ID), amend(encode(profileKey(u.ID), linked), u.Version, "logins").or(errUserChanged))
	return linked, err
}

// Unlink takes a link to an identity provider off an account, and frees the
// subject there for another. The user is the one that was read, without the
// link; its version goes up by one. Errors: conflict when the account was
// changed meanwhile.
func (s *Store) Unlink(ctx context.Context, u domain.User, gone domain.ExternalLogin) error {
	read := u.Version
	u.Version++
	return s.commit(ctx,
		amend(encode(profileKey(u.ID), u), read, "logins"),
		erase(externalLoginKey(gone.Provider, gone.Subject)),
	)
}

// ExternalLetter finds an sso_verify token by its digest; ok is false when it
// is dead, used or of another kind. There may be no account for it yet.
func (s *Store) ExternalLetter(ctx context.Context, digest string) (t domain.Token, ok bool, err error) {
	t, ok, err = get[domain.Token](ctx, s, tokenKey(digest))
	return t, ok && t.Kind == domain.MailSSOVerify && t.Login != nil, err
}

// ExternalAccount is everything that a first sign-in through an identity
// provider makes. Its address is proven.
type ExternalAccount struct {
	User      domain.User // with the link
	Session   domain.Session
	Workspace domain.Workspace // the first workspace
	Billing   domain.Billing
	Token     *domain.Token // the mailed one that proved the address, which is used up; nil when the provider's word did
}

// CreateExternalAccount registers a user who signs in through an identity
// provider, with a first workspace, all or nothing. Errors: validation with
// token_invalid when the token was used meanwhile; conflict when the address or
// the subject has an account by now.
func (s *Store) CreateExternalAccount(ctx context.Context, a ExternalAccount) error {
	u, w := a.User.ID, a.Workspace.ID
	var actions []action
	if a.Token != nil {
		actions = append(actions, usedUp(*a.Token))
	}
	for _, login := range a.User.Logins {
		actions = append(actions, guarding(login, u))
	}
	return s.commit(ctx, append(actions,
		create(encode(emailKey(a.User.Email), emailGuard{UserID: u})).or(errEmailTaken),
		create(encode(profileKey(u), a.User)),
		create(sessionItem(a.Session)),
		create(encode(metaKey(w), a.Workspace)),
		create(encode(billingKey(w), a.Billing)),
		create(encode(memberKey(w, u), domain.Owning(u, a.User.CreatedAt))),
		create(encode(membershipKey(u, w), membership{WorkspaceID: w})),
	)...)
}

// Confirmation is a mailed token that links the account of its address.
type Confirmation struct {
	Token   domain.Token
	Read    domain.User // as it was read
	User    domain.User // from now on
	Session domain.Session
	Login   *domain.ExternalLogin // the new link; nil when it is there already
}

// ConfirmLogin uses a mailed token up to link the account of its address, and
// opens a session, all or nothing. Errors: validation with token_invalid when
// the token was used meanwhile; conflict when the subject is linked by now, or
// the account was changed.
func (s *Store) ConfirmLogin(ctx context.Context, c Confirmation) error {
	actions := []action{usedUp(c.Token)}
	if c.Login != nil {
		changed := amend(encode(profileKey(c.User.ID), c.User), c.Read.Version, "logins", "verified", "pw", "epoch")
		actions = append(actions, guarding(*c.Login, c.User.ID), changed.or(errUserChanged))
	}
	return s.commit(ctx, append(actions, create(sessionItem(c.Session)))...)
}

// guarding makes a subject lead to the account, if it leads to none.
func guarding(login domain.ExternalLogin, u domain.ID) action {
	return create(encode(externalLoginKey(login.Provider, login.Subject), loginGuard{UserID: u})).or(errLinkedElsewhere)
}
