package tasks

import (
	"context"

	"stint/shared/access"
	"stint/shared/domain"
	"stint/shared/route"
	"stint/shared/wire"
)

type createInput struct {
	Body struct {
		Name       domain.Name                      `json:"name" minLength:"1" maxLength:"255"`
		ExternalID wire.Optional[domain.ExternalID] `json:"externalId" bounds:"externalId"`
	}
}

func (f *Family) create(ctx context.Context, c *route.Call[createInput], p access.Project) (answer, error) {
	in, err := c.ReadValid()
	if err != nil {
		return answer{}, err
	}
	task := domain.Task{ID: domain.NewID(), ProjectID: p.Project.ID, Name: in.Body.Name, ExternalID: in.Body.ExternalID.Value, CreatedAt: c.Now, Version: 1}
	made := toAnswer(task)
	return made, f.store.CreateTask(ctx, c.WorkspaceID(), task, c.Remember(made))
}
