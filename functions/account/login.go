package account

import (
	"context"

	"stint/shared/accounts"
	"stint/shared/domain/people"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/store/peopledb"
	"stint/shared/wire"
)

// loginInput accepts any text. A malformed address is answered like an unknown
// one, and a password of an invalid length like a wrong one.
type loginInput struct {
	Body struct {
		Email    string `json:"email"`
		Password string `json:"password"` // The password of the account.

		// of the second factor, where the account has one: a code of the app or a recovery code
		Code wire.Optional[string] `json:"code"`
	}
}

func (f *Family) login(ctx context.Context, r *route.Request, in loginInput) (accounts.SessionAnswer, error) {
	signedIn, err := f.accounts.SignIn(ctx, r, accounts.Credentials{Address: in.Body.Email, Password: in.Body.Password,
		Code: in.Body.Code.Value}, f.issuer.Prepare)
	if err != nil {
		return accounts.SessionAnswer{}, err
	}
	return signedIn.Send(r), nil
}

type reauthenticateInput struct {
	Body struct {
		Password string `json:"password"` // The password of the account.

		// of the second factor, where the account has one: a code of the app or a recovery code
		Code wire.Optional[string] `json:"code"`
	}
}

// reauthenticate makes the session of the request fresh. Every attempt counts against the limit
// of attempts. A right one takes back only the failure of the day.
func (f *Family) reauthenticate(ctx context.Context, r *route.Request, in reauthenticateInput) (route.Done, error) {
	if !r.User.HasPassword() {
		return route.Done{}, errNoPassword
	}
	guess, err := f.accounts.BeginGuess(ctx, accounts.AttemptPassword, r.User)
	if err != nil {
		return route.Done{}, err
	}
	if right, _ := f.hasher.Verify(r.User.PasswordHash, in.Body.Password); !right {
		return route.Done{}, problem.InvalidField("password", problem.PasswordIncorrect)
	}
	guess.WasRight(ctx)
	return route.OK, conflictToUnauthorized(f.proveSession(ctx, r, in.Body.Code.Value))
}

// proveSession writes the proof: by the password that was checked, and by a code where
// the account has a second factor.
func (f *Family) proveSession(ctx context.Context, r *route.Request, code string) error {
	if !r.User.HasSecondFactor() {
		return f.store.ProveSession(ctx, proofOf(r, people.ByPassword))
	}
	use, err := f.accounts.MatchCode(ctx, r.Now, r.User, code)
	if err != nil {
		return err
	}
	return f.store.ProveSessionWithCode(ctx, proofOf(r, people.BySecondFactor), use)
}

// proofOf is the proof of the session of the request by a method.
func proofOf(r *route.Request, by people.SignInMethod) peopledb.SessionProof {
	return peopledb.SessionProof{Was: *r.Session, Now: r.Session.ProvedNow(by, r.Now)}
}
