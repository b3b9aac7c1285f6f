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

// logins are links to subjects at identity providers.
type logins interface {
	// UserByLogin finds the account that a subject is linked to; ok is false when there is none.
	UserByLogin(ctx context.Context, provider, subject string) (user domain.User, ok bool, err error)
	// ExternalLetter finds an sso_verify token by its digest; ok is false when it is dead, used or of another kind.
	ExternalLetter(ctx context.Context, digest string) (t domain.Token, ok bool, err error)
	// CreateExternalAccount registers a user with a link, all or nothing. Errors:
	// validation with token_invalid; conflict when address or subject are taken.
	CreateExternalAccount(ctx context.Context, a store.ExternalAccount) error
	// ConfirmLogin uses a mailed token up, all or nothing. Errors: validation with
	// token_invalid; conflict when the subject is linked or the account was changed.
	ConfirmLogin(ctx context.Context, c store.Confirmation) error
	// SendLetter queues a mail and keeps the digest of its token.
	SendLetter(ctx context.Context, x store.Letter) error
}

// Stranger is somebody whom an identity provider vouches for and no account is
// linked to.
type Stranger struct {
	Provider, Subject string
	Email             domain.Email
	EmailVerified     bool        // by the provider
	Name              domain.Name // as the provider tells it; may be ""
}

// introduceTries bounds how often a stranger is looked up again who met
// somebody of the same address, or themselves in another window.
const introduceTries = 3

// Introduce takes somebody in for the first time: a verified address that
// nobody has gets an account at once. To any other a mail is sent, since the
// provider's word does not prove it, or there is an account that the provider
// knows nothing of; then nobody is in yet (nil). Errors: rate_limited.
func (d *Desk) Introduce(ctx context.Context, r *route.Request, who Stranger) (*Entered, error) {
	if err := d.Count(ctx, CountExternal, who.Email); err != nil {
		return nil, err
	}
	for range introduceTries {
		linked, addressed, err := d.lookUp(ctx, domain.ClaimedLogin{Provider: who.Provider, Subject: who.Subject}, who.Email)
		switch {
		case err != nil:
			return nil, err
		case linked != nil:
			in, err := d.Enter(ctx, r, *linked)
			return &in, err
		case who.is(addressed): // linked in another window while we looked
			in, err := d.Enter(ctx, r, *addressed)
			return &in, err
		case addressed != nil || !who.EmailVerified:
			return nil, d.store.SendLetter(ctx, d.externalLetter(r.Now, who))
		}
		in, err := d.registerExternal(ctx, r, who, nil)
		if !problem.Is(err, problem.Conflict) {
			return &in, err
		}
	}
	return nil, errManyAtOnce
}

// is reports whether an account is linked to the stranger's login.
func (s Stranger) is(u *domain.User) bool {
	if u == nil {
		return false
	}
	login, ok := u.Login(s.Provider)
	return ok && login.Subject == s.Subject
}

// errManyAtOnce is told when others were faster each time.
var errManyAtOnce = problem.Clash("The account is being changed by several at once. Try again.")

// registerExternal makes the account of somebody whose address is proven, by
// the provider's word or by a mailed token. Errors: as the store's.
func (d *Desk) registerExternal(ctx context.Context, r *route.Request, who Stranger, proof *domain.Token) (Entered, error) {
	user := domain.User{
		ID: domain.NewID(), Email: who.Email, EmailVerified: true, DisplayName: who.displayName(), CreatedAt: r.Now, Version: 1,
		Logins: []domain.ExternalLogin{{Provider: who.Provider, Subject: who.Subject, LinkedAt: r.Now}},
	}
	workspace := domain.NewWorkspace(user.ID, FirstWorkspaceName(user.DisplayName), r.Now)
	user.LastWorkspace = workspace.ID
	in := Entered{
		User: user, Session: NewSession(r, user, workspace.ID),
		Workspace: &ActiveWorkspace{ID: workspace.ID, Name: workspace.Name, Role: domain.Owner},
	}
	return in, d.store.CreateExternalAccount(ctx, store.ExternalAccount{
		User: user, Session: in.Session, Workspace: workspace, Billing: domain.NewBilling(), Token: proof,
	})
}

// FirstWorkspaceName is what somebody's first workspace is called unless they
// say otherwise.
func FirstWorkspaceName(of domain.Name) domain.Name { return of + "'s workspace" }

// displayName is what the provider calls them, made to fit, or what stands
// before the @ of their address.
func (s Stranger) displayName() domain.Name {
	local, _, _ := strings.Cut(string(s.Email), "@")
	for _, text := range []string{string(s.Name), local} {
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

// lookUp finds the account that a subject is linked to and the account of an
// address, at the same time.
func (d *Desk) lookUp(ctx context.Context, login domain.ClaimedLogin, e domain.Email) (linked, addressed *domain.User, err error) {
	group, ctx := errgroup.WithContext(ctx)
	find := func(into **domain.User, how func() (domain.User, bool, error)) {
		group.Go(func() error {
			user, ok, err := how()
			if ok {
				*into = &user
			}
			return err
		})
	}
	find(&linked, func() (domain.User, bool, error) { return d.store.UserByLogin(ctx, login.Provider, login.Subject) })
	find(&addressed, func() (domain.User, bool, error) { return d.store.UserByEmail(ctx, e) })
	return linked, addressed, group.Wait()
}
