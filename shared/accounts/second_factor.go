package accounts

import (
	"context"

	"stint/shared/auth/totp"
	"stint/shared/domain"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/store"
)

// secondFactorStore uses the codes of second factors.
type secondFactorStore interface {
	// OpenSessionWithCode writes a new session and uses a code. Errors: validation with
	// token_invalid when the code was used concurrently.
	OpenSessionWithCode(ctx context.Context, x store.SignIn, use domain.CodeUse) error
	// UseCode uses a code. Errors: validation with token_invalid when the code was used
	// concurrently.
	UseCode(ctx context.Context, use domain.CodeUse) error
}

// Errors of a code that is missing or wrong.
var (
	ErrCodeRequired = problem.Forbidden(problem.SecondFactorRequired)
	ErrCodeWrong    = problem.InvalidField("code", problem.TokenInvalid)
)

// SignIn opens a session for a user with a password, and with a code where the account
// has a second factor. Errors: unauthorized for a wrong address, password or code;
// forbidden with second_factor_required for a right password without a code;
// rate_limited.
func (s *Service) SignIn(ctx context.Context, r *route.Request, address, plain, code string) (SignedIn, error) {
	user, err := s.Authenticate(ctx, address, plain)
	if err != nil {
		return SignedIn{}, err
	}
	if !user.HasSecondFactor() {
		return s.OpenSession(ctx, r, user, domain.ByPassword)
	}
	use, err := s.MatchCode(ctx, r.Now, user, code)
	if err != nil {
		return SignedIn{}, wrongCodeToUnauthorized(err)
	}
	s.noteAccount(ctx)
	workspace, err := s.activeWorkspaceAtSignIn(ctx, user)
	if err != nil {
		return SignedIn{}, err
	}
	signedIn := SignedIn{User: user, Session: NewSession(r, user, domain.BySecondFactor, workspace.id()), Workspace: workspace}
	next, isNew := user.SignInFrom(deviceOf(r, user.ID), r.Now)
	signIn := store.SignIn{User: user, Session: signedIn.Session, Was: user.Devices, Devices: next.Devices, IsNew: isNew}
	if err := s.store.OpenSessionWithCode(ctx, signIn, use); err != nil {
		return signedIn, wrongCodeToUnauthorized(err)
	}
	s.AfterSignIn(ctx, user)
	return signedIn, nil
}

// AuthenticateWithCode is Authenticate that also uses a code where the account has a
// second factor. Errors: as Authenticate; ErrCodeRequired; ErrCodeWrong.
func (s *Service) AuthenticateWithCode(ctx context.Context, now domain.Instant, address, plain, code string) (domain.User, error) {
	user, err := s.Authenticate(ctx, address, plain)
	if err != nil || !user.HasSecondFactor() {
		return user, err
	}
	use, err := s.MatchCode(ctx, now, user, code)
	if err != nil {
		return user, err
	}
	return user, s.store.UseCode(ctx, use)
}

// wrongCodeToUnauthorized makes a wrong code look like a wrong password.
func wrongCodeToUnauthorized(err error) error {
	if problem.Is(err, problem.CodeValidation) {
		return problem.New(problem.CodeUnauthorized)
	}
	return err
}

// MatchCode finds what a code of the user's second factor uses: the code of a time step
// or a recovery code. The store uses it in the transaction that the code is for. The
// attempt is counted. Errors: ErrCodeRequired without a code; ErrCodeWrong,
// also for a code that was used; service_unavailable.
func (s *Service) MatchCode(ctx context.Context, now domain.Instant, u domain.User, typed string) (domain.CodeUse, error) {
	code := totp.Normalize(typed)
	if code == "" {
		return domain.CodeUse{}, ErrCodeRequired
	}
	guess, err := s.BeginGuess(ctx, AttemptCode, u.Email)
	if err != nil {
		return domain.CodeUse{}, err
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

func (s *Service) matchCode(ctx context.Context, now domain.Instant, u domain.User, code string) (use domain.CodeUse, ok bool, err error) {
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
func (s *Service) NewSecondFactor(ctx context.Context, u domain.User) (secret string, factor *domain.SecondFactor, err error) {
	secret = totp.NewSecret()
	sealed, err := s.vault.Seal(ctx, u.ID, secret)
	return secret, domain.NewSecondFactor(sealed), err
}

// NewRecoveryCodes makes recovery codes and the digests under which they are stored.
func NewRecoveryCodes() (codes, digests []string) {
	codes = totp.NewRecoveryCodes()
	for _, code := range codes {
		digests = append(digests, domain.Digest(totp.Normalize(code)))
	}
	return codes, digests
}
