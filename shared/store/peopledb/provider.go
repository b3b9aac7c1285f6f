package peopledb

import (
	"context"
	"slices"

	"stint/shared/domain"
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

// EndProviderAccess ends what a user has by single sign-on, because the provider refuses them: their keys of workspaces
// that require it, and their sessions by it. The sessions end last, because a refresh of one of them finishes what a
// failure left. It may be repeated. Errors: conflict when a membership was changed concurrently.
func (s *Store) EndProviderAccess(ctx context.Context, u people.User) (err error) {
	defer core.Wrap(&err, "EndProviderAccess", u.ID)
	all, err := s.Memberships(ctx, u.ID)
	if err != nil {
		return err
	}
	for _, m := range all {
		if !m.Workspace.RequireSSO {
			continue
		}
		if err := s.endAccessByProvider(ctx, m, u); err != nil {
			return err
		}
	}
	return s.endProviderSessions(ctx, u.ID)
}

// endProviderSessions ends the sessions of a user by single sign-on.
func (s *Store) endProviderSessions(ctx context.Context, u domain.ID) error {
	sessions, err := table.ReadAll[people.Session](ctx, s.Table,
		table.PrefixRange(table.Base, key.UserPK(u), key.SessionPrefix))
	if err != nil {
		return err
	}
	sessions = slices.DeleteFunc(sessions, func(x people.Session) bool { return x.Method != people.BySSO })
	for chunk := range slices.Chunk(sessions, table.MaxActions) {
		if err := s.EndSessions(ctx, chunk...); err != nil {
			return err
		}
	}
	return nil
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
