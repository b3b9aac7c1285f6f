package apikeys

import (
	"context"

	"stint/shared/domain"
	"stint/shared/route"
)

// meAnswer is the user and the workspace that a key belongs to.
type meAnswer struct {
	User struct {
		ID          domain.ID    `json:"id"`
		Email       domain.Email `json:"email"`
		DisplayName domain.Name  `json:"display_name"`
	} `json:"user"`
	Workspace struct {
		ID   domain.ID   `json:"id"`
		Name domain.Name `json:"name"`
		Role domain.Role `json:"role"`
	} `json:"workspace"`
	APIKey struct {
		ID        domain.ID        `json:"id"`
		Name      domain.Name      `json:"name"`
		Access    domain.KeyAccess `json:"access"`
		ExpiresAt *domain.Instant  `json:"expires_at"` // null when it never expires
	} `json:"api_key"`
}

func (f *Family) me(_ context.Context, c *route.Call[route.NoInput]) (meAnswer, error) {
	var a meAnswer
	a.User.ID, a.User.Email, a.User.DisplayName = c.User.ID, c.User.Email, c.User.DisplayName
	a.Workspace.ID, a.Workspace.Name, a.Workspace.Role = c.WorkspaceID(), c.Workspace.Name, c.Role()
	a.APIKey.ID, a.APIKey.Name, a.APIKey.Access, a.APIKey.ExpiresAt = c.APIKey.ID, c.APIKey.Name, c.APIKey.AccessOrFull(), c.APIKey.ExpiresAt
	return a, nil
}
