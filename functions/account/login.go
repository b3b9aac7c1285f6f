package account

import (
	"context"

	"stint/shared/accounts"
	"stint/shared/domain"
	"stint/shared/route"
)

// loginInput takes any text: an address that cannot be one is merely unknown,
// and what could not be a password is merely wrong.
type loginInput struct {
	Body struct {
		Email    string `json:"email"`
		Password string `json:"password"`
	}
}

func (f *Family) login(ctx context.Context, c *route.Call[loginInput]) (sessionAnswer, error) {
	in, err := c.Valid()
	if err != nil {
		return sessionAnswer{}, err
	}
	user, err := f.desk.Recognise(ctx, in.Body.Email, in.Body.Password)
	if err != nil {
		return sessionAnswer{}, err
	}
	at, err := f.lastPlace(ctx, user)
	if err != nil {
		return sessionAnswer{}, err
	}
	session := accounts.NewSession(c.Request, user, at.id())
	if err := f.store.OpenSession(ctx, session); err != nil {
		return sessionAnswer{}, err
	}
	return f.open(ctx, c.Request, user, session, at)
}

// lastPlace is the workspace that becomes active at login: the one last
// active, else the oldest membership, else none (nil). Where it is another
// than before, that is noted, so that the next login need not look again.
func (f *Family) lastPlace(ctx context.Context, u domain.User) (*workspaceAnswer, error) {
	if u.LastWorkspace != "" {
		m, ok, err := f.store.Membership(ctx, u.ID, u.LastWorkspace)
		if err != nil {
			return nil, err
		}
		if ok && m.InForce() {
			return answerWorkspace(m), nil
		}
	}
	all, err := f.store.Memberships(ctx, u.ID)
	if err != nil {
		return nil, err
	}
	var at *workspaceAnswer
	if len(all) > 0 {
		at = answerWorkspace(all[0])
	}
	if at.id() != u.LastWorkspace {
		_ = f.store.SetLastActive(ctx, u.ID, at.id()) // only spares the next login two reads
	}
	return at, nil
}
