package account

import (
	"context"

	"stint/shared/auth/passkey"
	"stint/shared/route"
)

// signInToPagesPasskey is signInPasskey to the pages on which users allow apps. Only a page of the service may ask for
// it: elsewhere, an attacker could sign a browser in to their account.
func (f *Family) signInToPagesPasskey(ctx context.Context, c *route.Call[signInPasskeyInput],
	ceremonies *passkey.Ceremonies) (route.Done, error) {
	if err := f.accounts.CheckOwnOrigin(c.Request); err != nil {
		return route.Done{}, err
	}
	signedIn, err := f.openByPasskey(ctx, c, ceremonies, true)
	if err != nil {
		return route.Done{}, err
	}
	return route.OK, f.accounts.SendSession(ctx, c.Request, signedIn)
}
