package accounts

import (
	"context"
	"errors"

	"stint/shared/auth/totp"
	"stint/shared/domain"
	"stint/shared/domain/people"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/store/peopledb"
)

// secondFactorStore uses the codes of second factors.
type secondFactorStore interface {
	// UseCode uses a code. Errors: validation with token_invalid when the code was used
	// concurrently.
	UseCode(ctx context.Context, use people.CodeUse) error
}

// Errors of a code that is missing or wrong.
var (
	ErrCodeRequired = problem.Forbidden(problem.SecondFactorRequired)
	ErrCodeWrong    = peopledb.ErrCodeUsed
)

// SignIn opens a session for a user with a password, and with a code where the account
// has a second factor. Errors: unauthorized for a wrong address, password or code;
// forbidden with second_factor_required for a right password without a code;
// rate_limited, service_unavailable.
func (s *Service) SignIn(ctx context.Context, r *route.Request, c Credentials, prepare Preparation) (SignedIn, error) {
	user, err := s.Authenticate(ctx, c.Address, c.Password)
	if err != nil {
		return SignedIn{}, err
	}
	use, err := s.matchSignInCode(ctx, r.Now, user, c.Code)
	if err != nil {
		return SignedIn{}, err
	}
	by := people.ByPassword
	if use != nil {
		by = people.BySecondFactor
	}
	signedIn, err := s.openSession(ctx, r, by, peopledb.SignIn{User: user, Code: use}, prepare)
	return signedIn, wrongCodeToUnauthorized(err)
}

// Credentials are what a user signs in with.
type Credentials struct {
	Address, Password string
	Code              string // of the second factor; "" for none
}

// matchSignInCode is MatchCode for a sign-in whose first factor is right: a password, or
// a mailed token. The result is nil for a user without a second factor, who needs no
// code. Errors: ErrCodeRequired; unauthorized for a wrong code; rate_limited.
func (s *Service) matchSignInCode(ctx context.Context, now domain.Instant, u people.User,
	typed string) (*people.CodeUse, error) {
	if !u.HasSecondFactor() {
		return nil, nil
	}
	use, err := s.matchCodeAtSignIn(ctx, now, u, typed)
	return &use, wrongCodeToUnauthorized(err)
}

// matchCodeAtSignIn is MatchCode that tells the audit log of a wrong code.
func (s *Service) matchCodeAtSignIn(ctx context.Context, now domain.Instant, u people.User,
	typed string) (people.CodeUse, error) {
	use, err := s.MatchCode(ctx, now, u, typed)
	if errors.Is(err, ErrCodeWrong) {
		err = s.failSignIn(ctx, u, u.Email, err)
	}
	return use, err
}

// AuthenticateWithCode is Authenticate that also uses a code where the account has a
// second factor. Errors: as Authenticate; ErrCodeRequired; ErrCodeWrong.
func (s *Service) AuthenticateWithCode(ctx context.Context, now domain.Instant, address, plain,
	code string) (people.User, error) {
	user, err := s.Authenticate(ctx, address, plain)
	if err != nil || !user.HasSecondFactor() {
		return user, err
	}
	use, err := s.matchCodeAtSignIn(ctx, now, user, code)
	if err != nil {
		return user, err
	}
	return user, s.store.UseCode(ctx, use)
}

// wrongCodeToUnauthorized makes a wrong code look like a wrong password.
func wrongCodeToUnauthorized(err error) error {
	if errors.Is(err, ErrCodeWrong) {
		return problem.New(problem.CodeUnauthorized)
	}
	return err
}

// MatchCode finds what a code of the user's second factor uses: the code of a time step
// or a recovery code. The store uses it in the transaction that the code is for. The
// attempt is counted. Errors: ErrCodeRequired without a code; ErrCodeWrong,
// also for a code that was used; service_unavailable.
func (s *Service) MatchCode(ctx context.Context, now domain.Instant, u people.User,
	typed string) (people.CodeUse, error) {
	code := totp.Normalize(typed)
	if code == "" {
		return people.CodeUse{}, ErrCodeRequired
	}
	guess, err := s.BeginGuess(ctx, AttemptCode, u)
	if err != nil {
		return people.CodeUse{}, err
	}
	use, ok, err := s.matchCode(ctx, now, u, code)
	switch {
	case err != nil:
		return use, err
	case !ok:
		return use, ErrCodeWrong
	}
	guess.WasRight(ctx)
	return use, nil
}

func (s *Service) matchCode(ctx context.Context, now domain.Instant, u people.User,
	code string) (use people.CodeUse, ok bool, err error) {
	if !totp.IsCode(code) {
		use, ok = u.UseRecoveryCode(domain.Digest(code))
		return use, ok, nil
	}
	secret, err := s.vault.Open(ctx, u.ID, u.SecondFactor.Sealed)
	if err != nil {
		return use, false, err
	}
	step, ok, err := totp.Match(secret, code, now.Time)
	if err != nil || !ok {
		return use, false, err
	}
	use, ok = u.UseStep(step)
	return use, ok, nil
}

// NewSecondFactor makes a secret for the user's authenticator app, and the second
// factor that keeps it. Errors: service_unavailable.
func (s *Service) NewSecondFactor(ctx context.Context,
	u people.User) (secret string, factor *people.SecondFactor, err error) {
	secret = totp.NewSecret()
	sealed, err := s.vault.Seal(ctx, u.ID, secret)
	return secret, people.NewSecondFactor(sealed), err
}

// NewRecoveryCodes makes recovery codes and the digests under which they are stored.
func NewRecoveryCodes() (codes, digests []string) {
	codes = totp.NewRecoveryCodes()
	for _, code := range codes {
		digests = append(digests, domain.Digest(totp.Normalize(code)))
	}
	return codes, digests
}
