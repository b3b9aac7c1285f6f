package tags

import (
	"context"

	"stint/shared/domain"
	"stint/shared/route"
	"stint/shared/upsert"
)

// upsert finds or makes the tag of each row.
func (f *Family) upsert(ctx context.Context, c *route.Call[upsert.Input[newTag]]) (upsert.Answer[answer], error) {
	return upsert.Operation[newTag, domain.Tag, answer]{
		New:        func(body newTag) domain.Tag { return body.tag(c.Now) },
		Name:       func(x domain.Tag) upsert.Name { return upsert.Name{Name: x.Name} },
		ExternalID: func(x domain.Tag) domain.ExternalID { return x.ExternalID },
		Find:       f.store.FindTags,
		Show:       toAnswer,
		Create:     f.store.CreateTags,
	}.Run(ctx, c)
}
