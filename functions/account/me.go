package account

import (
	"context"

	"stint/shared/accounts"
	"stint/shared/domain"
	"stint/shared/route"
	"stint/shared/wire"
)

// meAnswer is the signed-in user with what surrounds them.
type meAnswer struct {
	accounts.UserAnswer
	Workspaces        []accounts.ActiveWorkspace `json:"workspaces"`          // oldest membership first
	ActiveWorkspaceID *domain.ID                 `json:"active_workspace_id"` // null: none
	ExternalLogins    []externalLogin            `json:"external_logins"`
	HasPassword       bool                       `json:"has_password"`
}

type externalLogin struct {
	Provider string         `json:"provider"`
	LinkedAt domain.Instant `json:"linked_at"`
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
		answer.ExternalLogins = append(answer.ExternalLogins, externalLogin{Provider: login.Provider, LinkedAt: login.LinkedAt})
	}
	if active := c.WorkspaceID(); active != "" {
		answer.ActiveWorkspaceID = &active
	}
	return answer, nil
}

type preferencesInput struct {
	Body struct {
		PreferredLanguage wire.Clearable[domain.Language] `json:"preferredLanguage"`
	}
}

func (f *Family) preferences(ctx context.Context, c *route.Call[preferencesInput]) (accounts.UserAnswer, error) {
	in, err := c.ReadValid()
	if err != nil {
		return accounts.UserAnswer{}, err
	}
	user := c.User
	if err := c.CheckIfMatch(user.Version); err != nil {
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
	user, err = f.store.ChangeUser(ctx, user)
	return accounts.UserAnswerOf(user), err
}
