package apikeys

import (
	"context"

	"stint/shared/route"
)

func (f *Family) listAll(ctx context.Context, c *route.Call[listInput]) (route.List[apiKeyAnswer], error) {
	return f.listPage(ctx, c, "")
}
