package accounts

import (
	"context"
	"strings"
	"unicode"

	"golang.org/x/sync/errgroup"

	"stint/shared/domain"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/store"
)

// externalLoginStore are links to subjects at identity providers.
type externalLoginStore interface {
	// UserByExternalLogin finds the account that a subject is linked to; ok is false when there is none.
	UserByExternalLogin(ctx context.Context, provider, subject string) (user domain.User, ok bool, err error)
	// ExternalMailedToken finds an sso_verify token by its digest; ok is false when it is dead, used or of another kind.
	ExternalMailedToken(ctx context.Context, digest string) (t domain.MailedToken, ok bool, err error)
	// CreateExternalAccount registers a user with a link, all or nothing. Errors:
	// validation with token_invalid; conflict when address or subject are taken.
	CreateExternalAccount(ctx context.Context, a store.ExternalRegistration) error
	// ConfirmLogin uses a mailed token up, all or nothing. Errors: validation with
	// token_invalid; conflict when the subject is linked or the account was changed.
	ConfirmLogin(ctx context.Context, c store.LoginConfirmation) error
	// SendTokenMail queues a mail and keeps the digest of its token.
	SendTokenMail(ctx context.Context, x store.TokenMail) error
}

// ExternalIdentity is somebody whom an identity provider vouches for and no account is
// linked to.
type ExternalIdentity struct {
	Provider, Subject string
	Email             domain.Email
	EmailVerified     bool        // by the provider
	Name              domain.Name // as the provider tells it; may be ""
}

// signInTries bounds how often a stranger is looked up again who met
// somebody of the same address, or themselves in another window.
const signInTries = 3

// SignInExternal takes somebody in for the first time: a verified address that
// nobody has gets an account at once. To any other a mail is sent, since the
// provider's word does not prove it, or there is an account that the provider
// knows nothing of; then nobody is in yet (nil). Errors: rate_limited.
func (s *Service) SignInExternal(ctx context.Context, r *route.Request, identity ExternalIdentity) (*SignedIn, error) {
	if err := s.CountAttempt(ctx, AttemptExternal, identity.Email); err != nil {
		return nil, err
	}
	for range signInTries {
		linked, addressed, err := s.findAccounts(ctx, domain.PendingLogin{Provider: identity.Provider, Subject: identity.Subject}, identity.Email)
		switch {
		case err != nil:
			return nil, err
		case linked != nil:
			signedIn, err := s.OpenSession(ctx, r, *linked)
			return &signedIn, err
		case identity.matches(addressed): // linked in another window while we looked
			signedIn, err := s.OpenSession(ctx, r, *addressed)
			return &signedIn, err
		case addressed != nil || !identity.EmailVerified:
			return nil, s.store.SendTokenMail(ctx, s.newExternalTokenMail(r.Now, identity))
		}
		signedIn, err := s.registerExternal(ctx, r, identity, nil)
		if !problem.Is(err, problem.CodeConflict) {
			return &signedIn, err
		}
	}
	return nil, errConcurrentChange
}

// matches reports whether an account is linked to the stranger's login.
func (i ExternalIdentity) matches(u *domain.User) bool {
	if u == nil {
		return false
	}
	login, ok := u.FindLogin(i.Provider)
	return ok && login.Subject == i.Subject
}

// errConcurrentChange is told when others were faster each time.
var errConcurrentChange = problem.Conflict("The account is being changed by several at once. Try again.")

// registerExternal makes the account of somebody whose address is proven, by
// the provider's word or by a mailed token. Errors: as the store's.
func (s *Service) registerExternal(ctx context.Context, r *route.Request, identity ExternalIdentity, proof *domain.MailedToken) (SignedIn, error) {
	user := domain.User{
		ID: domain.NewID(), Email: identity.Email, EmailVerified: true, DisplayName: identity.displayName(), CreatedAt: r.Now, Version: 1,
		Logins: []domain.ExternalLogin{{Provider: identity.Provider, Subject: identity.Subject, LinkedAt: r.Now}},
	}
	workspace := domain.NewWorkspace(user.ID, DefaultWorkspaceName(user.DisplayName), r.Now)
	user.LastWorkspaceID = workspace.ID
	signedIn := SignedIn{
		User: user, Session: NewSession(r, user, workspace.ID),
		Workspace: &ActiveWorkspace{ID: workspace.ID, Name: workspace.Name, Role: domain.RoleOwner},
	}
	return signedIn, s.store.CreateExternalAccount(ctx, store.ExternalRegistration{
		User: user, Session: signedIn.Session, Workspace: workspace, Billing: domain.NewBilling(), Token: proof,
	})
}

// DefaultWorkspaceName is what somebody's first workspace is called unless they
// say otherwise.
func DefaultWorkspaceName(name domain.Name) domain.Name { return name + "'s workspace" }

// displayName is what the provider calls them, made to fit, or what stands
// before the @ of their address.
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
		if code := name.ParseText(string(runes[:min(len(runes), domain.MaxDisplayName)])); code == "" && name != "" {
			return name
		}
	}
	return "Somebody"
}

// findAccounts finds the account that a subject is linked to and the account of an
// address, at the same time.
func (s *Service) findAccounts(ctx context.Context, login domain.PendingLogin, e domain.Email) (linked, addressed *domain.User, err error) {
	group, ctx := errgroup.WithContext(ctx)
	startRead := func(into **domain.User, read func() (domain.User, bool, error)) {
		group.Go(func() error {
			user, ok, err := read()
			if ok {
				*into = &user
			}
			return err
		})
	}
	startRead(&linked, func() (domain.User, bool, error) {
		return s.store.UserByExternalLogin(ctx, login.Provider, login.Subject)
	})
	startRead(&addressed, func() (domain.User, bool, error) { return s.store.UserByEmail(ctx, e) })
	return linked, addressed, group.Wait()
}
