package clients

import (
	"context"

	"stint/shared/domain"
	"stint/shared/route"
	"stint/shared/wire"
)

type createInput struct{ Body newClient }

// newClient is a client to find or make.
type newClient struct {
	Name domain.Name `json:"name" minLength:"1" maxLength:"255"`
	// The e-mail address of the client; null: none.
	Email      wire.Optional[domain.Email]      `json:"email"`
	IsArchived wire.Optional[bool]              `json:"isArchived"`
	ExternalID wire.Optional[domain.ExternalID] `json:"externalId" bounds:"externalId"`
}

func (f *Family) create(ctx context.Context, c *route.Call[createInput]) (answer, error) {
	in, err := c.ReadValid()
	if err != nil {
		return answer{}, err
	}
	client := in.Body.client(c.Now)
	made := toAnswer(client)
	return made, f.store.CreateClient(ctx, c.WorkspaceID(), client, c.Remember(made))
}

func (body newClient) client(now domain.Instant) domain.Client {
	return domain.Client{
		ID: domain.NewID(), Name: body.Name, Email: body.Email.Value, IsArchived: body.IsArchived.Value,
		ExternalID: body.ExternalID.Value, CreatedAt: now, Version: 1,
	}
}
