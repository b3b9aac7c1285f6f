package account

import (
	"context"
	"time"

	"stint/shared/auth/derive"
	"stint/shared/auth/password"
	"stint/shared/domain"
	"stint/shared/route"
	"stint/shared/store"
	"stint/shared/wire"
)

type registerInput struct {
	Body struct {
		Email             domain.Email                   `json:"email"`
		Password          string                         `json:"password"`
		DisplayName       domain.Name                    `json:"displayName" minLength:"1" maxLength:"100"`
		WorkspaceName     wire.Optional[domain.Name]     `json:"workspaceName" minLength:"1" maxLength:"100"`
		Timezone          wire.Optional[domain.Timezone] `json:"timezone"`
		PreferredLanguage wire.Optional[domain.Language] `json:"preferredLanguage"`
	}
}

// verifyLife is how long the link to verify an address is good for.
const verifyLife = 24 * time.Hour

func (f *Family) register(ctx context.Context, c *route.Call[registerInput]) (sessionAnswer, error) {
	in, issues, err := c.Read()
	if err != nil {
		return sessionAnswer{}, err
	}
	if issues.Clean("password") {
		if code := password.Acceptable(in.Body.Password, string(in.Body.Email)); code != "" {
			issues.Add("password", code)
		}
	}
	if err := issues.Err(); err != nil {
		return sessionAnswer{}, err
	}
	a := f.newAccount(c.Request, in)
	if err := f.store.CreateAccount(ctx, a); err != nil {
		return sessionAnswer{}, err
	}
	first := &workspaceAnswer{ID: a.Workspace.ID, Name: a.Workspace.Name, Role: domain.Owner}
	return f.open(ctx, c.Request, a.User, a.Session, first)
}

func (f *Family) newAccount(r *route.Request, in registerInput) store.Account {
	user := domain.User{
		ID: domain.NewID(), Email: in.Body.Email, DisplayName: in.Body.DisplayName, Language: in.Body.PreferredLanguage.Value,
		PasswordHash: f.hasher.Hash(in.Body.Password), CreatedAt: r.Now, Version: 1,
	}
	name := in.Body.WorkspaceName.Or(user.DisplayName + "'s workspace")
	workspace := domain.NewWorkspace(user.ID, name, r.Now)
	workspace.Timezone = in.Body.Timezone.Or(workspace.Timezone)
	user.LastWorkspace = workspace.ID
	mail := domain.Mail{ID: domain.NewID(), Kind: domain.MailVerifyEmail, UserID: user.ID, CreatedAt: r.Now}
	mail.TargetID = mail.ID
	return store.Account{
		User: user, Workspace: workspace, Billing: domain.NewBilling(),
		Session: newSession(r, user, workspace.ID),
		Mail:    mail, Token: f.tokenOf(mail, user.Email, r.Now.Plus(verifyLife)),
	}
}

// tokenOf is the one-time token that a mail's link will carry, as the table
// knows it.
func (f *Family) tokenOf(m domain.Mail, to domain.Email, until domain.Instant) domain.Token {
	raw := derive.MailToken(f.config.MasterSecret, string(m.Kind), string(m.TargetID), m.Round)
	return domain.Token{
		Digest: derive.Digest(raw), Kind: m.Kind, UserID: m.UserID, WorkspaceID: m.WorkspaceID,
		TargetID: m.TargetID, Email: to, ExpiresAt: until,
	}
}
