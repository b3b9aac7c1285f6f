package sso

import (
	"context"

	"stint/shared/accounts"
	"stint/shared/auth/token"
	"stint/shared/domain"
	"stint/shared/oidc"
	"stint/shared/problem"
	"stint/shared/route"
)

// link links the login to the account that the visit was begun for, in the
// session in which it was begun: that goes on as it is. Errors:
// pkce_state_not_found when the session has ended, or the browser is somebody
// else's by now; conflict for a login of another account.
func (f *Family) link(ctx context.Context, r *route.Request, state domain.OAuthState, who oidc.Identity) (arrival, error) {
	in, err := f.begun(ctx, r, state)
	if err != nil {
		return arrival{}, err
	}
	if in.User, err = f.linked(ctx, r.Now, in.User, who.Subject); err != nil {
		return arrival{}, err
	}
	if in.Workspace, err = f.desk.Place(ctx, in.User.ID, in.Session.WorkspaceID); err != nil {
		return arrival{}, err
	}
	if r.Browser() {
		return f.redirect(state), nil
	}
	answer, err := f.reception.Show(ctx, r, in, r.Now.Add(token.AccessTTL))
	return shown(answer), err
}

// begun is who began the visit, in their session, if they are still signed in
// and nobody else is here.
func (f *Family) begun(ctx context.Context, r *route.Request, state domain.OAuthState) (accounts.Entered, error) {
	if t, ok := f.refresh.Decode(r.Cookie(accounts.RefreshCookie)); ok && t.UserID != state.UserID {
		return accounts.Entered{}, errState
	}
	caller, err := f.gate.Visitor(ctx, r.Authorization())
	if err != nil {
		return accounts.Entered{}, err
	}
	if caller.User.ID != "" && caller.User.ID != state.UserID {
		return accounts.Entered{}, errState
	}
	who, err := f.store.Who(ctx, domain.WhoAsked{UserID: state.UserID, SessionID: state.SessionID})
	if err != nil {
		return accounts.Entered{}, err
	}
	if !who.SignedIn(r.Now) {
		return accounts.Entered{}, errState
	}
	return accounts.Entered{User: *who.User, Session: *who.Session}, nil
}

// linkTries bounds how often an account is read again that was changed
// meanwhile.
const linkTries = 3

// linked is the user with the login. One that is linked already stays so.
func (f *Family) linked(ctx context.Context, now domain.Instant, u domain.User, subject string) (domain.User, error) {
	login := domain.ExternalLogin{Provider: domain.ProviderExternal, Subject: subject, LinkedAt: now}
	var err error
	for range linkTries {
		if has, ok := u.Login(login.Provider); ok && has.Subject == subject {
			return u, nil
		} else if ok {
			return u, accounts.ErrOtherLogin
		}
		var linked domain.User
		if linked, err = f.store.Link(ctx, u, login); !problem.Is(err, problem.Conflict) {
			return linked, err
		}
		holder, known, err := f.store.UserByLogin(ctx, login.Provider, subject)
		if err != nil {
			return u, err
		}
		if known && holder.ID != u.ID {
			return u, accounts.ErrLinkedElsewhere
		}
		who, err := f.store.Who(ctx, domain.WhoAsked{UserID: u.ID})
		if err != nil {
			return u, err
		}
		if who.User != nil {
			u = *who.User
		}
	}
	return u, err
}
