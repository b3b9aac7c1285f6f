package peopledb

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/expression"

	"stint/shared/domain"
	"stint/shared/domain/audit"
	"stint/shared/domain/people"
	"stint/shared/dynamo"
	"stint/shared/problem"
	"stint/shared/store/internal/core"
	"stint/shared/store/key"
	"stint/shared/table"
)

// sessionItem is the item of a session, which expires with the session.
func sessionItem(x people.Session) table.Item {
	return table.WithExpiry(table.Encode(key.Session(x.UserID, x.ID), x), x.ExpiresAt().Time)
}

// errSessionChanged is the error of a write whose session is not as it was read.
var errSessionChanged = problem.Conflict(problem.WriteRace, "The session was used or ended by another request.")

// OpenSession keeps a new session and the device that it is from, and tells the account
// of a device that it did not know. Errors: conflict when another sign-in changed the
// devices concurrently; ErrCodeUsed.
func (s *Store) OpenSession(ctx context.Context, x SignIn) (err error) {
	defer core.Wrap(&err, "OpenSession")
	return s.Table.Commit(ctx, s.signInActions(ctx, x)...)
}

// Session reads one session of a user; ok is false when there is none. Whether it
// is valid is for the domain to decide.
func (s *Store) Session(ctx context.Context, u, id domain.ID) (x people.Session, ok bool, err error) {
	defer core.Wrap(&err, "Session", u, id)
	return table.Get[people.Session](ctx, s.Table, key.Session(u, id))
}

// Sessions lists those sessions of a user for which keep is true, newest first.
// Errors: validation with cursor_invalid.
func (s *Store) Sessions(
	ctx context.Context, u domain.ID, p table.PageRequest, keep func(people.Session) bool,
) (_ table.Page[people.Session], err error) {
	defer core.Wrap(&err, "Sessions", u)
	r := table.PrefixRange(table.Base, key.UserPK(u), key.SessionPrefix)
	r.Descending = true
	return table.List(ctx, s.Table, r, p, keep)
}

// SessionRotation is the next state of a session, in place of the one that was read.
type SessionRotation struct {
	Was, Next people.Session
	User      people.User // whose session it is
	Switched  bool        // the workspace becomes the one that the user was last active in
}

// RotateSession writes the next state of a session, with its event in the audit log of
// another workspace. Errors: conflict when another refresh was first or the session has
// ended.
func (s *Store) RotateSession(ctx context.Context, x SessionRotation) (err error) {
	defer core.Wrap(&err, "RotateSession")
	was, next := x.Was, x.Next
	update := expression.
		Set(core.Field[people.Session]("Generation"), expression.Value(next.Generation)).
		Set(core.Field[people.Session]("RotatedAt"), expression.Value(next.RotatedAt.String())).
		Set(core.Field[people.Session]("WorkspaceID"), expression.Value(string(next.WorkspaceID))).
		Set(expression.Name(dynamo.AttrExpires), expression.Value(next.ExpiresAt().Unix()))
	notRotated := core.Field[people.Session]("Generation").Equal(expression.Value(was.Generation))
	actions := []table.Action{table.Update(key.Session(was.UserID, was.ID),
		update).Provided(notRotated).Or(errSessionChanged)}
	if x.Switched {
		actions = append(actions, setLastActive(next.UserID, next.WorkspaceID))
	}
	return s.Table.Commit(ctx, append(actions, s.tellOfSwitch(ctx, x.User, was, next)...)...)
}

// tellOfSwitch tells the audit log of the workspace that a session changes to.
func (s *Store) tellOfSwitch(ctx context.Context, u people.User, was, next people.Session) []table.Action {
	if was.WorkspaceID == next.WorkspaceID {
		return nil
	}
	return s.AuditActions(ctx, next.WorkspaceID, audit.SignIn(u, next)...)
}

// SetSessionWorkspace sets the active workspace of a user's session, with its event in
// the audit log of that workspace. The refresh token stays valid. Errors: conflict when
// the session has ended.
func (s *Store) SetSessionWorkspace(ctx context.Context, u people.User, was people.Session, w domain.ID) (err error) {
	defer core.Wrap(&err, "SetSessionWorkspace", u.ID, was.ID, w)
	setWorkspace := expression.Set(core.Field[people.Session]("WorkspaceID"), expression.Value(string(w)))
	next := was
	next.WorkspaceID = w
	return s.Table.Commit(ctx, append(s.tellOfSwitch(ctx, u, was, next),
		table.Update(key.Session(was.UserID, was.ID), setWorkspace).Or(errSessionChanged),
		setLastActive(was.UserID, w),
	)...)
}

// setLastActive notes the workspace in which a user was last active. It makes no
// new version of the profile, because the profile does not show it.
func setLastActive(u, w domain.ID) table.Action {
	return table.Update(key.Profile(u), expression.Set(core.Field[people.User]("LastWorkspaceID"),
		expression.Value(string(w)))).Provided(core.AccountExists)
}

// EndSessions deletes sessions. Missing ones are no error.
func (s *Store) EndSessions(ctx context.Context, ended ...people.Session) (err error) {
	defer core.Wrap(&err, "EndSessions")
	var keys []table.Key
	for _, x := range ended {
		keys = append(keys, key.Session(x.UserID, x.ID))
	}
	var actions []table.Action
	for _, k := range table.DistinctKeys(keys) {
		actions = append(actions, table.Delete(k))
	}
	if len(actions) == 0 {
		return nil
	}
	return s.Table.Commit(ctx, actions...)
}

// EndOldestSessions ends a user's oldest valid sessions, so that at most keep of them
// are left. Sign-ins at the same time each see the sessions that were written before,
// so the last one of them leaves no more.
func (s *Store) EndOldestSessions(ctx context.Context, u people.User, keep int) (err error) {
	defer core.Wrap(&err, "EndOldestSessions", u.ID)
	all, err := table.ReadAll[people.Session](ctx, s.Table,
		table.PrefixRange(table.Base, key.UserPK(u.ID), key.SessionPrefix))
	if err != nil {
		return err
	}
	now := s.Instant()
	var valid []people.Session // oldest first, because ids begin with the time
	for _, x := range all {
		if x.Valid(u, now) {
			valid = append(valid, x)
		}
	}
	excess := min(max(len(valid)-keep, 0), table.MaxActions)
	return s.EndSessions(ctx, valid[:excess]...)
}

// SessionProof is a session whose user proved again who they are.
type SessionProof struct {
	Was, Now people.Session // as it was read, and after the proof
}

// ProveSession notes that the user of a session proved again who they are. Errors:
// conflict when the session has ended since it was read, or a concurrent proof changed
// its method.
func (s *Store) ProveSession(ctx context.Context, p SessionProof) (err error) {
	defer core.Wrap(&err, "ProveSession")
	return s.Table.Commit(ctx, p.action())
}

// action writes when the user proved who they are. It writes how only if that changes,
// so that it never replaces a stronger method of a concurrent proof.
func (p SessionProof) action() table.Action {
	unchanged := core.Field[people.Session]("Epoch").Equal(expression.Value(p.Was.Epoch))
	written := core.Attributes[people.Session]("ProvedAt")
	if p.Now.Provider != p.Was.Provider {
		written = append(written, core.Attribute[people.Session]("Provider"))
	}
	if p.Now.Method != p.Was.Method {
		written = append(written, core.Attribute[people.Session]("Method"))
		unchanged = unchanged.And(hasMethod(p.Was.Method))
	}
	key := key.Session(p.Was.UserID, p.Was.ID)
	return table.UpdateAttributesUnversioned(table.Encode(key, p.Now),
		written...).Provided(unchanged).Or(errSessionChanged)
}

// hasMethod holds while a session was proved by the method last; "" is not recorded.
func hasMethod(by people.SignInMethod) expression.ConditionBuilder {
	how := core.Field[people.Session]("Method")
	if by == "" {
		return how.AttributeNotExists()
	}
	return how.Equal(expression.Value(string(by)))
}
