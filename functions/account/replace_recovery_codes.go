package account

import (
	"context"

	"stint/shared/accounts"
	"stint/shared/route"
)

func (f *Family) replaceRecoveryCodes(ctx context.Context, c *route.Call[codeInput]) (recoveryCodesAnswer, error) {
	in, err := c.ReadValid()
	if err != nil {
		return recoveryCodesAnswer{}, err
	}
	if !c.User.HasSecondFactor() {
		return recoveryCodesAnswer{}, errFactorOff
	}
	use, err := f.matchCode(ctx, c.Request, in.Body.Code)
	if err != nil {
		return recoveryCodesAnswer{}, err
	}
	codes, digests := accounts.NewRecoveryCodes()
	return recoveryCodesAnswer{codes}, f.store.ReplaceRecoveryCodes(ctx, c.User, use, digests)
}
