package tags

import (
	"stint/shared/domain"
	"stint/shared/route"
)

type answer struct {
	ID         domain.ID          `json:"id"`
	Name       domain.Name        `json:"name"`
	ExternalID *domain.ExternalID `json:"external_id"`
	CreatedAt  domain.Instant     `json:"created_at"`
	route.Versioned
}

func toAnswer(g domain.Tag) answer {
	return answer{ID: g.ID, Name: g.Name, ExternalID: g.ExternalID.OrNull(), CreatedAt: g.CreatedAt, Versioned: route.Versioned{Version: g.Version}}
}
