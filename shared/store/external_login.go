package store

import (
	"context"

	"stint/shared/domain"
	"stint/shared/problem"
	"stint/shared/table"
)

// Errors of links.
var (
	errLoginTaken  = problem.Conflict(problem.LoginTaken, "This login at the provider belongs to another account.")
	errUserChanged = problem.Conflict(problem.WriteRace, "The account was changed by another request. Try again.")
)

// externalLoginGuard makes a subject at a provider lead to one account.
type externalLoginGuard struct {
	UserID domain.ID `db:"uid"`
}

// UserByExternalLogin finds the account that is linked to a subject at an
// identity provider; ok is false when there is none. The account itself must have the
// link: it may have lost it between the two reads, with a proof of its address that ended
// all sessions, and then this login may open no new one.
func (s *Store) UserByExternalLogin(ctx context.Context, provider, subject string) (user domain.User, ok bool, err error) {
	guard, ok, err := table.Get[externalLoginGuard](ctx, s.table, externalLoginKey(provider, subject))
	if err != nil || !ok {
		return user, false, err
	}
	user, ok, err = table.Get[domain.User](ctx, s.table, profileKey(guard.UserID))
	login, linked := user.FindLogin(provider)
	return user, ok && !user.Deleted() && linked && login.Subject == subject, err
}

// LinkLogin links an account to a subject at an identity provider, and tells the
// account. The user is as it was read, and gets the next version. Errors: conflict when
// the subject is linked already, or the account was changed concurrently.
func (s *Store) LinkLogin(ctx context.Context, u domain.User, login domain.ExternalLogin) (domain.User, error) {
	linked, actions := AccessChange{Was: u, User: u.AddLogin(login)}.write()
	return linked, s.table.Commit(ctx, append(actions, s.notify(domain.NoticeLoginLinked, u.ID))...)
}

// UnlinkLogin removes the link between an account and a subject at a provider, which
// another account may then link, and tells the account. The user is as it was read.
// Errors: conflict when the account was changed concurrently.
func (s *Store) UnlinkLogin(ctx context.Context, u domain.User, provider string) error {
	_, actions := AccessChange{Was: u, User: u.RemoveLogin(provider)}.write()
	return s.table.Commit(ctx, append(actions, s.notify(domain.NoticeLoginUnlinked, u.ID))...)
}

// ExternalMailedToken finds an sso_verify token by its digest; ok is false when
// it was used, has expired or is of another kind. It may have no account yet.
func (s *Store) ExternalMailedToken(ctx context.Context, digest string) (t domain.MailedToken, ok bool, err error) {
	t, ok, err = table.Get[domain.MailedToken](ctx, s.table, tokenKey(digest))
	return t, ok && t.Kind == domain.MailSSOVerify && t.Login != nil, err
}

// ExternalRegistration is everything that the first sign-in through an identity
// provider writes. The address is verified.
type ExternalRegistration struct {
	User      domain.User // with the link
	Session   domain.Session
	Workspace domain.Workspace // the first workspace
	Billing   domain.Billing
	Token     *domain.MailedToken // the mailed token that verified the address, which is deleted; nil when the provider verified it
	Admission domain.Admission
}

// CreateExternalAccount registers a user who signs in through an identity
// provider, with a first workspace, all or nothing. Errors: validation
// token_invalid when the token was used concurrently; conflict when the address
// or the subject has an account; forbidden with registration_closed when another
// account was the first.
func (s *Store) CreateExternalAccount(ctx context.Context, a ExternalRegistration) error {
	u, w := a.User.ID, a.Workspace.ID
	var actions []table.Action
	if a.Token != nil {
		actions = append(actions, consumeToken(*a.Token))
	}
	for _, login := range a.User.Logins {
		actions = append(actions, claimExternalLogin(login, u))
	}
	actions = append(actions, s.auditRegistration(ctx, a.User, a.Workspace, a.Session)...)
	return s.commitAccount(ctx, a.Admission, append(actions,
		table.Create(table.Encode(emailKey(a.User.Email), emailGuard{UserID: u})).Or(errEmailTaken),
		table.Create(table.Encode(profileKey(u), a.User)),
		table.Create(sessionItem(a.Session)),
		table.Create(table.Encode(workspaceKey(w), a.Workspace)),
		createTimerWatch(a.Workspace),
		table.Create(table.Encode(billingKey(w), a.Billing)),
		table.Create(table.Encode(memberKey(w, u), domain.NewOwnerMember(u, a.User.CreatedAt))),
		table.Create(table.Encode(membershipKey(u, w), membershipPointer{WorkspaceID: w})),
	))
}

// LoginConfirmation is the use of a mailed token that signs in the account of its
// address.
type LoginConfirmation struct {
	Token  domain.MailedToken
	Change *AccessChange // links the login; nil when it is linked already and the address was proved before
	SignIn SignIn        // with a change, the devices and the code are part of the change
}

// ConfirmLogin uses a mailed token to link the account of its address, tells the
// account, and opens a session, all or nothing. Errors: validation token_invalid when
// the token was used concurrently; conflict when the subject was linked or the account
// was changed concurrently; ErrCodeUsed, or with a change conflict, when the code was
// used concurrently.
func (s *Store) ConfirmLogin(ctx context.Context, c LoginConfirmation) error {
	actions := []table.Action{consumeToken(c.Token)}
	if c.Change != nil {
		c.Change.Code = c.SignIn.Code
		if err := s.readGrant(ctx, c.Change); err != nil {
			return err
		}
		_, changes := c.Change.write()
		actions = append(append(actions, changes...), s.notify(domain.NoticeLoginLinked, c.Change.User.ID))
		c.SignIn = SignIn{User: c.SignIn.User, Session: c.SignIn.Session}
	}
	return s.table.Commit(ctx, append(actions, s.signInActions(ctx, c.SignIn)...)...)
}

// claimExternalLogin makes a subject lead to the account, if it leads to none.
func claimExternalLogin(login domain.ExternalLogin, u domain.ID) table.Action {
	return table.Create(table.Encode(externalLoginKey(login.Provider, login.Subject), externalLoginGuard{UserID: u})).Or(errLoginTaken)
}
