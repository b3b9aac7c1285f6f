package account

import (
	"context"

	"stint/shared/accounts"
	"stint/shared/domain"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/wire"
)

// offered is the invitation whose token was sent along; nil when none was. The
// token must be the one that was sent to the very address that registers.
func (f *Family) offered(ctx context.Context, in registerInput, issues *wire.Issues) (*domain.Offer, error) {
	token := in.Body.InvitationToken
	if !token.Set || !issues.Clean("invitationToken") {
		return nil, nil
	}
	offer, ok, err := f.desk.Offer(ctx, token.Value)
	if err != nil {
		return nil, err
	}
	if !ok || issues.Clean("email") && offer.Invitation.Email != in.Body.Email {
		issues.Add("invitationToken", problem.TokenInvalid)
		return nil, nil
	}
	return &offer, nil
}

func (f *Family) registerInvited(ctx context.Context, r *route.Request, user domain.User, offer domain.Offer) (accounts.SessionAnswer, error) {
	made, err := f.desk.RegisterInvited(ctx, r, user, offer)
	if err != nil {
		return accounts.SessionAnswer{}, err
	}
	joined := &accounts.ActiveWorkspace{ID: offer.Workspace.ID, Name: offer.Workspace.Name, Role: offer.Invitation.Role}
	return f.reception.Open(ctx, r, accounts.Entered{User: made.User, Session: made.Session, Workspace: joined})
}
