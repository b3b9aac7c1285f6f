package accounts

import (
	"context"
	"time"

	"stint/shared/auth/derive"
	"stint/shared/domain"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/store"
)

// externalLetterLife is how long the link to confirm a sign-in is good for.
const externalLetterLife = 24 * time.Hour

// externalLetter asks the holder of an address whether a stranger is they.
func (d *Desk) externalLetter(now domain.Instant, who Stranger) store.Letter {
	mail := domain.Mail{ID: domain.NewID(), Kind: domain.MailSSOVerify, CreatedAt: now}
	mail.TargetID = mail.ID
	token := derive.TokenOf(d.config.MasterSecret, mail, who.Email, now.Plus(externalLetterLife))
	token.Login = &domain.ClaimedLogin{Provider: who.Provider, Subject: who.Subject, Name: who.displayName()}
	return store.Letter{Mail: mail, Token: token}
}

// ExternalLetter finds the token of such a mail without using it up; ok is
// false for one that is unknown, used or dead, or when single sign-on is not
// configured any more.
func (d *Desk) ExternalLetter(ctx context.Context, raw string) (t domain.Token, ok bool, err error) {
	if !d.config.OIDC.On() {
		return t, false, nil
	}
	return d.store.ExternalLetter(ctx, derive.Digest(raw))
}

var errTokenDead = problem.InvalidField("token", problem.TokenInvalid)

// What is told of a login that cannot be linked: a login belongs to one
// account, and an account has one login at a provider. Both are conflicts.
var (
	ErrLinkedElsewhere = problem.Clash("This login at the provider belongs to another account.")
	ErrOtherLogin      = problem.Clash("The account has another login at this provider already. Unlink it first.")
)

// ConfirmExternal uses a mailed token up: it proves the address, so the login
// that claimed it is linked to the account of the address, which is made where
// there is none, and its holder is in. Errors: validation with token_invalid;
// conflict when the login belongs to another account by now, or the account has
// another login at the provider.
func (d *Desk) ConfirmExternal(ctx context.Context, r *route.Request, raw string) (in Entered, err error) {
	var clash error
	for range introduceTries {
		token, ok, err := d.ExternalLetter(ctx, raw)
		if err != nil {
			return Entered{}, err
		}
		if !ok {
			return Entered{}, errTokenDead
		}
		linked, addressed, err := d.lookUp(ctx, *token.Login, token.Email)
		if err != nil {
			return Entered{}, err
		}
		if in, err = d.confirm(ctx, r, token, linked, addressed); !problem.Is(err, problem.Conflict) {
			return in, err
		}
		clash = err // perhaps made by another use of the token, half seen: then it is dead by now
	}
	return Entered{}, clash
}

func (d *Desk) confirm(ctx context.Context, r *route.Request, t domain.Token, linked, addressed *domain.User) (Entered, error) {
	switch {
	case linked != nil && (addressed == nil || linked.ID != addressed.ID):
		return Entered{}, ErrLinkedElsewhere
	case addressed == nil:
		who := Stranger{Provider: t.Login.Provider, Subject: t.Login.Subject, Email: t.Email, Name: t.Login.Name}
		return d.registerExternal(ctx, r, who, &t)
	}
	c := store.Confirmation{Token: t, Read: *addressed, User: *addressed}
	if linked == nil {
		if _, has := addressed.Login(t.Login.Provider); has {
			return Entered{}, ErrOtherLogin
		}
		c.Login = &domain.ExternalLogin{Provider: t.Login.Provider, Subject: t.Login.Subject, LinkedAt: r.Now}
		c.User = addressed.Proven().Linked(*c.Login)
		c.User.Version++
	}
	at, err := d.lastPlace(ctx, c.User)
	if err != nil {
		return Entered{}, err
	}
	c.Session = NewSession(r, c.User, at.id())
	return Entered{User: c.User, Session: c.Session, Workspace: at}, d.store.ConfirmLogin(ctx, c)
}
