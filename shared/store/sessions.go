package store

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/expression"

	"stint/shared/domain"
	"stint/shared/problem"
)

// sessionItem is a session as kept; it goes when it ends.
func sessionItem(x domain.Session) item {
	return expiring(encode(sessionKey(x.UserID, x.ID), x), x.EndsAt())
}

// errSessionMoved is told to the loser of a race for a session.
var errSessionMoved = problem.Clash("The session was used or ended meanwhile.")

// OpenSession keeps a new session.
func (s *Store) OpenSession(ctx context.Context, x domain.Session) error {
	return s.commit(ctx, create(sessionItem(x)))
}

// Session reads one session of a user; ok is false when there is none. Whether
// it is alive is for the domain to say.
func (s *Store) Session(ctx context.Context, u, id domain.ID) (x domain.Session, ok bool, err error) {
	return get[domain.Session](ctx, s, sessionKey(u, id))
}

// Sessions lists those sessions of a user that the filter keeps, newest first.
func (s *Store) Sessions(ctx context.Context, u domain.ID, p Page, keep func(domain.Session) bool) (Listed[domain.Session], error) {
	w := under(base, userPK(u), "SESSION#")
	w.newest = true
	return list(ctx, s, w, p, keep)
}

// AdvanceSession brings a session from the state in which it was read to the
// next. With switched, its workspace also becomes the one that the user was
// last active in. Errors: conflict when another refresh was faster or the
// session has ended.
func (s *Store) AdvanceSession(ctx context.Context, was, next domain.Session, switched bool) error {
	update := expression.
		Set(expression.Name("n"), expression.Value(next.Counter)).
		Set(expression.Name("rotated"), expression.Value(next.RotatedAt.String())).
		Set(expression.Name("wid"), expression.Value(string(next.WorkspaceID))).
		Set(expression.Name(attrExp), expression.Value(next.EndsAt().Unix()))
	unmoved := expression.Name("n").Equal(expression.Value(was.Counter))
	actions := []action{change(sessionKey(was.UserID, was.ID), update).provided(unmoved).or(errSessionMoved)}
	if switched {
		actions = append(actions, lastActive(next.UserID, next.WorkspaceID))
	}
	return s.commit(ctx, actions...)
}

// MoveSession makes a workspace the active one of a session that is presented
// by its access token alone. Its refresh token stays as it is. Errors: conflict
// when the session has ended.
func (s *Store) MoveSession(ctx context.Context, x domain.Session, w domain.ID) error {
	moved := expression.Set(expression.Name("wid"), expression.Value(string(w)))
	return s.commit(ctx,
		change(sessionKey(x.UserID, x.ID), moved).or(errSessionMoved),
		lastActive(x.UserID, w),
	)
}

// lastActive notes where a user was last active. It leaves the profile's
// version alone: nobody sees it there.
func lastActive(u, w domain.ID) action {
	return change(profileKey(u), expression.Set(expression.Name("last_wid"), expression.Value(string(w))))
}

// EndSessions deletes sessions; those that are gone already are fine.
func (s *Store) EndSessions(ctx context.Context, ended ...domain.Session) error {
	var keys []key
	for _, x := range ended {
		keys = append(keys, sessionKey(x.UserID, x.ID))
	}
	var actions []action
	for _, k := range distinct(keys) {
		actions = append(actions, erase(k))
	}
	if len(actions) == 0 {
		return nil
	}
	return s.commit(ctx, actions...)
}
