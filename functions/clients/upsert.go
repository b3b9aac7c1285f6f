package clients

import (
	"context"

	"stint/shared/domain"
	"stint/shared/route"
	"stint/shared/upsert"
)

// upsert finds or makes the client of each row.
func (f *Family) upsert(ctx context.Context, c *route.Call[upsert.Input[newClient]]) (upsert.Answer[answer], error) {
	return upsert.Operation[newClient, domain.Client, answer]{
		New:        func(body newClient) domain.Client { return body.client(c.Now) },
		Name:       func(x domain.Client) upsert.Name { return upsert.Name{Name: x.Name} },
		ExternalID: func(x domain.Client) domain.ExternalID { return x.ExternalID },
		Find:       f.store.FindClients,
		Show:       toAnswer,
		Create:     f.store.CreateClients,
	}.Run(ctx, c)
}
