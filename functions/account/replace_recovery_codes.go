package account

import (
	"context"

	"stint/shared/accounts"
	"stint/shared/route"
)

func (f *Family) replaceRecoveryCodes(ctx context.Context, c *route.Call[codeInput]) (recoveryCodesAnswer, error) {
	use, err := f.readCode(ctx, c)
	if err != nil {
		return recoveryCodesAnswer{}, err
	}
	codes, digests := accounts.NewRecoveryCodes()
	return recoveryCodesAnswer{codes}, f.store.ReplaceRecoveryCodes(ctx, c.User, use, digests)
}
