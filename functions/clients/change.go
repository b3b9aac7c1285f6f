package clients

import (
	"context"

	"stint/shared/domain"
	"stint/shared/route"
	"stint/shared/wire"
)

type changeInput struct {
	Body struct {
		Name wire.Change[domain.Name] `json:"name" minLength:"1" maxLength:"255"`
		// The e-mail address of the client; null: none.
		Email      wire.Clearable[domain.Email]      `json:"email"`
		IsArchived wire.Change[bool]                 `json:"isArchived"`
		ExternalID wire.Clearable[domain.ExternalID] `json:"externalId" bounds:"externalId"`
	}
}

func (f *Family) change(ctx context.Context, c *route.Call[changeInput], was domain.Client) (answer, error) {
	in, err := c.ReadValid()
	if err != nil {
		return answer{}, err
	}
	if err := c.CheckIfMatch(was.Version); err != nil {
		return answer{}, err
	}
	now := in.applyTo(was)
	if now == was {
		return toAnswer(was), nil
	}
	now.Version++
	return toAnswer(now), f.store.ChangeClient(ctx, c.WorkspaceID(), was, now)
}

func (in changeInput) applyTo(c domain.Client) domain.Client {
	in.Body.Name.Apply(&c.Name)
	in.Body.IsArchived.Apply(&c.IsArchived)
	in.Body.Email.ApplyValue(&c.Email)
	in.Body.ExternalID.ApplyValue(&c.ExternalID)
	return c
}
