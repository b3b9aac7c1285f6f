package account

import (
	"context"

	"stint/shared/accounts"
	"stint/shared/domain"
	"stint/shared/domain/people"
	"stint/shared/limits"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/store/peopledb"
	"stint/shared/wire"
)

type registerInput struct {
	Body struct {
		Email domain.Email `json:"email"`
		// The password of the account.
		Password          string                         `json:"password"`
		DisplayName       domain.Name                    `json:"displayName" bounds:"displayName"`
		WorkspaceName     wire.Optional[domain.Name]     `json:"workspaceName" bounds:"shownName"`
		Timezone          wire.Optional[domain.Timezone] `json:"timezone"`
		PreferredLanguage wire.Optional[domain.Language] `json:"preferredLanguage"`
		// joins the workspace of the invitation instead of making one
		InvitationToken wire.Optional[string] `json:"invitationToken"`
	}
}

func (f *Family) register(ctx context.Context, c *route.Call[registerInput]) (accounts.SessionAnswer, error) {
	in, issues, err := c.Read()
	if err != nil {
		return accounts.SessionAnswer{}, err
	}
	admission := people.Admitted // with an invitation
	if !in.Body.InvitationToken.Set && (issues.IsClean("email") || f.config.InvitedOnly) {
		if admission, err = f.accounts.CheckRegistration(ctx, in.Body.Email); err != nil {
			return accounts.SessionAnswer{}, err
		}
	}
	accounts.CheckPassword(issues, "password", in.Body.Password, in.Body.Email)
	invitation, err := f.findInvitation(ctx, in, issues)
	if err != nil {
		return accounts.SessionAnswer{}, err
	}
	if err := issues.Err(); err != nil {
		return accounts.SessionAnswer{}, err
	}
	if err := f.accounts.CountAttempt(ctx, accounts.AttemptRegister, in.Body.Email); err != nil {
		return accounts.SessionAnswer{}, err
	}
	if invitation != nil {
		return f.registerInvited(ctx, c.Request, f.newUser(c.Request, in), *invitation)
	}
	registration, err := f.newRegistration(ctx, c.Request, in, admission)
	if err != nil {
		return accounts.SessionAnswer{}, err
	}
	signedIn := accounts.SignedIn{User: registration.User, Session: registration.Session,
		Workspace: accounts.ActiveFirst(registration.Workspace)}
	if err := f.issuer.Prepare(ctx, c.Request, &signedIn); err != nil {
		return accounts.SessionAnswer{}, err
	}
	if err := f.store.CreateAccount(ctx, registration); err != nil {
		return accounts.SessionAnswer{}, err
	}
	f.accounts.RememberNetwork(ctx, registration.User)
	return signedIn.Send(c.Request), nil
}

func (f *Family) newUser(r *route.Request, in registerInput) people.User {
	user := f.accounts.NewUser(r, in.Body.Email, in.Body.DisplayName, in.Body.Password)
	user.Language = in.Body.PreferredLanguage.Value
	return user
}

func (f *Family) newRegistration(ctx context.Context, r *route.Request,
	in registerInput, admission people.Admission) (peopledb.Registration, error) {
	user := f.newUser(r, in)
	name := in.Body.WorkspaceName.Or(accounts.DefaultWorkspaceName(user.DisplayName))
	workspace := f.accounts.FirstWorkspace(&user, name, admission, r.Now)
	if workspace != nil {
		workspace.Timezone = in.Body.Timezone.Or(workspace.Timezone)
	}
	mail, err := f.newTokenMail(ctx, r, domain.MailVerifyEmail, user, verifyTokenLifetime)
	return peopledb.Registration{
		User: user, Workspace: workspace, Admission: admission,
		Session: accounts.NewSession(r, user, people.ByPassword, user.LastWorkspaceID),
		Mail:    mail.Mail, Token: mail.Token,
		Quotas: limits.Sending{Kind: mail.Mail.Kind, To: user.Email}.Quotas(f.config.Limits),
	}, err
}

// findInvitation finds the invitation of the token in the body, nil when there is no
// token. The invitation must have been sent to the address that registers.
func (f *Family) findInvitation(ctx context.Context, in registerInput,
	issues *wire.Issues) (*people.InvitationDetails, error) {
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

func (f *Family) registerInvited(ctx context.Context, r *route.Request, user people.User,
	details people.InvitationDetails) (accounts.SessionAnswer, error) {
	signedIn, err := f.accounts.RegisterInvited(ctx, r, user, details, f.issuer.Prepare)
	if err != nil {
		return accounts.SessionAnswer{}, err
	}
	return signedIn.Send(r), nil
}
