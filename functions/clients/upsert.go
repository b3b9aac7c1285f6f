package clients

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
		Items []newClient `json:"items" bounds:"upsertRows"`
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

// upsert finds or makes the client of each row.
func (f *Family) upsert(ctx context.Context, c *route.Call[upsertInput]) (upsertAnswer, error) {
	in, issues, err := c.Read()
	if err != nil {
		return upsertAnswer{}, err
	}
	var shown upsertAnswer
	err = upsert.Run(ctx, issues, upsert.Rows[domain.Client]{
		Candidates: paging.ToRows(in.Body.Items, func(body newClient) domain.Client { return body.client(c.Now) }),
		Name:       func(x domain.Client) upsert.Name { return upsert.Name{Name: x.Name} },
		ExternalID: func(x domain.Client) domain.ExternalID { return x.ExternalID },
		MayUse:     func(domain.Client) bool { return true },
		Find: func(ctx context.Context, candidates []domain.Client) ([]store.Found[domain.Client], error) {
			return f.store.FindClients(ctx, c.WorkspaceID(), candidates)
		},
		Write: func(ctx context.Context, all []upsert.Result[domain.Client]) error {
			shown.Items = paging.ToRows(all, toUpsertResult)
			return f.store.CreateClients(ctx, c.WorkspaceID(), upsert.Missing(all), c.Remember(shown))
		},
	})
	return shown, err
}

func toUpsertResult(r upsert.Result[domain.Client]) upsertResult {
	return upsertResult{Created: r.Created, Record: toAnswer(r.Record)}
}
