package account

import (
	"context"
	"errors"

	"stint/shared/accounts"
	"stint/shared/auth/passkey"
	"stint/shared/domain"
	"stint/shared/domain/people"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/store/peopledb"
)

func (f *Family) signInOptionsPasskey(ctx context.Context, c *route.Call[route.NoInput],
	ceremonies *passkey.Ceremonies) (passkeyOptions, error) {
	begun, err := ceremonies.BeginSignIn()
	return f.begin(ctx, c.Now, "", begun, err)
}

// assertedCredential is what navigator.credentials.get answers, in its JSON form.
type assertedCredential struct {
	ID    string `json:"id" maxLength:"1400"`    // The id of the credential, in base64url.
	RawID string `json:"rawId" maxLength:"1400"` // The same as id.
	Type  string `json:"type" maxLength:"20"`    // "public-key"

	Response assertedResponse `json:"response"` // What the authenticator answered.
}

// assertedResponse is what an authenticator answered, each part in base64url.
type assertedResponse struct {
	ClientDataJSON    string `json:"clientDataJSON" maxLength:"4000"`    // What the browser adds: challenge and origin.
	AuthenticatorData string `json:"authenticatorData" maxLength:"4000"` // The host, the counter, and whether it verified its user.
	Signature         string `json:"signature" maxLength:"4000"`         // Over both.
	UserHandle        string `json:"userHandle" maxLength:"100"`         // Whose passkey it is.
}

type signInPasskeyInput struct {
	Body struct {
		// What navigator.credentials.get answers, in its JSON form.
		Credential assertedCredential `json:"credential"`
	}
}

// signInPasskey opens a session for whoever has the passkey. Its authenticator verified them, so no code is needed.
func (f *Family) signInPasskey(ctx context.Context, c *route.Call[signInPasskeyInput],
	ceremonies *passkey.Ceremonies) (accounts.SessionAnswer, error) {
	return f.openByPasskey(ctx, c, ceremonies, f.issuer.Prepare)
}

// openByPasskey opens a session and sends what was prepared. Errors: unauthorized.
func (f *Family) openByPasskey(ctx context.Context, c *route.Call[signInPasskeyInput], ceremonies *passkey.Ceremonies,
	prepare accounts.Preparation) (accounts.SessionAnswer, error) {
	in, err := c.ReadValid()
	if err != nil {
		return accounts.SessionAnswer{}, err
	}
	user, use, err := f.usePasskey(ctx, c.Now, ceremonies, encode(in.Body.Credential))
	if err != nil {
		return accounts.SessionAnswer{}, err
	}
	signedIn, err := f.accounts.OpenSessionByPasskey(ctx, c.Request, user, use, prepare)
	if err != nil {
		return accounts.SessionAnswer{}, err
	}
	return signedIn.Send(c.Request), nil
}

var errNotSignedIn = problem.New(problem.CodeUnauthorized)

// usePasskey finds the user of a credential and what the sign-in uses. Errors: unauthorized.
func (f *Family) usePasskey(ctx context.Context, now domain.Instant, ceremonies *passkey.Ceremonies,
	credential []byte) (u people.User, use peopledb.PasskeyUse, err error) {
	answer, err := passkey.ReadSignIn(credential)
	if err != nil {
		return u, use, errNotSignedIn
	}
	x, ok, err := f.store.PasskeyCeremony(ctx, answer.Challenge, "")
	if err != nil || !ok {
		return u, use, errors.Join(err, errNotSignedIn)
	}
	if u, err = f.store.User(ctx, answer.UserID); err != nil {
		return u, use, unknownToUnauthorized(err)
	}
	has, err := f.store.Passkeys(ctx, u.ID)
	if err != nil {
		return u, use, err
	}
	used, err := ceremonies.FinishSignIn(u, has, x.State, answer)
	switch {
	case errors.Is(err, passkey.ErrCopied):
		return u, use, errors.Join(f.store.RefuseCopiedPasskey(ctx, x, u.ID), f.accounts.FailSignIn(ctx, u))
	case errors.Is(err, passkey.ErrRefused):
		return u, use, f.accounts.FailSignIn(ctx, u)
	}
	used.LastUsedAt = &now
	return u, peopledb.PasskeyUse{Passkey: used, Ceremony: x}, err
}

// unknownToUnauthorized makes an account that is gone look like a wrong passkey.
func unknownToUnauthorized(err error) error {
	if problem.Is(err, problem.CodeNotFound) {
		return errNotSignedIn
	}
	return err
}

// signInToPagesPasskey is signInPasskey to the pages on which users allow apps. Only a page of the service may ask for
// it: elsewhere, an attacker could sign a browser in to their account.
func (f *Family) signInToPagesPasskey(ctx context.Context, c *route.Call[signInPasskeyInput],
	ceremonies *passkey.Ceremonies) (route.Done, error) {
	if err := f.accounts.CheckOwnOrigin(c.Request); err != nil {
		return route.Done{}, err
	}
	_, err := f.openByPasskey(ctx, c, ceremonies, f.accounts.PrepareForPages)
	return route.OK, err
}
