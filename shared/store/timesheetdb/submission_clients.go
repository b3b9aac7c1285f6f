package timesheetdb

import (
	"context"

	"stint/shared/domain"
	"stint/shared/domain/projects"
	"stint/shared/domain/timesheets"
	"stint/shared/store/key"
	"stint/shared/table"
)

// A submission has the clients of its lines, and each of its links says what it covers. Submissions from before that
// get both when they are read: the clients that their projects have now. The next write stores them.

// withClients adds what is missing to submissions that were stored without it, with two batch reads. It reads nothing
// for others.
func (s *Store) withClients(ctx context.Context, w domain.ID, subs ...timesheets.Submission) error {
	var keys []table.Key
	for _, sub := range subs {
		if sub.LacksClients() {
			keys = append(keys, keysOfMissing(w, sub)...)
		}
	}
	if len(keys) == 0 {
		return nil
	}
	found, err := s.Table.BatchGet(ctx, keys...)
	if err != nil {
		return err
	}
	of, names, err := s.readClients(ctx, w, found, subs)
	if err != nil {
		return err
	}
	for i, sub := range subs {
		if !sub.LacksClients() {
			continue
		}
		lines, ok, err := table.Lookup[RoundLines](found, key.Lines(w, sub.ID, sub.Round))
		if err != nil {
			return err
		}
		if ok { // it is gone while a later round replaces it; who reads the submission reads it again then
			sub = sub.WithClients(lines.Lines, of, names)
		}
		if subs[i], err = withLinkScopes(found, w, sub); err != nil {
			return err
		}
	}
	return nil
}

func keysOfMissing(w domain.ID, sub timesheets.Submission) []table.Key {
	keys := []table.Key{key.Lines(w, sub.ID, sub.Round)}
	for _, id := range sub.Projects() {
		keys = append(keys, key.Project(w, id))
	}
	for _, l := range sub.Links {
		keys = append(keys, key.ClientLink(w, sub.ID, l.ID))
	}
	return keys
}

// readClients takes the clients of projects from what was found, and reads their names.
func (s *Store) readClients(ctx context.Context, w domain.ID, found table.Items,
	subs []timesheets.Submission) (of map[domain.ID]domain.ID, names map[domain.ID]domain.Name, err error) {
	of, names = map[domain.ID]domain.ID{}, map[domain.ID]domain.Name{}
	var keys []table.Key
	for _, sub := range subs {
		for _, id := range sub.Projects() {
			p, _, err := table.Lookup[projects.Project](found, key.Project(w, id))
			if err != nil {
				return nil, nil, err
			}
			if of[id] = p.ClientID; p.ClientID != "" {
				keys = append(keys, key.Client(w, p.ClientID))
			}
		}
	}
	if len(keys) == 0 {
		return of, names, nil
	}
	items, err := s.Table.BatchGet(ctx, keys...)
	if err != nil {
		return nil, nil, err
	}
	for _, id := range of {
		c, _, err := table.Lookup[projects.Client](items, key.Client(w, id))
		if err != nil {
			return nil, nil, err
		}
		names[id] = c.Name
	}
	return of, names, nil
}

// withLinkScopes is the submission whose links say what they cover.
func withLinkScopes(found table.Items, w domain.ID, sub timesheets.Submission) (timesheets.Submission, error) {
	covers := map[domain.ID]domain.ID{}
	for _, l := range sub.Links {
		link, ok, err := table.Lookup[timesheets.ClientLink](found, key.ClientLink(w, sub.ID, l.ID))
		if err != nil {
			return sub, err
		}
		if ok {
			covers[l.ID] = link.ClientID
		}
	}
	return sub.WithLinkScopes(covers), nil
}
