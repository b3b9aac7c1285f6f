package account

import (
	"context"

	"stint/shared/accounts"
	"stint/shared/domain"
	"stint/shared/route"
)

// confirmTotp switches the second factor on, once a code shows that the app has the
// secret. The session of the request has then proved the second factor too.
func (f *Family) confirmTotp(ctx context.Context, c *route.Call[codeInput]) (recoveryCodesAnswer, error) {
	in, err := c.ReadValid()
	if err != nil {
		return recoveryCodesAnswer{}, err
	}
	switch {
	case c.User.SecondFactor == nil:
		return recoveryCodesAnswer{}, errFactorOff
	case c.User.HasSecondFactor():
		return recoveryCodesAnswer{}, errFactorOn
	}
	use, err := f.matchCode(ctx, c.Request, in.Body.Code)
	if err != nil {
		return recoveryCodesAnswer{}, err
	}
	codes, digests := accounts.NewRecoveryCodes()
	user := c.User.EnableSecondFactor(use, digests, c.Now)
	return recoveryCodesAnswer{codes}, f.store.EnableSecondFactor(ctx, user, proofOf(c.Request, domain.BySecondFactor))
}
