package account

import (
	"context"
	"errors"

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
	proved := c.Session.ProvedNow(domain.BySecondFactor, c.Now)
	return recoveryCodesAnswer{codes}, f.store.EnableSecondFactor(ctx, user, proved)
}

// matchCode finds what a code of the caller's second factor uses. Errors: validation
// with token_invalid, rate_limited.
func (f *Family) matchCode(ctx context.Context, r *route.Request, code string) (domain.CodeUse, error) {
	use, err := f.accounts.MatchCode(ctx, r.Now, r.User, code)
	if errors.Is(err, accounts.ErrCodeRequired) {
		err = accounts.ErrCodeWrong // the code is blank
	}
	return use, err
}
