package tasks

import (
	"context"

	"stint/shared/access"
	"stint/shared/domain"
	"stint/shared/route"
	"stint/shared/wire"
)

type createInput struct{ Body newTask }

// newTask is a task to find or make.
type newTask struct {
	Name       domain.Name                      `json:"name" minLength:"1" maxLength:"255"`
	ExternalID wire.Optional[domain.ExternalID] `json:"externalId" bounds:"externalId"`
}

func (f *Family) create(ctx context.Context, c *route.Call[createInput], p access.Project) (answer, error) {
	in, err := c.ReadValid()
	if err != nil {
		return answer{}, err
	}
	task := in.Body.task(p.Project.ID, c.Now)
	made := toAnswer(task)
	return made, f.store.CreateTask(ctx, c.WorkspaceID(), task, c.Remember(made))
}

func (body newTask) task(project domain.ID, now domain.Instant) domain.Task {
	return domain.Task{ID: domain.NewID(), ProjectID: project, Name: body.Name, ExternalID: body.ExternalID.Value, CreatedAt: now, Version: 1}
}
