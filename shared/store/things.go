package store

import (
	"context"
	"maps"

	"stint/shared/domain"
)

// Asked names things of one workspace that are to be read in one round.
// Repetitions cost nothing.
type Asked struct {
	Projects, Tasks, Tags []domain.ID
	Clients               []domain.ID
	Users                 []domain.ID // their memberships of the workspace
	People                []domain.ID // their accounts
	Places                []Place     // memberships of projects
	Entries               []EntryOf
	Timers                []domain.ID // users whose running timer is wanted
	Guards                []domain.ID // users whose overlap guard is wanted
	Locks                 []domain.ID // submissions that stamps name; see domain.Named
}

// Place names a user's membership of a project.
type Place struct{ Project, User domain.ID }

// EntryOf names an entry: ids are unique per owner only.
type EntryOf struct{ User, ID domain.ID }

// Things is what was found, by id. A thing that is not in it does not exist.
type Things struct {
	Projects map[domain.ID]domain.Project
	Tasks    map[domain.ID]domain.Task
	Tags     map[domain.ID]domain.Tag
	Clients  map[domain.ID]domain.Client
	Users    map[domain.ID]domain.Member
	People   map[domain.ID]domain.User
	Places   map[Place]domain.ProjectMember
	Entries  map[EntryOf]domain.Entry
	Timers   map[domain.ID]domain.Entry // by user
	Guards   map[domain.ID]int64        // by user; 0 for none
	Locks    domain.Locks
}

// Things reads what is asked in one consistent round of ⌈distinct keys/100⌉
// batch reads. What exists is not yet visible to the caller: that is for the
// rules above to say.
func (s *Store) Things(ctx context.Context, w domain.ID, asked Asked) (Things, error) {
	f, err := s.batch(ctx, asked.keys(w)...)
	if err != nil {
		return Things{}, err
	}
	return asked.pick(f, w)
}

func (a Asked) keys(w domain.ID) []key {
	var keys []key
	for _, id := range a.Projects {
		keys = append(keys, projectKey(w, id))
	}
	for _, id := range a.Tasks {
		keys = append(keys, taskKey(w, id))
	}
	for _, id := range a.Tags {
		keys = append(keys, tagKey(w, id))
	}
	for _, id := range a.Clients {
		keys = append(keys, clientKey(w, id))
	}
	for _, id := range a.Users {
		keys = append(keys, memberKey(w, id))
	}
	for _, id := range a.People {
		keys = append(keys, profileKey(id))
	}
	for _, at := range a.Places {
		keys = append(keys, projectMemberKey(w, at.Project, at.User))
	}
	for _, e := range a.Entries {
		keys = append(keys, entryKey(w, e.User, e.ID))
	}
	for _, id := range a.Timers {
		keys = append(keys, timerKey(w, id))
	}
	for _, id := range a.Guards {
		keys = append(keys, guardKey(w, id))
	}
	for _, id := range a.Locks {
		keys = append(keys, submissionKey(w, id))
	}
	return keys
}

func (a Asked) pick(f found, w domain.ID) (t Things, err error) {
	if t.Projects, err = pick[domain.Project](f, a.Projects, func(id domain.ID) key { return projectKey(w, id) }); err != nil {
		return t, err
	}
	if t.Tasks, err = pick[domain.Task](f, a.Tasks, func(id domain.ID) key { return taskKey(w, id) }); err != nil {
		return t, err
	}
	if t.Tags, err = pick[domain.Tag](f, a.Tags, func(id domain.ID) key { return tagKey(w, id) }); err != nil {
		return t, err
	}
	if t.Clients, err = pick[domain.Client](f, a.Clients, func(id domain.ID) key { return clientKey(w, id) }); err != nil {
		return t, err
	}
	if t.People, err = pick[domain.User](f, a.People, profileKey); err != nil {
		return t, err
	}
	if t.Users, err = pick[domain.Member](f, a.Users, func(id domain.ID) key { return memberKey(w, id) }); err != nil {
		return t, err
	}
	if t.Places, err = pick[domain.ProjectMember](f, a.Places, func(at Place) key { return projectMemberKey(w, at.Project, at.User) }); err != nil {
		return t, err
	}
	if t.Entries, err = pick[domain.Entry](f, a.Entries, func(e EntryOf) key { return entryKey(w, e.User, e.ID) }); err != nil {
		return t, err
	}
	if t.Guards, err = guardsIn(f, w, a.Guards); err != nil {
		return t, err
	}
	if t.Locks, err = pick[domain.Submission](f, a.Locks, func(id domain.ID) key { return submissionKey(w, id) }); err != nil {
		return t, err
	}
	t.Timers, err = timersIn(f, w, a.Timers)
	return t, err
}

// pick decodes those records of a kind that were found.
func pick[T any, Name comparable](f found, names []Name, keyFor func(Name) key) (map[Name]T, error) {
	picked := make(map[Name]T, len(names))
	for _, name := range names {
		record, ok, err := one[T](f, keyFor(name))
		if err != nil {
			return nil, err
		}
		if ok {
			picked[name] = record
		}
	}
	return picked, nil
}

// And is both askings together.
func (a Asked) And(b Asked) Asked {
	a.Projects = append(a.Projects, b.Projects...)
	a.Tasks = append(a.Tasks, b.Tasks...)
	a.Tags = append(a.Tags, b.Tags...)
	a.Clients = append(a.Clients, b.Clients...)
	a.Users = append(a.Users, b.Users...)
	a.People = append(a.People, b.People...)
	a.Places = append(a.Places, b.Places...)
	a.Entries = append(a.Entries, b.Entries...)
	a.Timers = append(a.Timers, b.Timers...)
	a.Guards = append(a.Guards, b.Guards...)
	a.Locks = append(a.Locks, b.Locks...)
	return a
}

// And is t with everything added that was found in another round.
func (t Things) And(more Things) Things {
	t.Projects, t.Tasks, t.Tags = merged(t.Projects, more.Projects), merged(t.Tasks, more.Tasks), merged(t.Tags, more.Tags)
	t.Clients, t.People = merged(t.Clients, more.Clients), merged(t.People, more.People)
	t.Users, t.Places = merged(t.Users, more.Users), merged(t.Places, more.Places)
	t.Entries, t.Timers = merged(t.Entries, more.Entries), merged(t.Timers, more.Timers)
	t.Guards, t.Locks = merged(t.Guards, more.Guards), merged(t.Locks, more.Locks)
	return t
}

func merged[K comparable, V any](a, b map[K]V) map[K]V {
	both := maps.Clone(a)
	if both == nil {
		both = make(map[K]V, len(b))
	}
	maps.Copy(both, b)
	return both
}
