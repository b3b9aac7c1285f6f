package answers

import (
	"stint/shared/domain"
	"stint/shared/domain/projects"
	"stint/shared/route"
)

// Task is a part of a project that time is tracked to.
type Task struct {
	ID         domain.ID          `json:"id"`
	ProjectID  domain.ID          `json:"project_id"`
	Name       domain.Name        `json:"name"`
	IsArchived bool               `json:"is_archived"`
	ExternalID *domain.ExternalID `json:"external_id"`
	route.Versioned
}

// OfTask makes the answer for a task.
func OfTask(t projects.Task) Task {
	return Task{
		ID: t.ID, ProjectID: t.ProjectID, Name: t.Name, IsArchived: t.IsArchived, ExternalID: t.ExternalID.OrNull(),
		Versioned: route.Versioned{Version: t.Version},
	}
}
