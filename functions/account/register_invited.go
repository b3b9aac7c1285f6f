package account

import (
	"context"

	"stint/shared/accounts"
	"stint/shared/domain"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/wire"
)

// findInvitation finds the invitation of the token in the body, nil when there is no
// token. The invitation must have been sent to the address that registers.
func (f *Family) findInvitation(ctx context.Context, in registerInput, issues *wire.Issues) (*domain.InvitationDetails, error) {
	token := in.Body.InvitationToken
	if !token.Set || !issues.IsClean("invitationToken") {
		return nil, nil
	}
	details, ok, err := f.accounts.FindInvitationByToken(ctx, token.Value)
	if err != nil {
		return nil, err
	}
	if !ok || issues.IsClean("email") && details.Invitation.Email != in.Body.Email {
		issues.Add("invitationToken", problem.TokenInvalid)
		return nil, nil
	}
	return &details, nil
}

func (f *Family) registerInvited(ctx context.Context, r *route.Request, user domain.User, details domain.InvitationDetails) (accounts.SessionAnswer, error) {
	registered, err := f.accounts.RegisterInvited(ctx, r, user, details)
	if err != nil {
		return accounts.SessionAnswer{}, err
	}
	joined := &accounts.ActiveWorkspace{ID: details.Workspace.ID, Name: details.Workspace.Name, Role: details.Invitation.Role}
	return f.issuer.Issue(ctx, r, accounts.SignedIn{User: registered.User, Session: registered.Session, Workspace: joined})
}
