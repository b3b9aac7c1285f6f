package tags

import (
	"context"

	"stint/shared/domain"
	"stint/shared/route"
	"stint/shared/wire"
)

type createInput struct{ Body newTag }

// newTag is a tag to find or make.
type newTag struct {
	Name       domain.Name                      `json:"name" minLength:"1" maxLength:"255"`
	ExternalID wire.Optional[domain.ExternalID] `json:"externalId" bounds:"externalId"`
}

func (f *Family) create(ctx context.Context, c *route.Call[createInput]) (answer, error) {
	in, err := c.ReadValid()
	if err != nil {
		return answer{}, err
	}
	tag := in.Body.tag(c.Now)
	made := toAnswer(tag)
	return made, f.store.CreateTag(ctx, c.WorkspaceID(), tag, c.Remember(made))
}

func (body newTag) tag(now domain.Instant) domain.Tag {
	return domain.Tag{ID: domain.NewID(), Name: body.Name, ExternalID: body.ExternalID.Value, CreatedAt: now, Version: 1}
}
