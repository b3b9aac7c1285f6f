// Package invitations is how people come into a workspace: invited by e-mail,
// joining by the link in it or from the list of what is pending for them.
package invitations

import (
	"context"

	"stint/shared/accounts"
	"stint/shared/auth"
	"stint/shared/auth/derive"
	"stint/shared/boot"
	"stint/shared/domain"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/store"
)

// Store is what this family keeps and reads.
type Store interface {
	// CheckInvitable checks that an address can be invited. Errors: conflict for
	// that of an active member, and where an invitation is open.
	CheckInvitable(ctx context.Context, workspace domain.ID, e domain.Email) error
	// CreateInvitation makes an invitation. Errors: conflict where one for the address is
	// open, also by a concurrent request.
	CreateInvitation(ctx context.Context, x store.InvitationWrite) error
	// ResendInvitation gives an open invitation a new token and a new life. Errors:
	// conflict when it was changed or ended meanwhile.
	ResendInvitation(ctx context.Context, was domain.Invitation, oldToken string, x store.InvitationWrite) error
	// EndInvitation removes an open invitation. Errors: conflict when it was
	// changed or ended meanwhile.
	EndInvitation(ctx context.Context, i domain.Invitation, token string) error
	// Invitation finds an open invitation of a workspace. Errors: not_found.
	Invitation(ctx context.Context, workspace, id domain.ID) (domain.Invitation, error)
	// Invitations lists the open invitations of a workspace, oldest first.
	Invitations(ctx context.Context, workspace domain.ID, p store.PageRequest) (store.Page[domain.Invitation], error)
	// InvitationsForEmail lists what an address is invited to now, oldest first.
	InvitationsForEmail(ctx context.Context, e domain.Email, p store.PageRequest) (store.Page[domain.InvitationDetails], error)
}

var _ Store = (*store.Store)(nil)

// Family holds what the operations of this package need.
type Family struct {
	masterSecret []byte // the secret that tokens are derived from
	pagesURL     string // address that links to pages hang under
	store        Store
	accounts     *accounts.Service
}

// New builds the family.
func New(d *boot.Deps) *Family {
	return &Family{masterSecret: d.Config.MasterSecret, pagesURL: d.Config.AppBaseURL, store: d.Store, accounts: accounts.New(d)}
}

// newInvitationWrite is the invitation with the token and the mail of its present round.
func (f *Family) newInvitationWrite(i domain.Invitation, now domain.Instant) store.InvitationWrite {
	m := i.NewMail(now)
	return store.InvitationWrite{Invitation: i, Mail: m, Token: derive.TokenRecord(f.masterSecret, m, i.Email, i.ExpiresAt)}
}

// loadInvitation finds the open invitation that the path names.
func (f *Family) loadInvitation(ctx context.Context, r *route.Request) (domain.Invitation, error) {
	return f.store.Invitation(ctx, r.WorkspaceID(), r.ID("id"))
}

// pendingInvitation is an invitation to the caller's address.
type pendingInvitation struct{ domain.InvitationDetails }

// Authorize asks for a verified address: whoever cannot read its mail was not
// invited.
func (pendingInvitation) Authorize(caller auth.Caller, _ auth.Permission) error {
	if !caller.User.EmailVerified {
		return problem.Forbidden(problem.EmailNotVerified)
	}
	return nil
}

// loadPending finds the invitation that the path names, if it was sent to the caller.
func (f *Family) loadPending(ctx context.Context, r *route.Request) (pendingInvitation, error) {
	found, err := f.accounts.FindInvitation(ctx, r.User, r.ID("invitationId"))
	return pendingInvitation{found}, err
}
