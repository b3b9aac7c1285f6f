package account

import (
	"context"
	"errors"

	"stint/shared/accounts"
	"stint/shared/domain"
	"stint/shared/problem"
	"stint/shared/route"
)

// totpAnswer says whether the account has a second factor.
type totpAnswer struct {
	Enabled           bool            `json:"enabled"`
	EnabledAt         *domain.Instant `json:"enabled_at"`          // null when it is off
	RecoveryCodesLeft int             `json:"recovery_codes_left"` // the recovery codes that were not used yet
}

// Errors of the state of the second factor.
var (
	errFactorOn  = problem.Conflict(problem.SecondFactorAlreadyOn, "The second factor is on already. Switch it off first.")
	errFactorOff = problem.Conflict(problem.SecondFactorMissing, "The account has no second factor.")
)

func (f *Family) totp(_ context.Context, c *route.Call[route.NoInput]) (totpAnswer, error) {
	if !c.User.HasSecondFactor() {
		return totpAnswer{}, nil
	}
	factor := c.User.SecondFactor
	return totpAnswer{Enabled: true, EnabledAt: factor.EnabledAt, RecoveryCodesLeft: len(factor.RecoveryCodes)}, nil
}

// codeInput is the input of operations that a code confirms.
type codeInput struct {
	Body struct {
		Code string `json:"code" doc:"a code of the authenticator app, or a recovery code"`
	}
}

// readCode reads a code of the caller's second factor and finds what it uses. Errors:
// validation, conflict without a second factor, rate_limited.
func (f *Family) readCode(ctx context.Context, c *route.Call[codeInput]) (domain.CodeUse, error) {
	in, err := c.ReadValid()
	if err != nil {
		return domain.CodeUse{}, err
	}
	if !c.User.HasSecondFactor() {
		return domain.CodeUse{}, errFactorOff
	}
	return f.matchCode(ctx, c.Request, in.Body.Code)
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

// recoveryCodesAnswer has new recovery codes, which are shown this once.
type recoveryCodesAnswer struct {
	RecoveryCodes []string `json:"recovery_codes"`
}
