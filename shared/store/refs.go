package store

import (
	"context"
	"maps"

	"stint/shared/domain"
	"stint/shared/table"
)

// Refs are references to records of one workspace that are read together.
// Repetitions cost nothing.
type Refs struct {
	Projects, Tasks, Tags []domain.ID
	Clients               []domain.ID
	Members               []domain.ID // users as members of the workspace
	Users                 []domain.ID // users with their accounts
	ProjectMembers        []domain.ProjectMemberKey
	Entries               []EntryKey
	Timers                []domain.ID       // users whose running timers are read
	Guards                []domain.ID       // users whose overlap guards are read
	Locks                 []domain.ID       // submissions that stamps name
	ExternalIDs           []EntryExternalID // of which is read which entry has them
}

// Records are the records that were found, by id. A record that does not exist is
// left out.
type Records struct {
	Projects       map[domain.ID]domain.Project
	Tasks          map[domain.ID]domain.Task
	Tags           map[domain.ID]domain.Tag
	Clients        map[domain.ID]domain.Client
	Members        map[domain.ID]domain.Member
	Users          map[domain.ID]domain.User
	ProjectMembers map[domain.ProjectMemberKey]domain.ProjectMember
	Entries        map[EntryKey]domain.Entry
	Timers         map[domain.ID]domain.Entry       // by user
	Guards         map[domain.ID]int64              // by user; 0 for none
	EntryMarks     map[EntryKey]domain.DeletionMark // of entries that were deleted
	Locks          domain.Locks
	ExternalIDs    map[EntryExternalID]domain.ID // entries by their external ids
}

// Records reads the referenced records, strongly consistent, with ⌈distinct
// keys/100⌉ parallel batch reads. It does not check whether the caller may see
// them.
func (s *Store) Records(ctx context.Context, w domain.ID, refs Refs) (Records, error) {
	f, err := s.table.BatchGetMarks(ctx, refs.keys(w)...)
	if err != nil {
		return Records{}, err
	}
	return refs.records(f, w)
}

func (a Refs) keys(w domain.ID) []table.Key {
	var keys []table.Key
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
	for _, id := range a.Members {
		keys = append(keys, memberKey(w, id))
	}
	for _, id := range a.Users {
		keys = append(keys, profileKey(id))
	}
	for _, at := range a.ProjectMembers {
		keys = append(keys, projectMemberKey(w, at.Project, at.User))
	}
	for _, e := range a.Entries {
		keys = append(keys, entryKey(w, e.User, e.ID))
	}
	for _, id := range a.Timers {
		keys = append(keys, timerKey(w, id))
	}
	for _, id := range a.Guards {
		keys = append(keys, overlapGuardKey(w, id))
	}
	for _, id := range a.Locks {
		keys = append(keys, submissionKey(w, id))
	}
	for _, x := range a.ExternalIDs {
		keys = append(keys, entryExternalIDKey(w, x.User, x.ID))
	}
	return keys
}

func (a Refs) records(f table.Items, w domain.ID) (t Records, err error) {
	if t.Projects, err = lookupAll[domain.Project](f, a.Projects, func(id domain.ID) table.Key { return projectKey(w, id) }); err != nil {
		return t, err
	}
	if t.Tasks, err = lookupAll[domain.Task](f, a.Tasks, func(id domain.ID) table.Key { return taskKey(w, id) }); err != nil {
		return t, err
	}
	if t.Tags, err = lookupAll[domain.Tag](f, a.Tags, func(id domain.ID) table.Key { return tagKey(w, id) }); err != nil {
		return t, err
	}
	if t.Clients, err = lookupAll[domain.Client](f, a.Clients, func(id domain.ID) table.Key { return clientKey(w, id) }); err != nil {
		return t, err
	}
	if t.Users, err = lookupAll[domain.User](f, a.Users, profileKey); err != nil {
		return t, err
	}
	if t.Members, err = lookupAll[domain.Member](f, a.Members, func(id domain.ID) table.Key { return memberKey(w, id) }); err != nil {
		return t, err
	}
	if t.ProjectMembers, err = lookupAll[domain.ProjectMember](f, a.ProjectMembers, func(at domain.ProjectMemberKey) table.Key { return projectMemberKey(w, at.Project, at.User) }); err != nil {
		return t, err
	}
	if t.Entries, err = lookupAll[domain.Entry](f, a.Entries, func(e EntryKey) table.Key { return entryKey(w, e.User, e.ID) }); err != nil {
		return t, err
	}
	if t.EntryMarks, err = entryMarksIn(f, w, a.Entries); err != nil {
		return t, err
	}
	if t.Guards, err = overlapGuardsIn(f, w, a.Guards); err != nil {
		return t, err
	}
	if t.Locks, err = lookupAll[domain.Submission](f, a.Locks, func(id domain.ID) table.Key { return submissionKey(w, id) }); err != nil {
		return t, err
	}
	if t.ExternalIDs, err = externalIDHoldersIn(f, w, a.ExternalIDs); err != nil {
		return t, err
	}
	t.Timers, err = timersIn(f, w, a.Timers)
	return t, err
}

// lookupAll decodes the records of one kind that were found.
func lookupAll[T any, Name comparable](f table.Items, names []Name, keyFor func(Name) table.Key) (map[Name]T, error) {
	picked := make(map[Name]T, len(names))
	for _, name := range names {
		record, ok, err := table.Lookup[T](f, keyFor(name))
		if err != nil {
			return nil, err
		}
		if ok {
			picked[name] = record
		}
	}
	return picked, nil
}

// Merge returns the references of both.
func (a Refs) Merge(b Refs) Refs {
	a.Projects = append(a.Projects, b.Projects...)
	a.Tasks = append(a.Tasks, b.Tasks...)
	a.Tags = append(a.Tags, b.Tags...)
	a.Clients = append(a.Clients, b.Clients...)
	a.Members = append(a.Members, b.Members...)
	a.Users = append(a.Users, b.Users...)
	a.ProjectMembers = append(a.ProjectMembers, b.ProjectMembers...)
	a.Entries = append(a.Entries, b.Entries...)
	a.Timers = append(a.Timers, b.Timers...)
	a.Guards = append(a.Guards, b.Guards...)
	a.Locks = append(a.Locks, b.Locks...)
	a.ExternalIDs = append(a.ExternalIDs, b.ExternalIDs...)
	return a
}

// Merge returns the records of both.
func (t Records) Merge(more Records) Records {
	t.Projects, t.Tasks, t.Tags = mergeMaps(t.Projects, more.Projects), mergeMaps(t.Tasks, more.Tasks), mergeMaps(t.Tags, more.Tags)
	t.Clients, t.Users = mergeMaps(t.Clients, more.Clients), mergeMaps(t.Users, more.Users)
	t.Members, t.ProjectMembers = mergeMaps(t.Members, more.Members), mergeMaps(t.ProjectMembers, more.ProjectMembers)
	t.Entries, t.Timers = mergeMaps(t.Entries, more.Entries), mergeMaps(t.Timers, more.Timers)
	t.Guards, t.Locks = mergeMaps(t.Guards, more.Guards), mergeMaps(t.Locks, more.Locks)
	t.ExternalIDs = mergeMaps(t.ExternalIDs, more.ExternalIDs)
	t.EntryMarks = mergeMaps(t.EntryMarks, more.EntryMarks)
	return t
}

func mergeMaps[K comparable, V any](a, b map[K]V) map[K]V {
	both := maps.Clone(a)
	if both == nil {
		both = make(map[K]V, len(b))
	}
	maps.Copy(both, b)
	return both
}

// recordOrMark decodes the record or the mark under a key; both are nil when there is
// neither.
func recordOrMark[T any](found table.Items, k table.Key) (*T, *domain.DeletionMark, error) {
	it, ok := found[k]
	if !ok {
		return nil, nil, nil
	}
	mark, deleted, err := table.MarkOf[domain.DeletionMark](it)
	if deleted {
		return nil, &mark, err
	}
	record, err := decodePointer[T](it)
	return record, nil, err
}
