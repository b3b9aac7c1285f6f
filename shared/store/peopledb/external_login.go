package peopledb

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/expression"
	"github.com/google/uuid"

	"stint/shared/domain"
	"stint/shared/domain/people"
	"stint/shared/dynamo"
	"stint/shared/problem"
	"stint/shared/store/internal/core"
	"stint/shared/store/key"
	"stint/shared/table"
)

// Errors of links.
var (
	errLoginTaken  = problem.Conflict(problem.LoginTaken, "This login at the provider belongs to another account.")
	ErrUserChanged = problem.Conflict(problem.WriteRace, "The account was changed by another request. Try again.")
)

// ExternalLoginGuard makes a subject at a provider lead to one account.
type ExternalLoginGuard struct {
	UserID domain.ID `db:"uid"`
}

// UserByExternalLogin finds the account that is linked to a subject at an
// identity provider; ok is false when there is none. The account itself must have the
// link: it may have lost it between the two reads, with a proof of its address that ended
// all sessions, and then this login may open no new one.
func (s *Store) UserByExternalLogin(
	ctx context.Context, provider, subject string,
) (user people.User, ok bool, err error) {
	defer core.Wrap(&err, "UserByExternalLogin")
	guard, ok, err := table.Get[ExternalLoginGuard](ctx, s.Table, key.ExternalLogin(provider, subject))
	if err != nil || !ok {
		return user, false, err
	}
	user, ok, err = table.Get[people.User](ctx, s.Table, key.Profile(guard.UserID))
	login, linked := user.FindLogin(provider)
	return user, ok && !user.Deleted() && linked && login.Subject == subject, err
}

// LinkLogin links an account to a subject at an identity provider, and tells the
// account. The user is as it was read, and gets the next version. Errors: conflict when
// the subject is linked already, or the account was changed concurrently.
func (s *Store) LinkLogin(ctx context.Context, u people.User, login people.ExternalLogin) (_ people.User, err error) {
	defer core.Wrap(&err, "LinkLogin", u.ID)
	return s.changeLogins(ctx, AccessChange{Was: u, User: u.AddLogin(login)}, domain.NoticeLoginLinked)
}

// UnlinkLogin removes the link between an account and a subject at a provider, which
// another account may then link, and tells the account. The user is as it was read.
// Errors: conflict when the account was changed concurrently.
func (s *Store) UnlinkLogin(ctx context.Context, u people.User, provider string) (err error) {
	defer core.Wrap(&err, "UnlinkLogin", u.ID)
	_, err = s.changeLogins(ctx, AccessChange{Was: u, User: u.RemoveLogin(provider)}, domain.NoticeLoginUnlinked)
	return err
}

// changeLogins writes the account with other external logins, and tells it.
func (s *Store) changeLogins(ctx context.Context, c AccessChange, notice domain.MailKind) (people.User, error) {
	if err := s.prepare(ctx, &c); err != nil {
		return c.Was, err
	}
	changed, actions := c.write()
	return changed, s.Table.Commit(ctx, append(actions, s.Notify(notice, changed.ID))...)
}

// ExternalMailedToken finds an sso_verify token by its digest; ok is false when
// it was used, has expired or is of another kind. It may have no account yet.
func (s *Store) ExternalMailedToken(ctx context.Context, digest string) (t people.MailedToken, ok bool, err error) {
	defer core.Wrap(&err, "ExternalMailedToken")
	t, ok, err = table.Get[people.MailedToken](ctx, s.Table, key.Token(digest))
	return t, ok && t.Kind == domain.MailSSOVerify && t.Login != nil, err
}

// LoginConfirmation is the use of a mailed token that signs in the account of its
// address.
type LoginConfirmation struct {
	Token  people.MailedToken
	Change *AccessChange // links the login; nil when it is linked already and the address was proved before
	SignIn SignIn        // with a change, the devices and the code are part of the change
}

// ConfirmLogin uses a mailed token to link the account of its address, tells the
// account, and opens a session, all or nothing. Errors: validation token_invalid when
// the token was used concurrently; conflict when the subject was linked or the account
// was changed concurrently; ErrCodeUsed, or with a change conflict, when the code was
// used concurrently.
func (s *Store) ConfirmLogin(ctx context.Context, c LoginConfirmation) (err error) {
	defer core.Wrap(&err, "ConfirmLogin")
	actions := []table.Action{consumeToken(c.Token)}
	if c.Change != nil {
		c.Change.Code = c.SignIn.Code
		if err := s.prepare(ctx, c.Change); err != nil {
			return err
		}
		_, changes := c.Change.write()
		actions = append(append(actions, changes...), s.Notify(domain.NoticeLoginLinked, c.Change.User.ID))
		c.SignIn = SignIn{User: c.SignIn.User, Session: c.SignIn.Session}
	}
	return s.Table.Commit(ctx, append(actions, s.signInActions(ctx, c.SignIn)...)...)
}

// claimExternalLogin makes a subject lead to the account, if it leads to none.
func claimExternalLogin(login people.ExternalLogin, u domain.ID) table.Action {
	return table.Create(table.Encode(key.ExternalLogin(login.Provider, login.Subject), ExternalLoginGuard{UserID: u})).Or(
		errLoginTaken)
}

// CreateOAuthState keeps the state of a visit to a provider until it expires.
func (s *Store) CreateOAuthState(ctx context.Context, x people.OAuthState) (err error) {
	defer core.Wrap(&err, "CreateOAuthState")
	return s.Table.Commit(ctx, table.Create(table.WithExpiry(table.Encode(key.OAuthState(x.Digest), x), x.ExpiresAt.Time)))
}

// UseOAuthState uses a state: one call gets it, all others do not. A state that
// is unknown, used or expired, or belongs to another purpose or browser, stays as
// it is; ok is false then.
//
// A used state is marked, and not deleted until it expires. So the SDK can repeat
// a call whose answer was lost: the state has the mark of that call.
func (s *Store) UseOAuthState(
	ctx context.Context, purpose people.OAuthPurpose, digest, browser string,
) (x people.OAuthState, ok bool, err error) {
	defer core.Wrap(&err, "UseOAuthState")
	return s.useOAuthState(ctx, purpose, digest,
		core.Field[people.OAuthState]("BrowserDigest").Equal(expression.Value(browser)))
}

// UseOAuthStateOfUser is UseOAuthState for a state that belongs to a user, in any
// browser.
func (s *Store) UseOAuthStateOfUser(
	ctx context.Context, purpose people.OAuthPurpose, digest string, user domain.ID,
) (x people.OAuthState, ok bool, err error) {
	defer core.Wrap(&err, "UseOAuthStateOfUser", user)
	return s.useOAuthState(ctx, purpose, digest,
		core.Field[people.OAuthState]("UserID").Equal(expression.Value(string(user))))
}

func (s *Store) useOAuthState(
	ctx context.Context, purpose people.OAuthPurpose, digest string, holder expression.ConditionBuilder,
) (x people.OAuthState, ok bool, err error) {
	mark := uuid.NewString()        // of this call: the SDK may repeat the request
	used := expression.Name("used") // the mark of the call that used it; no field of the record
	it, ok, err := s.Table.UpdateReturning(ctx, key.OAuthState(digest),
		expression.Set(used, expression.Value(mark)),
		expression.And(
			table.Present,
			core.Field[people.OAuthState]("Purpose").Equal(expression.Value(string(purpose))),
			holder,
			expression.Name(dynamo.AttrExpires).GreaterThan(expression.Value(s.Instant().Unix())),
			expression.Or(expression.AttributeNotExists(used), used.Equal(expression.Value(mark))),
		))
	if err != nil || !ok {
		return x, false, err
	}
	x, err = table.Decode[people.OAuthState](it)
	return x, err == nil, err
}
