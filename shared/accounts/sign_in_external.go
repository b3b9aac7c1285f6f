package accounts

import (
	"context"
	"strings"
	"unicode"

	"golang.org/x/sync/errgroup"

	"stint/shared/domain"
	"stint/shared/domain/people"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/store/peopledb"
)

// externalLoginStore keeps external logins: the links between accounts and subjects
// at single sign-on providers.
type externalLoginStore interface {
	// UserByExternalLogin finds the account that a subject is linked to; ok is false
	// when there is none.
	UserByExternalLogin(ctx context.Context, provider, subject string) (user people.User, ok bool, err error)
	// ExternalMailedToken finds an sso_verify token by its digest; ok is false when it
	// is unknown, expired, used or of another kind.
	ExternalMailedToken(ctx context.Context, digest string) (t people.MailedToken, ok bool, err error)
	// CreateExternalAccount registers a user with an external login, in one
	// transaction. Errors: validation with token_invalid; conflict when the address
	// or the subject has an account.
	CreateExternalAccount(ctx context.Context, a peopledb.ExternalRegistration) error
	// ConfirmLogin uses a mailed token and links the login, in one transaction.
	// Errors: validation with token_invalid; conflict when the subject is linked to
	// an account, or the account was changed since it was read.
	ConfirmLogin(ctx context.Context, c peopledb.LoginConfirmation) error
	// SendTokenMail queues a mail and stores the digest of its token.
	SendTokenMail(ctx context.Context, x peopledb.TokenMail) error
}

// ExternalIdentity is a user as a single sign-on provider describes them, while no
// account is linked to them.
type ExternalIdentity struct {
	Provider, Subject string
	Email             domain.Email
	EmailVerified     bool        // as the provider says
	Name              domain.Name // as the provider says; may be ""

	SSOEntry
}

// SSOEntry is what a sign-in at the provider opens a session with.
type SSOEntry struct {
	RefreshToken string // with which the provider is asked again; "" for none
	Prepare      Preparation
}

// OpenSessionBySSO opens a session for a user who signed in at the provider. Errors: unauthorized for a disabled
// account; service_unavailable.
func (s *Service) OpenSessionBySSO(ctx context.Context, r *route.Request, u people.User,
	e SSOEntry) (SignedIn, error) {
	grant, err := s.ProviderGrant(ctx, u.ID, e.RefreshToken, r.Now)
	if err != nil {
		return SignedIn{}, err
	}
	in := peopledb.SignIn{User: u, Session: people.Session{Provider: grant}}
	return s.openSession(ctx, r, people.BySSO, in, e.Prepare)
}

// ProviderGrant is what the provider of a sign-in now can be asked again with; "" for no refresh token. Errors:
// service_unavailable.
func (s *Service) ProviderGrant(ctx context.Context, u domain.ID, refresh string,
	now domain.Instant) (*people.ProviderGrant, error) {
	grant := &people.ProviderGrant{AnsweredAt: now}
	if refresh == "" {
		return grant, nil
	}
	var err error
	grant.Refresh, err = s.grants.Seal(ctx, u, refresh)
	return grant, err
}

// OpenGrant is the refresh token of a grant. Errors: service_unavailable.
func (s *Service) OpenGrant(ctx context.Context, u domain.ID, g people.ProviderGrant) (refresh string, err error) {
	return s.grants.Open(ctx, u, g.Refresh)
}

// signInTries is how often a sign-in is tried when another request writes the same
// account at the same time, such as one of a second browser window.
const signInTries = 3

// SignInExternal signs a user in whose external identity was not linked to an
// account. A verified address without an account gets an account at once. Otherwise
// a mail is sent to the address and the result is nil: the provider has not verified
// the address, or the address has an account, and only its holder may link the login
// to it. Errors: conflict.
func (s *Service) SignInExternal(ctx context.Context, r *route.Request, identity ExternalIdentity) (*SignedIn, error) {
	for range signInTries {
		linked, addressed, err := s.findAccounts(ctx, people.PendingLogin{
			Provider: identity.Provider, Subject: identity.Subject}, identity.Email)
		switch {
		case err != nil:
			return nil, err
		case linked != nil:
			signedIn, err := s.OpenSessionBySSO(ctx, r, *linked, identity.SSOEntry)
			return &signedIn, err
		case identity.matches(addressed): // linked by another request since the first read
			signedIn, err := s.OpenSessionBySSO(ctx, r, *addressed, identity.SSOEntry)
			return &signedIn, err
		case addressed != nil || !identity.EmailVerified:
			return nil, s.sendExternalTokenMail(ctx, r, identity, addressed)
		}
		signedIn, err := s.registerExternal(ctx, r, identity, nil)
		if !problem.Is(err, problem.CodeConflict) {
			return &signedIn, err
		}
	}
	return nil, errConcurrentChange
}

// matches reports whether an account is linked to the external identity.
func (i ExternalIdentity) matches(u *people.User) bool {
	if u == nil {
		return false
	}
	login, ok := u.FindLogin(i.Provider)
	return ok && login.Subject == i.Subject
}

// errConcurrentChange is returned when every try met a write of another request.
var errConcurrentChange = problem.Conflict(problem.WriteRace,
	"Several requests are changing the account at the same time. Try again.")

// registerExternal makes the account of a user whose address was verified: by the
// provider, or by the mailed token proof. Errors: forbidden with registration_closed;
// as the store's CreateExternalAccount.
func (s *Service) registerExternal(ctx context.Context, r *route.Request, identity ExternalIdentity,
	proof *people.MailedToken) (SignedIn, error) {
	admission, err := s.checkProvenRegistration(ctx, identity.Email)
	if err != nil {
		return SignedIn{}, err
	}
	user := people.User{
		ID: domain.NewID(), Email: identity.Email, EmailVerified: true, DisplayName: identity.displayName(), CreatedAt: r.Now,
		Version: 1, Logins: []people.ExternalLogin{{Provider: identity.Provider, Subject: identity.Subject, LinkedAt: r.Now}},
	}
	workspace := s.FirstWorkspace(&user, DefaultWorkspaceName(user.DisplayName), admission, r.Now)
	user, _ = user.SignInFrom(deviceOf(r, user.ID), r.Now)
	signedIn := SignedIn{
		User: user, Session: NewSession(r, user, people.BySSO, user.LastWorkspaceID), Workspace: ActiveFirst(workspace),
	}
	signedIn.Session.Provider, err = s.ProviderGrant(ctx, user.ID, identity.RefreshToken, r.Now)
	if err != nil {
		return signedIn, err
	}
	if err := identity.Prepare(ctx, r, &signedIn); err != nil {
		return signedIn, err
	}
	err = s.store.CreateExternalAccount(ctx, peopledb.ExternalRegistration{
		User: user, Session: signedIn.Session, Workspace: workspace, Token: proof,
		Admission: admission,
	})
	if err == nil {
		s.RememberNetwork(ctx, user)
	}
	return signedIn, err
}

// displayName is the name that the provider gives, without control characters and
// shortened, unless it looks like a link, or else the part of the address before the @.
func (i ExternalIdentity) displayName() domain.Name {
	local, _, _ := strings.Cut(string(i.Email), "@")
	for _, text := range []string{string(i.Name), local} {
		plain := strings.Map(func(c rune) rune {
			if unicode.IsControl(c) {
				return ' '
			}
			return c
		}, strings.ToValidUTF8(text, ""))
		runes := []rune(strings.Join(strings.Fields(plain), " "))
		var name domain.Name
		if code := name.ParseText(string(runes[:min(len(runes), domain.MaxDisplayName)])); code == "" && name != "" &&
			!domain.LooksLikeLink(string(name)) {
			return name
		}
	}
	return "Somebody"
}

// findAccounts finds the account that a subject is linked to and the account of an
// address, in one round trip; nil where there is none.
func (s *Service) findAccounts(ctx context.Context, login people.PendingLogin,
	e domain.Email) (linked, addressed *people.User, err error) {
	group, ctx := errgroup.WithContext(ctx)
	startRead := func(into **people.User, read func() (people.User, bool, error)) {
		group.Go(func() error {
			user, ok, err := read()
			if ok {
				*into = &user
			}
			return err
		})
	}
	startRead(&linked, func() (people.User, bool, error) {
		return s.store.UserByExternalLogin(ctx, login.Provider, login.Subject)
	})
	startRead(&addressed, func() (people.User, bool, error) { return s.store.UserByEmail(ctx, e) })
	return linked, addressed, group.Wait()
}
