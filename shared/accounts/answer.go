package accounts

import (
	"stint/shared/domain"
	"stint/shared/route"
)

// SessionAnswer is the answer of every sign-in.
type SessionAnswer struct {
	AccessToken string           `json:"access_token"`
	TokenType   string           `json:"token_type"`
	ExpiresIn   int64            `json:"expires_in"` // seconds until the access token expires
	User        UserAnswer       `json:"user"`
	Workspace   *ActiveWorkspace `json:"workspace"` // null: none is active
}

// UserAnswer is the user's own account.
type UserAnswer struct {
	ID                domain.ID        `json:"id"`
	Email             domain.Email     `json:"email"`
	EmailVerified     bool             `json:"email_verified"`
	DisplayName       domain.Name      `json:"display_name"`
	PreferredLanguage *domain.Language `json:"preferred_language"`
	CreatedAt         domain.Instant   `json:"created_at"`
	route.Versioned
}

// UserAnswerOf shows an account to its user.
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
