package core

import (
	"context"
	"maps"

	"stint/shared/domain"
	"stint/shared/domain/money"
	"stint/shared/domain/people"
	"stint/shared/domain/projects"
	"stint/shared/domain/timelog"
	"stint/shared/domain/timesheets"
	"stint/shared/store/key"
	"stint/shared/table"
)

// References to records of all subjects are read together. The kinds of references stand in
// one table, refKinds. Besides its row there, a kind has a field in Refs and one in Records.

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
	Jobs                  []domain.ID       // billing jobs that hold entries
	ExternalIDs           []EntryExternalID // external ids whose entries are looked up
}

// EntryKey names an entry. The id of an entry is unique for its owner only.
type EntryKey struct{ User, ID domain.ID }

// EntryExternalID names an external id of an owner's entries.
type EntryExternalID struct {
	User domain.ID
	ID   domain.ExternalID
}

// Records are the records that were found, by id. A record that does not exist is
// left out.
type Records struct {
	Projects       map[domain.ID]projects.Project
	Tasks          map[domain.ID]projects.Task
	Tags           map[domain.ID]projects.Tag
	Clients        map[domain.ID]projects.Client
	Members        map[domain.ID]people.Member
	Users          map[domain.ID]people.User
	ProjectMembers map[domain.ProjectMemberKey]projects.ProjectMember
	Entries        map[EntryKey]timelog.Entry
	EntryMarks     map[EntryKey]domain.DeletionMark // of entries that were deleted
	Timers         map[domain.ID]timelog.Entry      // by user
	Guards         map[domain.ID]int64              // by user; 0 for none
	Locks          timesheets.Locks
	Jobs           money.Jobs
	ExternalIDs    map[EntryExternalID]domain.ID // entries by their external ids
}

type (
	ids         = []domain.ID
	byID[T any] = map[domain.ID]T
)

// refKinds are the kinds of references: the field with the names, the key of a name, the field with
// what is found, and how it is read.
var refKinds = []refKind{
	kindOf(func(a *Refs) *ids { return &a.Projects }, key.Project,
		func(t *Records) *byID[projects.Project] { return &t.Projects }, table.Lookup),
	kindOf(func(a *Refs) *ids { return &a.Tasks }, key.Task,
		func(t *Records) *byID[projects.Task] { return &t.Tasks }, table.Lookup),
	kindOf(func(a *Refs) *ids { return &a.Tags }, key.Tag,
		func(t *Records) *byID[projects.Tag] { return &t.Tags }, table.Lookup),
	kindOf(func(a *Refs) *ids { return &a.Clients }, key.Client,
		func(t *Records) *byID[projects.Client] { return &t.Clients }, table.Lookup),
	kindOf(func(a *Refs) *ids { return &a.Members }, key.Member,
		func(t *Records) *byID[people.Member] { return &t.Members }, table.Lookup),
	kindOf(func(a *Refs) *ids { return &a.Users }, func(_, u domain.ID) table.Key { return key.Profile(u) },
		func(t *Records) *byID[people.User] { return &t.Users }, table.Lookup),
	kindOf(func(a *Refs) *[]domain.ProjectMemberKey { return &a.ProjectMembers }, projectMemberKeyOf,
		func(t *Records) *map[domain.ProjectMemberKey]projects.ProjectMember { return &t.ProjectMembers }, table.Lookup),
	kindOf(func(a *Refs) *[]EntryKey { return &a.Entries }, entryKeyOf,
		func(t *Records) *map[EntryKey]timelog.Entry { return &t.Entries }, table.Lookup),
	sameNames(kindOf(func(a *Refs) *[]EntryKey { return &a.Entries }, entryKeyOf,
		func(t *Records) *map[EntryKey]domain.DeletionMark { return &t.EntryMarks }, lookupEntryMark)),
	kindOf(func(a *Refs) *ids { return &a.Timers }, key.Timer,
		func(t *Records) *byID[timelog.Entry] { return &t.Timers }, lookupTimer),
	kindOf(func(a *Refs) *ids { return &a.Guards }, key.OverlapGuard,
		func(t *Records) *byID[int64] { return &t.Guards }, lookupOverlapGuard),
	kindOf(func(a *Refs) *ids { return &a.Locks }, key.Submission,
		func(t *Records) *timesheets.Locks { return &t.Locks }, table.Lookup),
	kindOf(func(a *Refs) *ids { return &a.Jobs }, key.Job,
		func(t *Records) *money.Jobs { return &t.Jobs }, table.Lookup),
	kindOf(func(a *Refs) *[]EntryExternalID { return &a.ExternalIDs }, externalIDKeyOf,
		func(t *Records) *map[EntryExternalID]domain.ID { return &t.ExternalIDs }, lookupHolder),
}

// refKind is what is done with the references of one kind.
type refKind struct {
	keys         func(w domain.ID, a Refs) []table.Key
	read         func(f table.Items, w domain.ID, a Refs, t *Records) error
	merge        func(a *Refs, more Refs)
	mergeRecords func(t *Records, more Records)
}

// kindOf is a kind whose records are read from the items under the keys of their names.
func kindOf[N comparable, T any, M ~map[N]T](
	names func(*Refs) *[]N, keyOf func(w domain.ID, name N) table.Key,
	records func(*Records) *M, lookup func(table.Items, table.Key) (T, bool, error),
) refKind {
	return refKind{
		keys: func(w domain.ID, a Refs) (keys []table.Key) {
			for _, name := range *names(&a) {
				keys = append(keys, keyOf(w, name))
			}
			return keys
		},
		read: func(f table.Items, w domain.ID, a Refs, t *Records) (err error) {
			*records(t), err = lookupAll(f, *names(&a), func(name N) table.Key { return keyOf(w, name) }, lookup)
			return err
		},
		merge: func(a *Refs, more Refs) { *names(a) = append(*names(a), *names(&more)...) },
		mergeRecords: func(t *Records, more Records) {
			both := make(M, len(*records(t))+len(*records(&more)))
			maps.Copy(both, *records(t))
			maps.Copy(both, *records(&more))
			*records(t) = both
		},
	}
}

// sameNames is a kind for names that another kind has already.
func sameNames(k refKind) refKind {
	k.keys = func(domain.ID, Refs) []table.Key { return nil }
	k.merge = func(*Refs, Refs) {}
	return k
}

// lookupAll decodes the records of one kind that were found.
func lookupAll[N comparable, T any](
	f table.Items, names []N, keyOf func(N) table.Key, lookup func(table.Items, table.Key) (T, bool, error),
) (map[N]T, error) {
	found := make(map[N]T, len(names))
	for _, name := range names {
		record, ok, err := lookup(f, keyOf(name))
		if err != nil {
			return nil, err
		}
		if ok {
			found[name] = record
		}
	}
	return found, nil
}

// Records reads the referenced records, strongly consistent, with ⌈distinct
// keys/100⌉ parallel batch reads. It does not check whether the caller may see
// them.
func (s *Core) Records(ctx context.Context, w domain.ID, refs Refs) (_ Records, err error) {
	defer Wrap(&err, "Records", w)
	f, err := s.Table.BatchGetMarks(ctx, refs.Keys(w)...)
	if err != nil {
		return Records{}, err
	}
	return refs.Decode(f, w)
}

// Keys are the keys of all references, also those that are repeated.
func (a Refs) Keys(w domain.ID) (keys []table.Key) {
	for _, kind := range refKinds {
		keys = append(keys, kind.keys(w, a)...)
	}
	return keys
}

// Decode decodes what was found, marks among it.
func (a Refs) Decode(f table.Items, w domain.ID) (t Records, err error) {
	for _, kind := range refKinds {
		if err := kind.read(f, w, a, &t); err != nil {
			return t, err
		}
	}
	return t, nil
}

// Merge returns the references of both.
func (a Refs) Merge(b Refs) Refs {
	for _, kind := range refKinds {
		kind.merge(&a, b)
	}
	return a
}

// Merge returns the records of both.
func (t Records) Merge(more Records) Records {
	for _, kind := range refKinds {
		kind.mergeRecords(&t, more)
	}
	return t
}

func entryKeyOf(w domain.ID, k EntryKey) table.Key { return key.Entry(w, k.User, k.ID) }

func externalIDKeyOf(w domain.ID, x EntryExternalID) table.Key {
	return key.EntryExternalID(w, x.User, x.ID)
}

func projectMemberKeyOf(w domain.ID, k domain.ProjectMemberKey) table.Key {
	return key.ProjectMember(w, k.Project, k.User)
}

// MaxGuardReads bounds how often a guard is read in all, where its record changes at the same time.
const MaxGuardReads = 3

// GuardHolder is the record that has the value of a guard.
type GuardHolder struct {
	ID domain.ID `db:"id"`
	// Reservation is the reservation that took the value before it made the record; ""
	// for none.
	Reservation domain.ID `db:"rsv,omitempty"`
}

// OverlapGuard is the number of a user's writes that could overlap.
type OverlapGuard struct {
	N int64 `db:"n"`
}

// lookupOverlapGuard takes an overlap guard from the items that were read. A missing one is 0.
func lookupOverlapGuard(f table.Items, k table.Key) (int64, bool, error) {
	guard, _, err := table.Lookup[OverlapGuard](f, k)
	return guard.N, true, err
}

// lookupTimer takes a running timer from the items that were read.
func lookupTimer(f table.Items, k table.Key) (timer timelog.Entry, ok bool, err error) {
	running, err := TimerIn(f, k)
	if err != nil || running == nil {
		return timer, false, err
	}
	return *running, true, nil
}

// TimerIn takes the running timer from the items that were read; nil when none
// runs. The item under that key can also be a BlockedTimer, which has no id.
func TimerIn(f table.Items, k table.Key) (*timelog.Entry, error) {
	if it, ok := f[k]; !ok || table.StringAttribute(it, "id") == "" {
		return nil, nil
	}
	return table.LookupOrNil[timelog.Entry](f, k)
}

// lookupHolder takes from the items that were read which record has the value of a guard.
func lookupHolder(f table.Items, k table.Key) (domain.ID, bool, error) {
	holder, ok, err := table.Lookup[GuardHolder](f, k)
	return holder.ID, ok, err
}

// lookupEntryMark takes the mark of a deleted entry from the items that were read.
func lookupEntryMark(f table.Items, k table.Key) (mark domain.DeletionMark, ok bool, err error) {
	_, found, err := RecordOrMark[timelog.Entry](f, k)
	if err != nil || found == nil {
		return mark, false, err
	}
	found.Moment = table.MomentOf(f[k])
	return *found, true, nil
}

// RecordOrMark decodes the record or the mark under a key; both are nil when there is
// neither.
func RecordOrMark[T any](found table.Items, k table.Key) (*T, *domain.DeletionMark, error) {
	it, ok := found[k]
	if !ok {
		return nil, nil, nil
	}
	mark, deleted, err := table.MarkOf[domain.DeletionMark](it)
	if deleted {
		return nil, &mark, err
	}
	record, err := DecodePointer[T](it)
	return record, nil, err
}

// DecodePointer decodes a record that is there.
func DecodePointer[T any](it table.Row) (*T, error) {
	record, err := table.Decode[T](it)
	return &record, err
}
