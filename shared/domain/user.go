package domain

// User is a person with an account, whatever workspaces they belong to.
type User struct {
	ID            ID              `db:"id"`
	Email         Email           `db:"email"`
	EmailVerified bool            `db:"verified"`
	DisplayName   Name            `db:"name"`
	Language      Language        `db:"lang,omitempty"` // "" is none chosen
	PasswordHash  string          `db:"pw,omitempty"`   // PHC string; "" is no password
	Epoch         int64           `db:"epoch"`          // sessions of an older epoch are dead
	LastWorkspace ID              `db:"last_wid,omitempty"`
	Logins        []ExternalLogin `db:"logins,omitempty"`
	CreatedAt     Instant         `db:"created"`
	Version       int64           `db:"ver"`
}

// ExternalLogin links an account to a subject at an identity provider.
type ExternalLogin struct {
	Provider string  `db:"provider"`
	Subject  string  `db:"sub"`
	LinkedAt Instant `db:"linked"`
}

// HasPassword reports whether the account can log in by password.
func (u User) HasPassword() bool { return u.PasswordHash != "" }

// Bounds of an account's properties.
const (
	MaxDisplayName = 100 // characters
)
