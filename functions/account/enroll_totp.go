package account

import (
	"context"

	"stint/shared/auth/totp"
	"stint/shared/route"
)

// totpIssuer is the name under which authenticator apps show the account.
const totpIssuer = "Stint"

// enrollTotpAnswer has the secret for an authenticator app, which is shown this once.
type enrollTotpAnswer struct {
	Secret     string `json:"secret"`      // base32
	OTPAuthURL string `json:"otpauth_url"` // the address that an app reads from a QR code
}

// enrollTotp makes a secret. It counts for nothing until a code confirms it.
func (f *Family) enrollTotp(ctx context.Context, c *route.Call[route.NoInput]) (enrollTotpAnswer, error) {
	if c.User.HasSecondFactor() {
		return enrollTotpAnswer{}, errFactorOn
	}
	user := c.User
	secret, factor, err := f.accounts.NewSecondFactor(ctx, user)
	if err != nil {
		return enrollTotpAnswer{}, err
	}
	user.SecondFactor = factor
	return enrollTotpAnswer{secret, totp.URL(secret, totpIssuer, string(user.Email))}, f.store.SetSecondFactor(ctx, user)
}
