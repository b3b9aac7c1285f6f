package tags

import (
	"context"

	"stint/shared/domain"
	"stint/shared/route"
	"stint/shared/wire"
)

type changeInput struct {
	Body struct {
		Name       wire.Change[domain.Name]          `json:"name" minLength:"1" maxLength:"255"`
		ExternalID wire.Clearable[domain.ExternalID] `json:"externalId" bounds:"externalId"`
	}
}

func (f *Family) change(ctx context.Context, c *route.Call[changeInput], was domain.Tag) (answer, error) {
	in, err := c.ReadValid()
	if err != nil {
		return answer{}, err
	}
	if err := c.CheckIfMatch(was.Version); err != nil {
		return answer{}, err
	}
	now := was
	in.Body.Name.Apply(&now.Name)
	in.Body.ExternalID.ApplyValue(&now.ExternalID)
	if now == was {
		return toAnswer(was), nil
	}
	now.Version++
	return toAnswer(now), f.store.ChangeTag(ctx, c.WorkspaceID(), was, now)
}
