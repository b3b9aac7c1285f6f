package accounts

import (
	"context"
	"net/http"

	"stint/shared/auth/password"
	"stint/shared/domain"
	"stint/shared/domain/people"
	"stint/shared/edge"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/store/peopledb"
	"stint/shared/wire"
)

// sessionStore keeps sessions and reads the memberships that decide about their
// active workspace.
type sessionStore interface {
	// OpenSession writes a new session and its device, and tells the audit log.
	// Errors: conflict when another sign-in changed the devices; peopledb.ErrCodeUsed.
	OpenSession(ctx context.Context, x peopledb.SignIn) error
	// Membership reads a user's membership of a workspace, whatever its state; ok is
	// false when there is none.
	Membership(ctx context.Context, user, workspace domain.ID) (m people.Membership, ok bool, err error)
	// Memberships lists a user's active memberships, oldest first.
	Memberships(ctx context.Context, user domain.ID) ([]people.Membership, error)
	// WatchTimers makes sure that the timers of a workspace are looked at.
	WatchTimers(ctx context.Context, workspace domain.ID) error
	// SetLastActive records the workspace that was active last; "" is none.
	SetLastActive(ctx context.Context, user, workspace domain.ID) error
	// Identity reads a user and a session in one round trip.
	Identity(ctx context.Context, query people.IdentityQuery) (people.Identity, error)
	// EndSessions ends sessions. Sessions that have already ended are no error.
	EndSessions(ctx context.Context, ended ...people.Session) error
}

// SignedIn is a user with their new session.
type SignedIn struct {
	User      people.User
	Session   people.Session
	Workspace *ActiveWorkspace // active in the session; nil: none

	// what was prepared
	answer SessionAnswer // the zero value for a browser
	cookie *http.Cookie
}

// OpenSessionByPasskey opens a session for a user, and uses their passkey. Errors: unauthorized for a disabled account;
// validation when the challenge or the passkey was used concurrently; service_unavailable.
func (s *Service) OpenSessionByPasskey(ctx context.Context, r *route.Request, u people.User, use peopledb.PasskeyUse,
	prepare Preparation) (SignedIn, error) {
	return s.openSession(ctx, r, people.ByPasskey, peopledb.SignIn{User: u, Passkey: &use}, prepare)
}

// openSession opens a session of a sign-in's user, and uses what the sign-in uses. Errors: ErrCodeWrong when the code
// was used concurrently; unauthorized for a disabled account; service_unavailable.
func (s *Service) openSession(ctx context.Context, r *route.Request, by people.SignInMethod, in peopledb.SignIn,
	prepare Preparation) (SignedIn, error) {
	u, grant := in.User, in.Session.Provider
	if !u.MayAct() {
		return SignedIn{}, problem.New(problem.CodeUnauthorized)
	}
	s.noteAccount(ctx)
	workspace, err := s.activeWorkspaceAtSignIn(ctx, u)
	if err != nil {
		return SignedIn{}, err
	}
	signedIn := SignedIn{User: u, Session: NewSession(r, u, by, workspace.id()), Workspace: workspace}
	signedIn.Session.Provider = grant
	if err := prepare(ctx, r, &signedIn); err != nil {
		return SignedIn{}, err
	}
	in.Session = signedIn.Session
	if err := s.writeSignIn(ctx, r, withDevice(r, in)); err != nil {
		return signedIn, err
	}
	s.afterSignIn(ctx, u)
	return signedIn, nil
}

// writeSignIn keeps the session of a sign-in. After a conflict it reads the devices of
// the account again.
func (s *Service) writeSignIn(ctx context.Context, r *route.Request, in peopledb.SignIn) error {
	conflict := s.store.OpenSession(ctx, in)
	for try := 1; try < signInTries && problem.Is(conflict, problem.CodeConflict); try++ {
		fresh, _, err := s.store.UserByEmail(ctx, in.User.Email)
		if err != nil {
			return err
		}
		in.User.Devices = fresh.Devices
		conflict = s.store.OpenSession(ctx, withDevice(r, in))
	}
	return conflict
}

// withDevice is the sign-in of its user from the device of the request.
func withDevice(r *route.Request, in peopledb.SignIn) peopledb.SignIn {
	next, isNew := in.User.SignInFrom(deviceOf(r, in.User.ID), r.Now)
	in.Was, in.Devices, in.IsNew = in.User.Devices, next.Devices, isNew
	return in
}

// deviceOf is the device that a request comes from.
func deviceOf(r *route.Request, u domain.ID) string {
	return people.DeviceDigest(u, domain.NetworkOf(r.ClientAddress()), r.Header("User-Agent"))
}

// Authenticate finds the account of an address and checks its password. An address
// without an account, and an account without a password, take the same time as a
// wrong password, so that the time does not reveal whether an account exists. So does a
// disabled account. Any text is accepted as address: a malformed one is an address
// without an account. Errors: unauthorized, rate_limited.
func (s *Service) Authenticate(ctx context.Context, address, plain string) (people.User, error) {
	var email domain.Email
	email.ParseText(address) // stays "" when the text is no address; "" has no account
	guess, user, _, err := s.beginGuessAndFindUser(ctx, AttemptLogin, email)
	if err != nil {
		return user, err
	}
	ok, outdated := s.hasher.Verify(user.PasswordHash, plain)
	if !ok || !user.MayAct() {
		return user, s.failSignIn(ctx, user, email, problem.New(problem.CodeUnauthorized))
	}
	guess.WasRight(ctx)
	if outdated {
		// A failure must not fail the sign-in. The next one tries again.
		_ = s.store.RehashPassword(ctx, user, s.hasher.Hash(plain))
	}
	return user, nil
}

// failSignIn tells the audit logs of a user's workspaces of a failed sign-in, and returns its error. An address without
// an account, whose user is zero, takes the same time.
func (s *Service) failSignIn(ctx context.Context, u people.User, e domain.Email, failure error) error {
	s.noteFailure(ctx)
	failed := peopledb.FailedSignIn{User: u, Email: e, Network: edge.RequestInfoFrom(ctx).Network()}
	if err := s.store.RecordFailedSignIn(ctx, failed); err != nil {
		return err
	}
	return failure
}

// FailSignIn tells the audit logs of a user's workspaces of a failed sign-in. Its error is unauthorized.
func (s *Service) FailSignIn(ctx context.Context, u people.User) error {
	return s.failSignIn(ctx, u, u.Email, problem.New(problem.CodeUnauthorized))
}

// CheckPassword adds an issue when a new password is not acceptable. It checks before
// anything is hashed, and only when the path has no issue yet. An empty address is
// not compared.
func CheckPassword(issues *wire.Issues, path, plain string, e domain.Email) {
	if !issues.IsClean(path) {
		return
	}
	if code := password.Check(plain, string(e)); code != "" {
		issues.AddMessage(path, code, password.Explain(code))
	}
}
