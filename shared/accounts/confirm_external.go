package accounts

import (
	"context"
	"time"

	"stint/shared/auth/opaque"
	"stint/shared/domain"
	"stint/shared/domain/people"
	"stint/shared/locale"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/store/peopledb"
)

// externalTokenLifetime is how long the link to confirm a sign-in is valid.
const externalTokenLifetime = 24 * time.Hour

// newExternalTokenMail makes the mail that asks the holder of an address whether an
// external identity is theirs. addressed is the account of the address; nil for none.
// Errors: service_unavailable.
func (s *Service) newExternalTokenMail(ctx context.Context, r *route.Request, identity ExternalIdentity,
	addressed *people.User) (peopledb.TokenMail, error) {
	mail := domain.Mail{ID: domain.NewID(), Kind: domain.MailSSOVerify, CreatedAt: r.Now}
	mail.TargetID = mail.ID
	token, err := opaque.TokenRecord(ctx, s.secrets, mail, identity.Email, r.Now.Plus(externalTokenLifetime))
	token.Language = LanguageOfMail(r, addressed)
	token.Login = &people.PendingLogin{Provider: identity.Provider, Subject: identity.Subject,
		Name: identity.displayName()}
	if addressed != nil {
		token.UserID, token.Epoch = addressed.ID, addressed.Epoch
	}
	return peopledb.TokenMail{Mail: mail, Token: token}, err
}

// sendExternalTokenMail sends the mail that asks whether an external identity is the holder's. Over a limit it sends
// nothing.
func (s *Service) sendExternalTokenMail(ctx context.Context, r *route.Request, identity ExternalIdentity,
	addressed *people.User) error {
	if may, err := s.MaySend(ctx, AttemptExternal, domain.MailSSOVerify, identity.Email); err != nil || !may {
		return err
	}
	mail, err := s.newExternalTokenMail(ctx, r, identity, addressed)
	if err != nil {
		return err
	}
	return s.store.SendTokenMail(ctx, mail)
}

// LanguageOfMail is the language of a mail that a request sends to an address: that of its account, if the user
// chose one, or else that of the browser. The account may be nil.
func LanguageOfMail(r *route.Request, account *people.User) domain.Language {
	if account != nil && account.Language != "" {
		return account.Language
	}
	return domain.Language(locale.FromHeader(r.Header("Accept-Language")))
}

// FindExternalToken finds the token of a link that confirms a sign-in, without using it; ok is false for a token that
// is unknown, used or expired, and when single sign-on is no longer configured.
func (s *Service) FindExternalToken(ctx context.Context, raw string) (t people.MailedToken, ok bool, err error) {
	if !s.config.OIDC.Enabled() {
		return t, false, nil
	}
	return s.store.ExternalMailedToken(ctx, opaque.TokenDigest(raw))
}

var errTokenInvalid = problem.InvalidField("token", problem.TokenInvalid)

// The reasons why a login cannot be linked: a login belongs to one account, and an
// account has one login at a provider. Both are conflicts.
var (
	ErrLoginOfOtherAccount = problem.Conflict(problem.LoginTaken,
		"This login at the provider belongs to another account.")
	ErrAccountHasOtherLogin = problem.Conflict(problem.OtherLoginLinked,
		"The account already has another login at this provider. Unlink it first.")
)

// ExternalConfirmation is the use of a mailed token to sign in.
type ExternalConfirmation struct {
	Token string
	Code  string // of the account's second factor; may be ""

	Prepare Preparation
}

// ConfirmExternal uses a mailed token and signs its user in. The token proves that
// the address is theirs, so the login is linked to the account of the address. It proves
// nothing about a second factor of that account, so it also takes a code, as SignIn
// does. An account is made where there is none. Errors: validation with token_invalid;
// conflict when the login belongs to another account, or the account has another
// login at the provider; forbidden with second_factor_required without a code;
// unauthorized for a wrong code or a disabled account; rate_limited.
func (s *Service) ConfirmExternal(ctx context.Context, r *route.Request,
	c ExternalConfirmation) (signedIn SignedIn, err error) {
	var conflict error
	for range signInTries {
		token, ok, err := s.FindExternalToken(ctx, c.Token)
		if err != nil {
			return SignedIn{}, err
		}
		if !ok {
			return SignedIn{}, errTokenInvalid
		}
		linked, addressed, err := s.findAccounts(ctx, *token.Login, token.Email)
		if err != nil {
			return SignedIn{}, err
		}
		if signedIn, err = s.confirmLogin(ctx, r, c, token, linked, addressed); !problem.Is(err, problem.CodeConflict) {
			return signedIn, err
		}
		conflict = err // perhaps the same token was used at the same time: the next try finds it used
	}
	return SignedIn{}, conflict
}

// confirmLogin links the login of a token. linked is the account that has the login,
// addressed the account of the address; nil for none.
func (s *Service) confirmLogin(ctx context.Context, r *route.Request, c ExternalConfirmation, t people.MailedToken,
	linked, addressed *people.User) (SignedIn, error) {
	switch {
	case linked != nil && (addressed == nil || linked.ID != addressed.ID):
		return SignedIn{}, ErrLoginOfOtherAccount
	case addressed == nil:
		identity := ExternalIdentity{Provider: t.Login.Provider, Subject: t.Login.Subject, Email: t.Email, Name: t.Login.Name,
			SSOEntry: SSOEntry{Prepare: c.Prepare}}
		return s.registerExternal(ctx, r, identity, &t)
	case !addressed.MayAct():
		return SignedIn{}, problem.New(problem.CodeUnauthorized)
	}
	user, err := linkByToken(*addressed, t, r.Now)
	if err != nil {
		return SignedIn{}, err
	}
	use, err := s.matchSignInCode(ctx, r.Now, user, c.Code)
	if err != nil {
		return SignedIn{}, err
	}
	link := peopledb.LoginConfirmation{Token: t}
	user, isNew := user.SignInFrom(deviceOf(r, user.ID), r.Now)
	if linked == nil || people.IsFirstProof(*addressed, user) {
		link.Change = &peopledb.AccessChange{Was: *addressed, User: user}
		user.Version++
	}
	workspace, err := s.activeWorkspaceAtSignIn(ctx, user)
	if err != nil {
		return SignedIn{}, err
	}
	signedIn := SignedIn{User: user, Session: NewSession(r, user, people.BySSO, workspace.id()), Workspace: workspace}
	if err := c.Prepare(ctx, r, &signedIn); err != nil {
		return SignedIn{}, err
	}
	link.SignIn = peopledb.SignIn{User: user, Session: signedIn.Session, Was: addressed.Devices, Devices: user.Devices,
		IsNew: isNew, Code: use}
	if err := s.store.ConfirmLogin(ctx, link); err != nil {
		return SignedIn{}, wrongCodeToUnauthorized(err)
	}
	s.afterSignIn(ctx, user)
	return signedIn, nil
}

// linkByToken is the account of a token's address with the token's login, which proves
// the address. Errors: conflict when the account has another login at the provider;
// validation with token_invalid when the token may no longer link its login.
func linkByToken(u people.User, t people.MailedToken, now domain.Instant) (people.User, error) {
	proved := u.ProveEmail(people.ProofByMail, now)
	switch current, has := proved.FindLogin(t.Login.Provider); {
	case has && current.Subject == t.Login.Subject:
		return proved, nil
	case has:
		return u, ErrAccountHasOtherLogin
	case !t.LinksLogin(u):
		return u, errTokenInvalid
	}
	return proved.AddLogin(people.ExternalLogin{Provider: t.Login.Provider, Subject: t.Login.Subject, LinkedAt: now}), nil
}
