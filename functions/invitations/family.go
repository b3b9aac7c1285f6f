// Package invitations has the routes that invite users to a workspace by e-mail, and
// those with which they accept or decline.
package invitations

import (
	"context"

	"stint/shared/accounts"
	"stint/shared/auth"
	"stint/shared/auth/opaque"
	"stint/shared/boot"
	"stint/shared/domain"
	"stint/shared/domain/audit"
	"stint/shared/domain/people"
	"stint/shared/limits"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/secret"
	"stint/shared/store"
	"stint/shared/store/peopledb"
)

// Family holds the dependencies of this package's operations.
type Family struct {
	secrets  secret.Source
	pagesURL string // begins the addresses of pages
	store    *store.Store
	accounts *accounts.Service
}

// Function is the Lambda function of this family.
var Function = boot.NewFunction("invitations", Routes, New)

// New builds the family.
func New(d *boot.Deps) *Family {
	return &Family{secrets: d.Secrets, pagesURL: d.Config.AppBaseURL, store: d.Store, accounts: d.Accounts()}
}

// countMail counts the mail of an invitation for its sender. Errors: rate_limited.
func (f *Family) countMail(ctx context.Context, r *route.Request, i people.Invitation) error {
	return f.accounts.CountMail(ctx, limits.Sending{Kind: domain.MailInvitation, To: i.Email, SenderID: r.User.ID,
		WorkspaceID: i.WorkspaceID})
}

// newInvitationWrite is the invitation with a new token and the mail that sends it.
// Errors: service_unavailable.
func (f *Family) newInvitationWrite(ctx context.Context, i people.Invitation,
	now domain.Instant) (peopledb.InvitationWrite, error) {
	m := i.NewMail(now)
	token, err := opaque.TokenRecord(ctx, f.secrets, m, i.Email, i.ExpiresAt)
	return peopledb.InvitationWrite{Invitation: i, Mail: m, Token: token}, err
}

// endInvitation removes an open or void invitation and its token. Errors: conflict when it was
// changed or removed since it was read; service_unavailable.
func (f *Family) endInvitation(ctx context.Context, i people.Invitation, event audit.Event) error {
	digest, err := f.accounts.InvitationTokenDigest(ctx, i)
	if err != nil {
		return err
	}
	return f.store.EndInvitation(ctx, i, digest, event)
}

// loadInvitation finds the open or void invitation that the path names. Errors: not_found.
func (f *Family) loadInvitation(ctx context.Context, r *route.Request) (people.Invitation, error) {
	return f.store.Invitation(ctx, r.WorkspaceID(), r.ID("id"))
}

// pendingInvitation is an invitation to the caller's address.
type pendingInvitation struct{ people.InvitationDetails }

// Authorize requires a verified address. Otherwise, registering someone else's
// address would be enough to accept their invitation. Errors: forbidden with
// email_not_verified.
func (pendingInvitation) Authorize(caller auth.Caller, _ auth.Permission) error {
	if !caller.User.EmailVerified {
		return problem.Forbidden(problem.EmailNotVerified)
	}
	return nil
}

// loadPending finds the invitation that the path names, if it was sent to the
// caller's address. Errors: not_found.
func (f *Family) loadPending(ctx context.Context, r *route.Request) (pendingInvitation, error) {
	found, err := f.accounts.FindInvitation(ctx, r.User, r.ID("invitationId"))
	return pendingInvitation{found}, err
}
