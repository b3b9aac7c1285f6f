package peopledb

import (
	"context"
	"slices"

	"stint/shared/domain/audit"
	"stint/shared/domain/people"
	"stint/shared/store/internal/core"
	"stint/shared/store/key"
	"stint/shared/table"
)

// BeginAsking notes that a request asks the provider of a session that was read, so that others do not. Errors:
// conflict when another request asks or has asked, or the session has ended.
func (s *Store) BeginAsking(ctx context.Context, was, asking people.Session) (err error) {
	defer core.Wrap(&err, "BeginAsking", was.ID)
	return s.changeProvider(ctx, was, asking)
}

// KeepAnswer notes what the provider of a session answered, for the request that began to ask. Errors: conflict when
// the session has ended.
func (s *Store) KeepAnswer(ctx context.Context, asking, answered people.Session) (err error) {
	defer core.Wrap(&err, "KeepAnswer", asking.ID)
	return s.changeProvider(ctx, asking, answered)
}

// changeProvider writes the grant of a session in place of the one that was read.
func (s *Store) changeProvider(ctx context.Context, was, now people.Session) error {
	k, name := key.Session(was.UserID, was.ID), core.Attribute[people.Session]("Provider")
	same := core.SameAttribute(table.Encode(k, was), name)
	return s.Table.Commit(ctx, table.UpdateAttributesUnversioned(table.Encode(k, now), name).
		Provided(table.Present).Provided(same).Or(errSessionChanged))
}

// EndProviderAccess ends what a user has by single sign-on, because the provider refuses them: their sessions by it,
// and their access to workspaces that require it, with a new epoch of access and of keys for each. It may be repeated.
// Errors: conflict when a membership was changed concurrently.
func (s *Store) EndProviderAccess(ctx context.Context, u people.User) (err error) {
	defer core.Wrap(&err, "EndProviderAccess", u.ID)
	sessions, err := table.ReadAll[people.Session](ctx, s.Table,
		table.PrefixRange(table.Base, key.UserPK(u.ID), key.SessionPrefix))
	if err != nil {
		return err
	}
	sessions = slices.DeleteFunc(sessions, func(x people.Session) bool { return x.Method != people.BySSO })
	for chunk := range slices.Chunk(sessions, table.MaxActions) {
		if err := s.EndSessions(ctx, chunk...); err != nil {
			return err
		}
	}
	all, err := s.Memberships(ctx, u.ID)
	for _, m := range all {
		if err == nil && m.Workspace.RequireSSO {
			err = s.endAccessByProvider(ctx, m, u)
		}
	}
	return err
}

// endAccessByProvider ends the keys of a member whom the provider refuses.
func (s *Store) endAccessByProvider(ctx context.Context, m people.Membership, u people.User) error {
	w, was := m.Workspace.ID, m.Member
	now := was.EndAccess(was.AccessEpoch, s.Instant())
	ended := audit.SessionsEnd(u)
	ended.By = &audit.Actor{Kind: audit.BySystem, Name: "system"}
	return s.Table.Commit(ctx, append(s.AuditActions(ctx, w, ended),
		table.Replace(table.Encode(key.Member(w, u.ID), now), was.Version))...)
}
