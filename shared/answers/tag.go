package answers

import (
	"stint/shared/domain"
	"stint/shared/domain/projects"
	"stint/shared/route"
)

// Tag is a label of entries.
type Tag struct {
	ID         domain.ID          `json:"id"`
	Name       domain.Name        `json:"name"`
	ExternalID *domain.ExternalID `json:"external_id"`
	CreatedAt  domain.Instant     `json:"created_at"`
	route.Versioned
}

// OfTag makes the answer for a tag.
func OfTag(g projects.Tag) Tag {
	return Tag{ID: g.ID, Name: g.Name, ExternalID: g.ExternalID.OrNull(), CreatedAt: g.CreatedAt,
		Versioned: route.Versioned{Version: g.Version}}
}
