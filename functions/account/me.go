package account

import (
	"context"

	"stint/shared/accounts"
	"stint/shared/domain"
	"stint/shared/route"
)

// meAnswer is the signed-in user with their workspaces and sign-in methods.
type meAnswer struct {
	accounts.UserAnswer
	Workspaces        []accounts.ActiveWorkspace `json:"workspaces"`          // oldest membership first
	ActiveWorkspaceID *domain.ID                 `json:"active_workspace_id"` // null when no workspace is active
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
