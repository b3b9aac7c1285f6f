package store

import (
	"context"

	"stint/shared/domain"
)

// FindEntries gives the entries and running timers of that id among the given
// users, at most one of each.
func (s *Store) FindEntries(ctx context.Context, w, id domain.ID, users ...domain.ID) ([]domain.Entry, error) {
	asked := Asked{Timers: users}
	for _, u := range users {
		asked.Entries = append(asked.Entries, EntryOf{User: u, ID: id})
	}
	t, err := s.Things(ctx, w, asked)
	if err != nil {
		return nil, err
	}
	var all []domain.Entry
	for _, u := range users {
		if e, ok := t.Entries[EntryOf{User: u, ID: id}]; ok {
			all = append(all, e)
		} else if timer, ok := t.Timers[u]; ok && timer.ID == id {
			all = append(all, timer)
		}
	}
	return all, nil
}

// EverMembers lists everyone who is or was a member of the workspace.
func (s *Store) EverMembers(ctx context.Context, w domain.ID) ([]domain.ID, error) {
	members, err := all[domain.Member](ctx, s, under(base, workspacePK(w), "M#"))
	ids := make([]domain.ID, len(members))
	for i, m := range members {
		ids[i] = m.UserID
	}
	return ids, err
}

// ManagedBy gives the projects that a user manages.
func (s *Store) ManagedBy(ctx context.Context, w, u domain.ID) (map[domain.ID]bool, error) {
	places, err := s.placesOf(ctx, w, u)
	managed := map[domain.ID]bool{}
	for id, place := range places {
		if place.IsManager {
			managed[id] = true
		}
	}
	return managed, err
}

// ProjectsOfClient gives the ids of a client's projects; ok is false when there
// is no such client.
func (s *Store) ProjectsOfClient(ctx context.Context, w, c domain.ID) (ids map[domain.ID]bool, ok bool, err error) {
	if _, ok, err = get[domain.Client](ctx, s, clientKey(w, c)); err != nil || !ok {
		return nil, false, err
	}
	projects, err := all[domain.Project](ctx, s, under(byLSK, workspacePK(w), projectOfClientLSK(c, "")))
	ids = make(map[domain.ID]bool, len(projects))
	for _, p := range projects {
		ids[p.ID] = true
	}
	return ids, true, err
}
