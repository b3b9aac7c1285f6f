package webhooks

import (
	"context"

	"stint/shared/domain"
	"stint/shared/paging"
	"stint/shared/route"
)

func (f *Family) listDeliveries(ctx context.Context, c *route.Call[listInput], h domain.Webhook) (route.List[deliveryAnswer], error) {
	in, err := c.ReadValid()
	if err != nil {
		return route.List[deliveryAnswer]{}, err
	}
	page, err := f.store.Deliveries(ctx, c.WorkspaceID(), h.ID, in.Page(c.Request))
	return paging.ToList(page, err, func(d domain.Delivery) deliveryAnswer { return toDelivery(h, d) })
}
