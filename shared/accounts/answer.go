package accounts

import (
	"stint/shared/domain"
	"stint/shared/route"
)

// SessionAnswer is what every way in ends with.
type SessionAnswer struct {
	AccessToken string           `json:"access_token"`
	TokenType   string           `json:"token_type"`
	ExpiresIn   int64            `json:"expires_in"` // seconds
	User        UserAnswer       `json:"user"`
	Workspace   *ActiveWorkspace `json:"workspace"` // null: none active
}

// ActiveWorkspace is a workspace as its member sees it from outside.
type ActiveWorkspace struct {
	ID   domain.ID   `json:"id"`
	Name domain.Name `json:"name"`
	Role domain.Role `json:"role"`
}

// UserAnswer is an account as its holder sees it.
type UserAnswer struct {
	ID                domain.ID        `json:"id"`
	Email             domain.Email     `json:"email"`
	EmailVerified     bool             `json:"email_verified"`
	DisplayName       domain.Name      `json:"display_name"`
	PreferredLanguage *domain.Language `json:"preferred_language"`
	CreatedAt         domain.Instant   `json:"created_at"`
	route.Versioned
}

// UserAnswerOf shows an account to its holder.
func UserAnswerOf(u domain.User) UserAnswer {
	answer := UserAnswer{
		ID: u.ID, Email: u.Email, EmailVerified: u.EmailVerified, DisplayName: u.DisplayName,
		CreatedAt: u.CreatedAt, Versioned: route.Versioned{Version: u.Version},
	}
	if u.Language != "" {
		answer.PreferredLanguage = &u.Language
	}
	return answer
}

// ActiveWorkspaceOf shows a workspace to its member.
func ActiveWorkspaceOf(m domain.Membership) *ActiveWorkspace {
	return &ActiveWorkspace{ID: m.Workspace.ID, Name: m.Workspace.Name, Role: m.Role()}
}

// id is the workspace's id; "" for none.
func (w *ActiveWorkspace) id() domain.ID {
	if w == nil {
		return ""
	}
	return w.ID
}
