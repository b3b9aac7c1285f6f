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
	APIKey    *meKey      `json:"api_key"`   // the key of the request; null for an app
	App       *meApp      `json:"app"`       // the app that acts for the user; null for a key
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

// meApp is the app of the request.
//
//openapi:schema ApiKeyIdentityApp
type meApp struct {
	ID        domain.ID        `json:"id"`
	ClientID  string           `json:"client_id"` // The client id of the app.
	Name      domain.Name      `json:"name"`
	Host      *string          `json:"host"`       // where the app is; null for the command
	Access    people.KeyAccess `json:"access"`     // How much the access token may do of what its user may.
	ExpiresAt *domain.Instant  `json:"expires_at"` // when the access of the app ends, unless it is used before
}

func (f *Family) me(_ context.Context, c *route.Call[route.NoInput]) (meAnswer, error) {
	key := c.APIKey
	answer := meAnswer{
		User:      meUser{ID: c.User.ID, Email: c.User.Email, DisplayName: c.User.DisplayName},
		Workspace: meWorkspace{ID: c.WorkspaceID(), Name: c.Workspace.Name, Role: c.Role()},
	}
	if app := c.App(); app != nil {
		answer.App = &meApp{ID: key.ID, ClientID: app.ClientID, Name: app.Name, Host: domain.OrNull(app.Host),
			Access: key.AccessOrFull(), ExpiresAt: key.Expiry()}
	} else {
		answer.APIKey = &meKey{ID: key.ID, Name: key.Name, Access: key.AccessOrFull(), ExpiresAt: key.ExpiresAt}
	}
	return answer, nil
}
