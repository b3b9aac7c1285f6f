package account

import (
	"context"
	"errors"
	"slices"

	"stint/shared/accounts"
	"stint/shared/auth"
	"stint/shared/auth/totp"
	"stint/shared/domain"
	"stint/shared/domain/people"
	"stint/shared/problem"
	"stint/shared/route"
)

// totpAnswer says whether the account has a second factor.
//
//openapi:schema SecondFactor
type totpAnswer struct {
	Enabled           bool            `json:"enabled"`             // Whether it can be used.
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
		Code string `json:"code"` // a code of the authenticator app, or a recovery code
	}
}

// readCode reads a code of the caller's second factor and finds what it uses. Errors:
// validation, conflict without a second factor, rate_limited.
func (f *Family) readCode(ctx context.Context, c *route.Call[codeInput]) (people.CodeUse, error) {
	in, err := c.ReadValid()
	if err != nil {
		return people.CodeUse{}, err
	}
	if !c.User.HasSecondFactor() {
		return people.CodeUse{}, errFactorOff
	}
	return f.matchCode(ctx, c.Request, in.Body.Code)
}

// matchCode finds what a code of the caller's second factor uses. Errors: validation
// with token_invalid, rate_limited.
func (f *Family) matchCode(ctx context.Context, r *route.Request, code string) (people.CodeUse, error) {
	use, err := f.accounts.MatchCode(ctx, r.Now, r.User, code)
	if errors.Is(err, accounts.ErrCodeRequired) {
		err = accounts.ErrCodeWrong // the code is blank
	}
	return use, err
}

// recoveryCodesAnswer has new recovery codes, which are shown this once.
type recoveryCodesAnswer struct {
	RecoveryCodes []string `json:"recovery_codes"` // The codes. Each one takes the place of a code of the app once.
}

// totpIssuer is the name under which authenticator apps show the account.
const totpIssuer = "Stint"

// enrollTotpAnswer has the secret for an authenticator app, which is shown this once.
//
//openapi:schema SecondFactorEnrollment
type enrollTotpAnswer struct {
	Secret     string `json:"secret"`      // base32
	OTPAuthURL string `json:"otpauth_url"` // the address that an app reads from a QR code
}

// enrollTotp makes a secret. It counts for nothing until a code confirms it.
func (f *Family) enrollTotp(ctx context.Context, c *route.Call[route.NoInput]) (enrollTotpAnswer, error) {
	if c.User.HasSecondFactor() {
		return enrollTotpAnswer{}, errFactorOn
	}
	if err := f.checkFactorProof(ctx, c.Caller); err != nil {
		return enrollTotpAnswer{}, err
	}
	user := c.User
	secret, factor, err := f.accounts.NewSecondFactor(ctx, user)
	if err != nil {
		return enrollTotpAnswer{}, err
	}
	user.SecondFactor = factor
	return enrollTotpAnswer{secret, totp.URL(secret, totpIssuer, string(user.Email))}, f.store.SetSecondFactor(ctx, user)
}

// confirmTotp switches the second factor on, once a code shows that the app has the
// secret. The session of the request has then proved the second factor too.
func (f *Family) confirmTotp(ctx context.Context, r *route.Request, in codeInput) (recoveryCodesAnswer, error) {
	if err := f.checkFactorProof(ctx, r.Caller); err != nil {
		return recoveryCodesAnswer{}, err
	}
	switch {
	case r.User.SecondFactor == nil:
		return recoveryCodesAnswer{}, errFactorOff
	case r.User.HasSecondFactor():
		return recoveryCodesAnswer{}, errFactorOn
	}
	use, err := f.matchCode(ctx, r, in.Body.Code)
	if err != nil {
		return recoveryCodesAnswer{}, err
	}
	codes, digests := accounts.NewRecoveryCodes()
	user := r.User.EnableSecondFactor(use, digests, r.Now)
	return recoveryCodesAnswer{codes}, f.store.EnableSecondFactor(ctx, user, proofOf(r, people.BySecondFactor))
}

func (f *Family) disableTotp(ctx context.Context, c *route.Call[codeInput]) (route.Deleted, error) {
	use, err := f.readCode(ctx, c)
	if err != nil {
		return route.Deleted{}, err
	}
	return route.NewDeleted("totp"), f.store.DisableSecondFactor(ctx, c.User, use)
}

// checkFactorProof checks that nobody changes the factors of an account by its password alone, where the account has a
// factor and a workspace of it requires one. Errors: forbidden second_factor_required.
func (f *Family) checkFactorProof(ctx context.Context, c auth.Caller) error {
	if !c.User.HasUnprovedFactor(*c.Session) {
		return nil
	}
	memberships, err := f.store.Memberships(ctx, c.User.ID)
	if err == nil && slices.ContainsFunc(memberships,
		func(m people.Membership) bool { return m.Workspace.RequireSecondFactor }) {
		err = problem.Forbidden(problem.SecondFactorRequired)
	}
	return err
}

func (f *Family) replaceRecoveryCodes(ctx context.Context, c *route.Call[codeInput]) (recoveryCodesAnswer, error) {
	use, err := f.readCode(ctx, c)
	if err != nil {
		return recoveryCodesAnswer{}, err
	}
	codes, digests := accounts.NewRecoveryCodes()
	return recoveryCodesAnswer{codes}, f.store.ReplaceRecoveryCodes(ctx, c.User, use, digests)
}
