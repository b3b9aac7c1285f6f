package account

import (
	"context"

	"stint/shared/accounts"
	"stint/shared/domain"
	"stint/shared/domain/people"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/wire"
)

type profileInput struct {
	Body struct {
		DisplayName wire.Change[domain.Name] `json:"displayName" bounds:"displayName"`
		// The password so far. An account without a password sends none.
		CurrentPassword wire.Optional[string] `json:"currentPassword"`
		NewPassword     wire.Change[string]   `json:"newPassword"` // The new password.
	}
}

// errNoPassword answers a password change for an account without a password.
var errNoPassword = problem.Conflict(problem.PasswordMissing, "The account has no password yet. Set one first.")

func (f *Family) profile(ctx context.Context, c *route.Call[profileInput]) (accounts.UserAnswer, error) {
	in, issues, err := c.Read()
	if err != nil {
		return accounts.UserAnswer{}, err
	}
	if in.Body.NewPassword.Set {
		if err := f.checkNewPassword(ctx, c.User, in, issues); err != nil {
			return accounts.UserAnswer{}, err
		}
	}
	if err := issues.Err(); err != nil {
		return accounts.UserAnswer{}, err
	}
	if in.Body.NewPassword.Set && !c.User.HasPassword() {
		return accounts.UserAnswer{}, errNoPassword
	}
	if err := c.CheckIfMatch(c.User.Version); err != nil {
		return accounts.UserAnswer{}, err
	}
	user, err := f.saveProfile(ctx, c.Request, in)
	return accounts.UserAnswerOf(user), err
}

func (f *Family) saveProfile(ctx context.Context, r *route.Request, in profileInput) (people.User, error) {
	user := r.User
	in.Body.DisplayName.Apply(&user.DisplayName)
	isRenamed := user.DisplayName != r.User.DisplayName
	switch {
	case in.Body.NewPassword.Set:
		user = user.SetPassword(f.hasher.Hash(in.Body.NewPassword.Value))
		return f.store.ChangePassword(ctx, user, *r.Session, isRenamed)
	case isRenamed:
		return f.store.RenameUser(ctx, user)
	case in.Body.DisplayName.Set:
		return f.store.ChangeUser(ctx, user)
	default:
		return user, nil
	}
}

// checkNewPassword adds issues for the new password and for the current password,
// which a change requires. Every attempt at the current password is counted,
// whether it is right or wrong. Errors: rate_limited.
func (f *Family) checkNewPassword(ctx context.Context, u people.User, in profileInput, issues *wire.Issues) error {
	accounts.CheckPassword(issues, "newPassword", in.Body.NewPassword.Value, u.Email)
	current := in.Body.CurrentPassword
	switch {
	case !u.HasPassword() || !issues.IsClean("currentPassword"):
		return nil
	case !current.Set:
		issues.Add("currentPassword", problem.Required)
		return nil
	}
	guess, err := f.accounts.BeginGuess(ctx, accounts.AttemptPassword, u)
	if err != nil {
		return err
	}
	if right, _ := f.hasher.Verify(u.PasswordHash, current.Value); !right {
		issues.Add("currentPassword", problem.PasswordIncorrect)
		return nil
	}
	guess.WasRight(ctx)
	return nil
}

// meAnswer is the signed-in user with their workspaces and sign-in methods.
//
//openapi:schema CurrentUser
type meAnswer struct {
	accounts.UserAnswer
	Workspaces        []accounts.ActiveWorkspace `json:"workspaces"`          // oldest membership first
	ActiveWorkspaceID *domain.ID                 `json:"active_workspace_id"` // null when no workspace is active
	// The logins at identity providers that open the account.
	ExternalLogins []externalLogin `json:"external_logins"`
	HasPassword    bool            `json:"has_password"` // Whether the account has a password.
}

// externalLogin is a login at an identity provider that opens the account.
type externalLogin struct {
	Provider string         `json:"provider"`
	LinkedAt domain.Instant `json:"linked_at"` // When the login was linked to the account.
}

func (f *Family) me(ctx context.Context, c *route.Call[route.NoInput]) (meAnswer, error) {
	memberships, err := f.store.Memberships(ctx, c.User.ID)
	if err != nil {
		return meAnswer{}, err
	}
	answer := meAnswer{
		UserAnswer: accounts.UserAnswerOf(c.User), HasPassword: c.User.HasPassword(),
		Workspaces: []accounts.ActiveWorkspace{}, ExternalLogins: []externalLogin{},
	}
	for _, m := range memberships {
		answer.Workspaces = append(answer.Workspaces, *accounts.ActiveWorkspaceOf(m))
	}
	for _, login := range c.User.Logins {
		answer.ExternalLogins = append(answer.ExternalLogins,
			externalLogin{Provider: login.Provider, LinkedAt: login.LinkedAt})
	}
	if active := c.WorkspaceID(); active != "" {
		answer.ActiveWorkspaceID = &active
	}
	return answer, nil
}

type preferencesInput struct {
	Body struct {
		PreferredLanguage wire.Clearable[domain.Language] `json:"preferredLanguage"`
	} `required:"true"`
}

func (f *Family) preferences(ctx context.Context, r *route.Request, in preferencesInput) (accounts.UserAnswer, error) {
	user := r.User
	if err := r.CheckIfMatch(user.Version); err != nil {
		return accounts.UserAnswer{}, err
	}
	language := in.Body.PreferredLanguage
	if !language.Set {
		return accounts.UserAnswerOf(user), nil
	}
	user.Language = ""
	if language.Value != nil {
		user.Language = *language.Value
	}
	user, err := f.store.ChangeUser(ctx, user)
	return accounts.UserAnswerOf(user), err
}
