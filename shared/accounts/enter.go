package accounts

import (
	"context"
	"time"

	"stint/shared/auth/token"
	"stint/shared/domain"
	"stint/shared/route"
)

// entrances open sessions.
type entrances interface {
	// OpenSession keeps a new session.
	OpenSession(ctx context.Context, x domain.Session) error
	// Membership reads a user's place in a workspace, whatever its state; ok is false when there is none.
	Membership(ctx context.Context, user, workspace domain.ID) (m domain.Membership, ok bool, err error)
	// Memberships lists a user's memberships that are in force, oldest first.
	Memberships(ctx context.Context, user domain.ID) ([]domain.Membership, error)
	// SetLastActive notes where a user was last active; "" is nowhere.
	SetLastActive(ctx context.Context, user, workspace domain.ID) error
}

// Entered is somebody who is in.
type Entered struct {
	User      domain.User
	Session   domain.Session
	Workspace *ActiveWorkspace // active in the session; nil: none
}

// Enter opens a session for somebody who has proved who they are.
func (d *Desk) Enter(ctx context.Context, r *route.Request, u domain.User) (Entered, error) {
	at, err := d.lastPlace(ctx, u)
	if err != nil {
		return Entered{}, err
	}
	in := Entered{User: u, Session: NewSession(r, u, at.id()), Workspace: at}
	return in, d.store.OpenSession(ctx, in.Session)
}

// Place is a workspace that a session says is active; nil when the user is no
// member of it.
func (d *Desk) Place(ctx context.Context, u, w domain.ID) (*ActiveWorkspace, error) {
	if w == "" {
		return nil, nil
	}
	m, ok, err := d.store.Membership(ctx, u, w)
	if err != nil || !ok || !m.InForce() {
		return nil, err
	}
	return AnswerWorkspace(m), nil
}

// lastPlace is the workspace that becomes active at login: the one last
// active, else the oldest membership, else none (nil). Where it is another
// than before, that is noted, so that the next login need not look again.
func (d *Desk) lastPlace(ctx context.Context, u domain.User) (*ActiveWorkspace, error) {
	at, err := d.Place(ctx, u.ID, u.LastWorkspace)
	if err != nil || at != nil {
		return at, err
	}
	all, err := d.store.Memberships(ctx, u.ID)
	if err != nil {
		return nil, err
	}
	if len(all) > 0 {
		at = AnswerWorkspace(all[0])
	}
	if at.id() != u.LastWorkspace {
		_ = d.store.SetLastActive(ctx, u.ID, at.id()) // only spares the next login two reads
	}
	return at, nil
}

// Reception is a desk that also hands out access tokens. Only families that
// may sign have one.
type Reception struct {
	desk   *Desk
	issuer *token.Issuer
}

// NewReception builds the reception of a desk.
func NewReception(d *Desk, issuer *token.Issuer) *Reception { return &Reception{d, issuer} }

// Open hands out the credentials of a session: the access token in the answer,
// the refresh token in a cookie that scripts cannot read.
func (p *Reception) Open(ctx context.Context, r *route.Request, in Entered) (SessionAnswer, error) {
	answer, err := p.Show(ctx, r, in, r.Now.Add(token.AccessTTL))
	if err == nil {
		p.desk.SetCookie(r, in.Session)
	}
	return answer, err
}

// Show makes the answer with an access token that is good until then, and
// leaves the refresh token as it is.
func (p *Reception) Show(ctx context.Context, r *route.Request, in Entered, until time.Time) (SessionAnswer, error) {
	access, err := p.issuer.Issue(ctx, token.Claims{
		Subject: in.User.ID, SessionID: in.Session.ID, WorkspaceID: in.Session.WorkspaceID, ExpiresAt: until,
	})
	if err != nil {
		return SessionAnswer{}, err
	}
	return SessionAnswer{
		AccessToken: access, TokenType: "Bearer", ExpiresIn: int64(until.Sub(r.Now.Time) / time.Second),
		User: AnswerUser(in.User), Workspace: in.Workspace,
	}, nil
}
