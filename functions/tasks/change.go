package tasks

import (
	"context"

	"stint/shared/domain"
	"stint/shared/route"
	"stint/shared/wire"
)

type changeInput struct {
	Body struct {
		Name       wire.Change[domain.Name]          `json:"name" minLength:"1" maxLength:"255"`
		IsArchived wire.Change[bool]                 `json:"isArchived"`
		ExternalID wire.Clearable[domain.ExternalID] `json:"externalId" bounds:"externalId"`
	}
}

func (f *Family) change(ctx context.Context, c *route.Call[changeInput], target taskInProject) (answer, error) {
	in, err := c.ReadValid()
	if err != nil {
		return answer{}, err
	}
	if err := c.CheckIfMatch(target.task.Version); err != nil {
		return answer{}, err
	}
	now := target.task
	in.Body.Name.Apply(&now.Name)
	in.Body.IsArchived.Apply(&now.IsArchived)
	in.Body.ExternalID.ApplyValue(&now.ExternalID)
	return f.write(ctx, c.WorkspaceID(), target.task, now)
}

// write writes a task if it has changed. Errors: conflict, validation.
func (f *Family) write(ctx context.Context, workspace domain.ID, was, now domain.Task) (answer, error) {
	if now == was {
		return toAnswer(was), nil
	}
	now.Version++
	return toAnswer(now), f.store.ChangeTask(ctx, workspace, was, now)
}
