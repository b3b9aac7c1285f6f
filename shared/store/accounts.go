package store

import (
	"context"

	"stint/shared/domain"
	"stint/shared/problem"
)

// Registration is everything that a registration makes, or joins.
type Registration struct {
	User      domain.User
	Session   domain.Session
	Workspace domain.Workspace // the first workspace
	Billing   domain.Billing
	Mail      domain.Mail        // asks to verify the address
	Token     domain.MailedToken // in that mail
}

// errEmailTaken is what a second registration of an address is told.
var errEmailTaken = problem.Conflict("There is an account with this e-mail address already.")

// CreateAccount registers a user with a first workspace, all or nothing.
// Errors: conflict when the address is taken, also by a concurrent
// registration.
func (s *Store) CreateAccount(ctx context.Context, a Registration) error {
	u, w := a.User.ID, a.Workspace.ID
	actions := []action{
		create(encode(emailKey(a.User.Email), emailGuard{UserID: u})).or(errEmailTaken),
		create(encode(profileKey(u), a.User)),
		create(sessionItem(a.Session)),
		create(encode(workspaceKey(w), a.Workspace)),
		create(encode(billingKey(w), a.Billing)),
		create(encode(memberKey(w, u), domain.NewOwnerMember(u, a.User.CreatedAt))),
		create(encode(membershipKey(u, w), membershipPointer{WorkspaceID: w})),
		create(tokenItem(a.Token)),
		enqueue(a.Mail, a.Mail.CreatedAt),
	}
	return s.commit(ctx, actions...)
}

// emailGuard makes an address unique and finds its account.
type emailGuard struct {
	UserID domain.ID `db:"uid"`
}

// membershipPointer points from a user to a workspace that they ever joined.
type membershipPointer struct {
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
func tokenItem(t domain.MailedToken) item {
	return withExpiry(encode(tokenKey(t.Digest), t), t.ExpiresAt)
}
