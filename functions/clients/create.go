package clients

import (
	"context"

	"stint/shared/domain"
	"stint/shared/route"
	"stint/shared/wire"
)

type createInput struct {
	Body struct {
		Name       domain.Name                      `json:"name" minLength:"1" maxLength:"255"`
		Email      wire.Optional[domain.Email]      `json:"email"`
		IsArchived wire.Optional[bool]              `json:"isArchived"`
		ExternalID wire.Optional[domain.ExternalID] `json:"externalId" bounds:"externalId"`
	}
}

func (f *Family) create(ctx context.Context, c *route.Call[createInput]) (answer, error) {
	in, err := c.ReadValid()
	if err != nil {
		return answer{}, err
	}
	client := domain.Client{
		ID: domain.NewID(), Name: in.Body.Name, Email: in.Body.Email.Value, IsArchived: in.Body.IsArchived.Value,
		ExternalID: in.Body.ExternalID.Value, CreatedAt: c.Now, Version: 1,
	}
	made := toAnswer(client)
	return made, f.store.CreateClient(ctx, c.WorkspaceID(), client, c.Remember(made))
}
