package tags

import (
	"context"

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

func (f *Family) create(ctx context.Context, c *route.Call[createInput]) (answer, error) {
	in, err := c.ReadValid()
	if err != nil {
		return answer{}, err
	}
	tag := domain.Tag{ID: domain.NewID(), Name: in.Body.Name, ExternalID: in.Body.ExternalID.Value, CreatedAt: c.Now, Version: 1}
	made := toAnswer(tag)
	return made, f.store.CreateTag(ctx, c.WorkspaceID(), tag, c.Remember(made))
}
