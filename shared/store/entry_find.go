package store

import (
	"context"

	"stint/shared/domain"
	"stint/shared/table"
)

// FindEntries returns the entries and running timers with the given id, at most
// one of each given user.
func (s *Store) FindEntries(ctx context.Context, w, id domain.ID, users ...domain.ID) ([]domain.Entry, error) {
	refs := Refs{Timers: users}
	for _, u := range users {
		refs.Entries = append(refs.Entries, EntryKey{User: u, ID: id})
	}
	t, err := s.Records(ctx, w, refs)
	if err != nil {
		return nil, err
	}
	var all []domain.Entry
	for _, u := range users {
		if e, ok := t.Entries[EntryKey{User: u, ID: id}]; ok {
			all = append(all, e)
		} else if timer, ok := t.Timers[u]; ok && timer.ID == id {
			all = append(all, timer)
		}
	}
	return all, nil
}

// EverMemberIDs lists all users who are or were members of the workspace.
func (s *Store) EverMemberIDs(ctx context.Context, w domain.ID) ([]domain.ID, error) {
	members, err := table.ReadAll[domain.Member](ctx, s.table, membersRange(w))
	ids := make([]domain.ID, len(members))
	for i, m := range members {
		ids[i] = m.UserID
	}
	return ids, err
}

// ManagedProjects returns the projects that a user manages.
func (s *Store) ManagedProjects(ctx context.Context, w, u domain.ID) (map[domain.ID]bool, error) {
	members, err := s.projectMembershipsOf(ctx, w, u)
	managed := map[domain.ID]bool{}
	for id, member := range members {
		if member.IsManager {
			managed[id] = true
		}
	}
	return managed, err
}

// ProjectIDsOfClient returns the ids of a client's projects; ok is false when
// there is no such client.
func (s *Store) ProjectIDsOfClient(ctx context.Context, w, c domain.ID) (ids map[domain.ID]bool, ok bool, err error) {
	if _, ok, err = table.Get[domain.Client](ctx, s.table, clientKey(w, c)); err != nil || !ok {
		return nil, false, err
	}
	projects, err := table.ReadAll[domain.Project](ctx, s.table, table.PrefixRange(table.ByLSK, workspacePK(w), projectOfClientLSK(c, "")))
	ids = make(map[domain.ID]bool, len(projects))
	for _, p := range projects {
		ids[p.ID] = true
	}
	return ids, true, err
}
