package account

import (
	"context"

	"stint/shared/route"
)

func (f *Family) disableTotp(ctx context.Context, c *route.Call[codeInput]) (route.Deleted, error) {
	in, err := c.ReadValid()
	if err != nil {
		return route.Deleted{}, err
	}
	if !c.User.HasSecondFactor() {
		return route.Deleted{}, errFactorOff
	}
	use, err := f.matchCode(ctx, c.Request, in.Body.Code)
	if err != nil {
		return route.Deleted{}, err
	}
	return route.Deleted{ID: "totp", Deleted: true}, f.store.DisableSecondFactor(ctx, c.User, use)
}
