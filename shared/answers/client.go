package answers

import (
	"stint/shared/domain"
	"stint/shared/domain/projects"
	"stint/shared/route"
)

// Client is a client of the workspace. Projects belong to it or to none.
//
//openapi:schema Customer
type Client struct {
	ID         domain.ID          `json:"id"`
	Name       domain.Name        `json:"name"`
	Email      *domain.Email      `json:"email"`
	IsArchived bool               `json:"is_archived"`
	ExternalID *domain.ExternalID `json:"external_id"`
	CreatedAt  domain.Instant     `json:"created_at"`
	route.Versioned
}

// OfClient makes the answer for a client.
func OfClient(c projects.Client) Client {
	shown := Client{
		ID: c.ID, Name: c.Name, IsArchived: c.IsArchived, ExternalID: c.ExternalID.OrNull(), CreatedAt: c.CreatedAt,
		Versioned: route.Versioned{Version: c.Version},
	}
	if c.Email != "" {
		shown.Email = &c.Email
	}
	return shown
}
