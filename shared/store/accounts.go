package store

import (
	"context"

	"stint/shared/domain"
	"stint/shared/problem"
)

// Account is everything that a registration makes, or joins.
type Account struct {
	User      domain.User
	Session   domain.Session
	Workspace domain.Workspace // the first workspace
	Billing   domain.Billing
	Mail      domain.Mail  // asks to verify the address
	Token     domain.Token // in that mail
}

// errEmailTaken is what a second registration of an address is told.
var errEmailTaken = problem.Clash("There is an account with this e-mail address already.")

// CreateAccount registers a user with a first workspace, all or nothing.
// Errors: conflict when the address is taken, also by a concurrent
// registration.
func (s *Store) CreateAccount(ctx context.Context, a Account) error {
	u, w := a.User.ID, a.Workspace.ID
	actions := []action{
		create(encode(emailKey(a.User.Email), emailGuard{UserID: u})).or(errEmailTaken),
		create(encode(profileKey(u), a.User)),
		create(sessionItem(a.Session)),
		create(encode(metaKey(w), a.Workspace)),
		create(encode(billingKey(w), a.Billing)),
		create(encode(memberKey(w, u), domain.Owning(u, a.User.CreatedAt))),
		create(encode(membershipKey(u, w), membership{WorkspaceID: w})),
		create(tokenItem(a.Token)),
		queued(a.Mail, a.Mail.CreatedAt),
	}
	return s.commit(ctx, actions...)
}

// emailGuard makes an address unique and finds its account.
type emailGuard struct {
	UserID domain.ID `db:"uid"`
}

// membership points from a user to a workspace that they ever joined.
type membership struct {
	WorkspaceID domain.ID `db:"wid"`
}

// UserByEmail finds an account by its address; ok is false when there is none.
// It costs two reads either way, so that its time does not tell.
func (s *Store) UserByEmail(ctx context.Context, e domain.Email) (user domain.User, ok bool, err error) {
	guard, _, err := get[emailGuard](ctx, s, emailKey(e))
	if err != nil {
		return user, false, err
	}
	return get[domain.User](ctx, s, profileKey(guard.UserID))
}

// tokenItem is a one-time token by its digest; it goes some time after its end.
func tokenItem(t domain.Token) item {
	return expiring(encode(tokenKey(t.Digest), t), t.ExpiresAt)
}
