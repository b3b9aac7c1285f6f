package domain

// Client is a customer of the workspace.
type Client struct {
	ID           ID         `db:"id"`
	Name         Name       `db:"name"`
	ExternalID   ExternalID `db:"ext,omitempty"` // in another system; "" is none
	Email        Email      `db:"email,omitempty"`
	IsArchived   bool       `db:"archived,omitempty"`
	ProjectCount int64      `db:"refs"` // how many projects belong to it
	CreatedAt    Instant    `db:"created"`
	Version      int64      `db:"ver"`
}
