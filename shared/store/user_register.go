package store

import (
	"context"
	"slices"

	"stint/shared/domain"
	"stint/shared/problem"
	"stint/shared/table"
)

// Registration is everything that the registration of an account writes.
type Registration struct {
	User      domain.User
	Session   domain.Session
	Workspace domain.Workspace // the first workspace
	Billing   domain.Billing
	Mail      domain.Mail        // asks to verify the address
	Token     domain.MailedToken // in that mail
	Quotas    []domain.Quota     // that the mail counts against; over one of them, the mail is not sent
	Admission domain.Admission
}

// errEmailTaken is the error of a second registration of an address.
var errEmailTaken = problem.Conflict(problem.EmailTaken, "There is an account with this e-mail address already.")

// CreateAccount registers a user with a first workspace, all or nothing. Errors:
// conflict when the address has an account, also by a registration at the same
// time; forbidden with registration_closed when another account was the first.
func (s *Store) CreateAccount(ctx context.Context, a Registration) error {
	account := s.accountActions(ctx, a)
	mail := append([]table.Action{table.Create(tokenItem(a.Token)), enqueue(a.Mail, a.Mail.CreatedAt)}, countActions(s.now(), a.Quotas)...)
	err := s.commitAccount(ctx, a.Admission, slices.Concat(account, mail))
	if problem.Is(err, problem.CodeRateLimited) {
		return s.commitAccount(ctx, a.Admission, account)
	}
	return err
}

// accountActions write an account without its mail.
func (s *Store) accountActions(ctx context.Context, a Registration) []table.Action {
	u, w := a.User.ID, a.Workspace.ID
	actions := []table.Action{
		table.Create(table.Encode(emailKey(a.User.Email), emailGuard{UserID: u})).Or(errEmailTaken),
		table.Create(table.Encode(profileKey(u), a.User)),
		table.Create(sessionItem(a.Session)),
		table.Create(table.Encode(workspaceKey(w), a.Workspace)),
		createTimerWatch(a.Workspace),
		table.Create(table.Encode(billingKey(w), a.Billing)),
		table.Create(table.Encode(memberKey(w, u), domain.NewOwnerMember(u, a.User.CreatedAt))),
		table.Create(table.Encode(membershipKey(u, w), membershipPointer{WorkspaceID: w})),
	}
	return append(actions, s.auditRegistration(ctx, a.User, a.Workspace, a.Session)...)
}

// auditRegistration records that a user registered with a first workspace.
func (s *Store) auditRegistration(ctx context.Context, u domain.User, w domain.Workspace, x domain.Session) []table.Action {
	made := domain.AuditNewWorkspace(w).ByUser(u)
	return s.auditActions(ctx, w.ID, append([]domain.AuditEvent{made}, domain.AuditSessionOf(u, x)...)...)
}

// emailGuard makes an address unique and leads to its account.
type emailGuard struct {
	UserID domain.ID `db:"uid"`
}

// membershipPointer leads from a user to a workspace that they are or were a
// member of.
type membershipPointer struct {
	WorkspaceID domain.ID `db:"wid"`
}

// UserByEmail finds an account by its address; ok is false when there is none. It
// always makes two reads, so that its duration does not show whether there is an
// account.
func (s *Store) UserByEmail(ctx context.Context, e domain.Email) (user domain.User, ok bool, err error) {
	guard, _, err := table.Get[emailGuard](ctx, s.table, emailKey(e))
	if err != nil {
		return user, false, err
	}
	user, ok, err = table.Get[domain.User](ctx, s.table, profileKey(guard.UserID))
	return user, ok && !user.Deleted(), err
}

// tokenItem is the item of a mailed token, which expires with the token.
func tokenItem(t domain.MailedToken) table.Item {
	return table.WithExpiry(table.Encode(tokenKey(t.Digest), t), t.ExpiresAt.Time)
}
