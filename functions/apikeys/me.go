package apikeys

import (
	"context"

	"stint/shared/domain"
	"stint/shared/domain/people"
	"stint/shared/route"
)

// meAnswer is the user and the workspace that a key belongs to.
//
//openapi:schema ApiKeyIdentity
type meAnswer struct {
	User      meUser      `json:"user"`      // The user.
	Workspace meWorkspace `json:"workspace"` // The workspace.
	APIKey    meKey       `json:"api_key"`   // The key of the request.
}

// meUser is the user whose key it is.
//
//openapi:schema ApiKeyIdentityUser
type meUser struct {
	ID          domain.ID    `json:"id"`
	Email       domain.Email `json:"email"`
	DisplayName domain.Name  `json:"display_name"`
}

// meWorkspace is the workspace that the key acts in.
//
//openapi:schema ApiKeyIdentityWorkspace
type meWorkspace struct {
	ID   domain.ID   `json:"id"`
	Name domain.Name `json:"name"`
	Role people.Role `json:"role"`
}

// meKey is the key of the request, without its secret.
//
//openapi:schema ApiKeyIdentityApiKey
type meKey struct {
	ID        domain.ID        `json:"id"`
	Name      domain.Name      `json:"name"`
	Access    people.KeyAccess `json:"access"` // How much the key may do of what its owner may.
	ExpiresAt *domain.Instant  `json:"expires_at"`
}

func (f *Family) me(_ context.Context, c *route.Call[route.NoInput]) (meAnswer, error) {
	key := c.APIKey
	return meAnswer{
		User:      meUser{ID: c.User.ID, Email: c.User.Email, DisplayName: c.User.DisplayName},
		Workspace: meWorkspace{ID: c.WorkspaceID(), Name: c.Workspace.Name, Role: c.Role()},
		APIKey:    meKey{ID: key.ID, Name: key.Name, Access: key.AccessOrFull(), ExpiresAt: key.ExpiresAt},
	}, nil
}
