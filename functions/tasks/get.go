package tasks

import (
	"context"

	"stint/shared/domain"
	"stint/shared/route"
)

type answer struct {
	ID         domain.ID          `json:"id"`
	ProjectID  domain.ID          `json:"project_id"`
	Name       domain.Name        `json:"name"`
	IsArchived bool               `json:"is_archived"`
	ExternalID *domain.ExternalID `json:"external_id"`
	route.Versioned
}

func toAnswer(t domain.Task) answer {
	return answer{
		ID: t.ID, ProjectID: t.ProjectID, Name: t.Name, IsArchived: t.IsArchived, ExternalID: t.ExternalID.OrNull(),
		Versioned: route.Versioned{Version: t.Version},
	}
}

func (f *Family) get(_ context.Context, _ *route.Call[route.NoInput], target taskInProject) (answer, error) {
	return toAnswer(target.task), nil
}
