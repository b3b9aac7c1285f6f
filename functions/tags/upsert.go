package tags

import (
	"context"

	"stint/shared/domain"
	"stint/shared/paging"
	"stint/shared/route"
	"stint/shared/store"
	"stint/shared/upsert"
)

type upsertInput struct {
	Body struct {
		Items []newTag `json:"items" bounds:"upsertRows"`
	}
}

// upsertAnswer has one result for each row, in the order of the request.
type upsertAnswer struct {
	Items []upsertResult `json:"items"`
}

type upsertResult struct {
	Created bool   `json:"created"` // false: it was there before
	Record  answer `json:"record"`
}

// upsert finds or makes the tag of each row.
func (f *Family) upsert(ctx context.Context, c *route.Call[upsertInput]) (upsertAnswer, error) {
	in, issues, err := c.Read()
	if err != nil {
		return upsertAnswer{}, err
	}
	var shown upsertAnswer
	err = upsert.Run(ctx, issues, upsert.Rows[domain.Tag]{
		Candidates: paging.ToRows(in.Body.Items, func(body newTag) domain.Tag { return body.tag(c.Now) }),
		Name:       func(x domain.Tag) upsert.Name { return upsert.Name{Name: x.Name} },
		ExternalID: func(x domain.Tag) domain.ExternalID { return x.ExternalID },
		MayUse:     func(domain.Tag) bool { return true },
		Find: func(ctx context.Context, candidates []domain.Tag) ([]store.Found[domain.Tag], error) {
			return f.store.FindTags(ctx, c.WorkspaceID(), candidates)
		},
		Write: func(ctx context.Context, all []upsert.Result[domain.Tag]) error {
			shown.Items = paging.ToRows(all, toUpsertResult)
			return f.store.CreateTags(ctx, c.WorkspaceID(), upsert.Missing(all), c.Remember(shown))
		},
	})
	return shown, err
}

func toUpsertResult(r upsert.Result[domain.Tag]) upsertResult {
	return upsertResult{Created: r.Created, Record: toAnswer(r.Record)}
}
