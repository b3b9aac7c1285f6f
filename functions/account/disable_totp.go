package account

import (
	"context"

	"stint/shared/route"
)

func (f *Family) disableTotp(ctx context.Context, c *route.Call[codeInput]) (route.Deleted, error) {
	use, err := f.readCode(ctx, c)
	if err != nil {
		return route.Deleted{}, err
	}
	return route.Deleted{ID: "totp", Deleted: true}, f.store.DisableSecondFactor(ctx, c.User, use)
}
