package account

import (
	"context"
	"time"

	"stint/shared/accounts"
	"stint/shared/auth"
	"stint/shared/auth/refresh"
	"stint/shared/domain"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/wire"
)

type renewInput struct {
	Body struct {
		WorkspaceID wire.Optional[domain.ID] `json:"workspaceId"`
	}
}

// renewTries bounds how often a refresh that met another one looks again: once
// to find it done, and once more for a workspace switched in between.
const renewTries = 4

// renew gives a new access token. What is wrong with the body is told only to
// those who may be here at all.
func (f *Family) renew(ctx context.Context, c *route.Call[renewInput]) (accounts.SessionAnswer, error) {
	in, invalid := c.Valid()
	want := in.Body.WorkspaceID.Value
	raw := c.Cookie(accounts.RefreshCookie)
	if raw == "" {
		return f.renewByBearer(ctx, c.Request, want, invalid)
	}
	if err := f.desk.SameOrigin(c.Request); err != nil {
		return accounts.SessionAnswer{}, err
	}
	presented, ok := f.refresh.Decode(raw)
	if !ok {
		return accounts.SessionAnswer{}, problem.New(problem.Unauthorized)
	}
	for range renewTries {
		at, err := f.standing(ctx, c.Now, presented, want)
		if err != nil {
			return accounts.SessionAnswer{}, err
		}
		if invalid != nil {
			return accounts.SessionAnswer{}, invalid
		}
		next, err := f.advance(ctx, at, want, c.Now)
		if problem.Is(err, problem.Conflict) {
			continue // somebody else's refresh was faster: see what it left
		}
		if err != nil {
			return accounts.SessionAnswer{}, err
		}
		return f.reception.Open(ctx, c.Request, accounts.Entered{User: at.user, Session: next, Workspace: at.workspace})
	}
	return accounts.SessionAnswer{}, problem.Clash("The session is being refreshed by many at once. Try again.")
}

// standing is what a refresh token leads to.
type standing struct {
	user      domain.User
	session   domain.Session
	repeated  bool                      // the token before the current one, within the grace
	workspace *accounts.ActiveWorkspace // the one wanted, else the session's; nil: not a member of it any more
}

// standing reads what a refresh token leads to, in one round. A token that was
// replaced long ago is in the hands of two, so its session ends. Errors:
// unauthorized; not_found for a workspace that the user is no member of.
func (f *Family) standing(ctx context.Context, now domain.Instant, t refresh.Token, want domain.ID) (standing, error) {
	place := t.WorkspaceID
	if want != "" {
		place = want
	}
	who, err := f.store.Who(ctx, domain.WhoAsked{UserID: t.UserID, SessionID: t.SessionID, WorkspaceID: place})
	if err != nil {
		return standing{}, err
	}
	if !who.SignedIn(now) {
		return standing{}, problem.New(problem.Unauthorized)
	}
	at := standing{user: *who.User, session: *who.Session}
	switch at.session.Judge(t.Counter, now) {
	case domain.Repeated:
		at.repeated = true
	case domain.Stolen:
		return at, f.stolen(ctx, at.session)
	}
	if want == "" && at.session.WorkspaceID != place {
		at.workspace, err = f.desk.Place(ctx, at.user.ID, at.session.WorkspaceID)
		return at, err
	}
	at.workspace = placeIn(who)
	if want != "" && at.workspace == nil {
		return at, problem.Missing()
	}
	return at, nil
}

// stolen ends the session of a token that somebody uses twice. The log names
// the session, which is no secret. Errors: unauthorized.
func (f *Family) stolen(ctx context.Context, s domain.Session) error {
	if err := f.store.EndSessions(ctx, s); err != nil {
		return err
	}
	f.log.WarnContext(ctx, "refresh token used again: session ended", "session", s.ID)
	return problem.New(problem.Unauthorized)
}

func placeIn(who domain.Who) *accounts.ActiveWorkspace {
	if who.Workspace == nil || who.Member == nil {
		return nil
	}
	m := domain.Membership{Workspace: *who.Workspace, Member: *who.Member}
	if !m.InForce() {
		return nil
	}
	return accounts.AnswerWorkspace(m)
}

// advance brings the session to its next state: the next token, unless this
// one was replaced a moment ago, and the workspace that is wanted. Errors:
// conflict when another request was faster.
func (f *Family) advance(ctx context.Context, at standing, want domain.ID, now domain.Instant) (domain.Session, error) {
	next := at.session
	if !at.repeated {
		next.Counter++
		next.RotatedAt = now
	}
	switched := false
	if want != "" {
		next.WorkspaceID = want
		switched = want != at.session.WorkspaceID || want != at.user.LastWorkspace
	}
	if at.repeated && !switched {
		return next, nil
	}
	return next, f.store.AdvanceSession(ctx, at.session, next, switched)
}

// renewByBearer switches the workspace of a caller who has an access token
// only. Nothing is gained in time: the new token ends with the old one.
func (f *Family) renewByBearer(ctx context.Context, r *route.Request, want domain.ID, invalid error) (accounts.SessionAnswer, error) {
	caller, _, err := f.gate.Admit(ctx, auth.Asked{Credential: auth.Session, Authorization: r.Authorization(), WorkspaceID: want})
	if err != nil {
		return accounts.SessionAnswer{}, err
	}
	if caller.Until.Sub(r.Now.Time) <= time.Second {
		return accounts.SessionAnswer{}, problem.New(problem.Unauthorized) // over, but for the clocks' leeway
	}
	if invalid != nil {
		return accounts.SessionAnswer{}, invalid
	}
	session := *caller.Session
	session.WorkspaceID = caller.WorkspaceID()
	entered := accounts.Entered{User: caller.User, Session: session, Workspace: placeOf(caller)}
	if want == "" {
		return f.reception.Show(ctx, r, entered, caller.Until)
	}
	if caller.Workspace == nil {
		return accounts.SessionAnswer{}, problem.Missing()
	}
	if caller.Session.WorkspaceID != want || caller.User.LastWorkspace != want {
		if err := f.store.MoveSession(ctx, session, want); err != nil {
			return accounts.SessionAnswer{}, gone(err)
		}
	}
	return f.reception.Show(ctx, r, entered, caller.Until)
}

// gone turns the loss of a race against the end of the session into what the
// next request would be told.
func gone(err error) error {
	if problem.Is(err, problem.Conflict) {
		return problem.New(problem.Unauthorized)
	}
	return err
}

func placeOf(c auth.Caller) *accounts.ActiveWorkspace {
	if c.Workspace == nil {
		return nil
	}
	return accounts.AnswerWorkspace(domain.Membership{Workspace: *c.Workspace, Member: *c.Member})
}
