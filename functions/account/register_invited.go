package account

import (
	"context"

	"stint/shared/auth/derive"
	"stint/shared/domain"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/store"
	"stint/shared/wire"
)

// Offers are the invitations that a registration can take up.
type Offers interface {
	// Offer finds an invitation by the digest of its token. Errors: not_found
	// for one that cannot be taken up any more.
	Offer(ctx context.Context, tokenDigest string) (domain.Offer, error)
	// CreateInvitedAccount registers a user who joins a workspace, all or
	// nothing. Errors: conflict when the address is taken; validation with
	// token_invalid when the invitation has ended meanwhile.
	CreateInvitedAccount(ctx context.Context, a store.InvitedAccount) error
}

// offered is the invitation whose token was sent along; nil when none was. The
// token must be the one that was sent to the very address that registers.
func (f *Family) offered(ctx context.Context, in registerInput, issues *wire.Issues) (*domain.Offer, error) {
	token := in.Body.InvitationToken
	if !token.Set || !issues.Clean("invitationToken") {
		return nil, nil
	}
	offer, err := f.store.Offer(ctx, derive.Digest(token.Value))
	dead := problem.Is(err, problem.NotFound)
	if err != nil && !dead {
		return nil, err
	}
	if dead || issues.Clean("email") && offer.Invitation.Email != in.Body.Email {
		issues.Add("invitationToken", problem.TokenInvalid)
		return nil, nil
	}
	return &offer, nil
}

// registerInvited makes the account of somebody who was invited. The token came
// by mail, so the address is theirs.
func (f *Family) registerInvited(ctx context.Context, r *route.Request, user domain.User, offer domain.Offer) (sessionAnswer, error) {
	open := offer.Invitation
	user.EmailVerified, user.LastWorkspace = true, open.WorkspaceID
	a := store.InvitedAccount{
		User: user, Session: newSession(r, user, open.WorkspaceID),
		Acceptance: store.Acceptance{
			Open: open, Accepted: open.Accepted(user.ID, r.Now), Member: offer.Joining(user.ID, r.Now),
			Token: derive.Digest(derive.TokenFor(f.config.MasterSecret, open.Mail(r.Now))),
		},
	}
	if err := f.store.CreateInvitedAccount(ctx, a); err != nil {
		return sessionAnswer{}, err
	}
	joined := &workspaceAnswer{ID: offer.Workspace.ID, Name: offer.Workspace.Name, Role: open.Role}
	return f.open(ctx, r, user, a.Session, joined)
}
