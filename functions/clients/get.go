package clients

import (
	"context"

	"stint/shared/domain"
	"stint/shared/route"
)

type answer struct {
	ID         domain.ID          `json:"id"`
	Name       domain.Name        `json:"name"`
	Email      *domain.Email      `json:"email"`
	IsArchived bool               `json:"is_archived"`
	ExternalID *domain.ExternalID `json:"external_id"`
	CreatedAt  domain.Instant     `json:"created_at"`
	route.Versioned
}

func toAnswer(c domain.Client) answer {
	shown := answer{
		ID: c.ID, Name: c.Name, IsArchived: c.IsArchived, ExternalID: c.ExternalID.OrNull(), CreatedAt: c.CreatedAt,
		Versioned: route.Versioned{Version: c.Version},
	}
	if c.Email != "" {
		shown.Email = &c.Email
	}
	return shown
}

func (f *Family) get(_ context.Context, _ *route.Call[route.NoInput], client domain.Client) (answer, error) {
	return toAnswer(client), nil
}
