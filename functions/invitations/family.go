// Package invitations is how people come into a workspace: invited by e-mail,
// joining by the link in it or from the list of what is pending for them.
package invitations

import (
	"context"

	"stint/shared/accounts"
	"stint/shared/auth/derive"
	"stint/shared/boot"
	"stint/shared/domain"
	"stint/shared/store"
)

// Store is what this family keeps and reads.
type Store interface {
	// Invitable checks that an address can be invited. Errors: conflict for
	// that of an active member, and where an invitation is open.
	Invitable(ctx context.Context, workspace domain.ID, e domain.Email) error
	// Invite makes an invitation. Errors: conflict where one for the address is
	// open, also by a concurrent request.
	Invite(ctx context.Context, x store.Invite) error
	// InviteAgain gives an open invitation a new token and a new life. Errors:
	// conflict when it was changed or ended meanwhile.
	InviteAgain(ctx context.Context, was domain.Invitation, oldToken string, x store.Invite) error
	// EndInvitation removes an open invitation. Errors: conflict when it was
	// changed or ended meanwhile.
	EndInvitation(ctx context.Context, i domain.Invitation, token string) error
	// Invitation finds an open invitation of a workspace. Errors: not_found.
	Invitation(ctx context.Context, workspace, id domain.ID) (domain.Invitation, error)
	// Invitations lists the open invitations of a workspace, oldest first.
	Invitations(ctx context.Context, workspace domain.ID, p store.Page) (store.Listed[domain.Invitation], error)
	// Offers lists what an address is invited to now, oldest first.
	Offers(ctx context.Context, e domain.Email, p store.Page) (store.Listed[domain.Offer], error)
}

var _ Store = (*store.Store)(nil)

// Family holds what the operations of this package need.
type Family struct {
	master []byte // the secret that tokens are derived from
	pages  string // address that links to pages hang under
	store  Store
	desk   *accounts.Desk
}

// New builds the family.
func New(d *boot.Deps) *Family {
	return &Family{master: d.Config.MasterSecret, pages: d.Config.AppBaseURL, store: d.Store, desk: accounts.New(d)}
}

// posted is the invitation with the token and the mail of its present round.
func (f *Family) posted(i domain.Invitation, now domain.Instant) store.Invite {
	m := i.Mail(now)
	return store.Invite{Invitation: i, Mail: m, Token: derive.TokenOf(f.master, m, i.Email, i.ExpiresAt)}
}
