package timedb

import (
	"cmp"
	"context"
	"slices"

	"golang.org/x/sync/errgroup"

	"stint/shared/domain"
	"stint/shared/domain/projects"
	"stint/shared/domain/suggestions"
	"stint/shared/domain/timelog"
	"stint/shared/store/internal/core"
	"stint/shared/store/key"
	"stint/shared/table"
)

// RecentWork is what suggestions for a user are made from, as far as it was read.
type RecentWork struct {
	suggestions.History // with the running timer, and projects and tasks newest first; without CanSee and Newest
	// By project; empty unless the query asks for them.
	ProjectMembers map[domain.ID]projects.ProjectMember
}

// RecentQuery says for whom suggestions are made, and how much they need.
type RecentQuery struct {
	UserID         domain.ID
	Since          domain.Instant                       // the earliest start of an entry that counts
	ProjectMembers bool                                 // whether to read the user's project memberships
	FirstEntries   int                                  // how many entries are read first
	FirstRecords   int                                  // how many projects and tasks are read first
	Newest         int                                  // how many of them are listed at most
	Missing        func(RecentWork) suggestions.Missing // what to read in addition to what was read
}

// RecentWork reads a user's latest entries, at most suggestions.MaxSuggestEntries, and the
// newest projects and tasks of the workspace, at most q.Newest each. It
// begins with the first ones, in at most four parallel queries, and goes on until
// Missing reports nothing. All reads are strongly consistent, but for the entries after
// the first ones: of these, a change of the last second may be missing. Very long
// descriptions reduce the number of entries: two queries hold some 100 of the longest.
func (s *Store) RecentWork(ctx context.Context, w domain.ID, q RecentQuery) (_ RecentWork, err error) {
	defer core.Wrap(&err, "RecentWork", w)
	r := s.newRecentReader(w, q)
	missing := suggestions.Missing{Entries: q.FirstEntries, Projects: true, Tasks: true}
	records := min(q.FirstRecords, q.Newest)
	for !missing.IsNothing() {
		if err := r.read(ctx, missing, records); err != nil {
			return RecentWork{}, err
		}
		r.collect()
		missing, records = q.Missing(r.found), q.Newest
	}
	return r.found, nil
}

// recentReader reads recent work part by part.
type recentReader struct {
	*Store
	workspace domain.ID
	query     RecentQuery
	entries   *table.PartReader[timelog.Entry]
	projects  *table.PartReader[projects.Project]
	tasks     *table.PartReader[projects.Task]
	members   *table.PartReader[projects.ProjectMember]
	lookedUp  recentLookups
	whole     suggestions.MoreHistory // what was read as far as it counts
	found     RecentWork
}

func (s *Store) newRecentReader(w domain.ID, q RecentQuery) *recentReader {
	members := table.PrefixRange(table.ByLSK, key.WorkspacePK(w), key.MemberOfProjectLSK(q.UserID, ""))
	members.Descending = true
	entries := table.NewPartReader[timelog.Entry](s.Table,
		StartTimeRange(table.ByLSK, key.TimePK(w, q.UserID), &q.Since, nil))
	entries.LaterMayLag = true // they do not decide what the user may see
	return &recentReader{
		Store: s, workspace: w, query: q, entries: entries, lookedUp: recentLookups{ids: map[domain.ID]bool{}},
		projects: table.NewPartReader[projects.Project](s.Table, newestRange(w, key.ProjectPrefix)),
		tasks:    table.NewPartReader[projects.Task](s.Table, newestRange(w, key.TaskPrefix)),
		members:  table.NewPartReader[projects.ProjectMember](s.Table, members),
	}
}

// newestRange is the range of a workspace's records of one kind, the newest
// first: their ids begin with the time of their creation.
func newestRange(w domain.ID, prefix string) table.Range {
	r := table.PrefixRange(table.Base, key.WorkspacePK(w), prefix)
	r.Descending = true
	return r
}

// maxProjectMemberships is more than two queries can return.
const maxProjectMemberships = 20_000

// read reads what is missing. Of projects, tasks and project memberships it reads the
// first ones, or with so many as count all.
func (r *recentReader) read(ctx context.Context, missing suggestions.Missing, records int) error {
	group, ctx := errgroup.WithContext(ctx)
	readUpTo := func(n, already int, read func(context.Context, int) error) {
		if n > already {
			group.Go(func() error { return read(ctx, n-already) })
		}
	}
	isWhole := records == r.query.Newest
	entries := min(len(r.entries.Rows)+missing.Entries, suggestions.MaxSuggestEntries)
	readUpTo(entries, len(r.entries.Rows), r.entries.Read)
	if r.whole.Entries = r.whole.Entries || entries == suggestions.MaxSuggestEntries; missing.Tasks {
		readUpTo(records, len(r.tasks.Rows), r.tasks.Read)
		r.whole.Tasks = isWhole
	}
	if missing.Projects {
		readUpTo(records, len(r.projects.Rows), r.projects.Read)
		r.whole.Projects = isWhole
	}
	if missing.Projects && r.query.ProjectMembers {
		readUpTo(r.membershipsFor(records), len(r.members.Rows), r.members.Read)
	}
	group.Go(func() error { return r.lookUp(ctx, missing) })
	return group.Wait()
}

// membershipsFor is how many project memberships are read with so many projects.
func (r *recentReader) membershipsFor(projects int) int {
	if projects == r.query.Newest {
		return maxProjectMemberships
	}
	return projects
}

// collect puts what was read so far together.
func (r *recentReader) collect() {
	found := RecentWork{History: suggestions.History{Entries: r.entries.Rows, LookedUp: r.lookedUp.ids},
		ProjectMembers: map[domain.ID]projects.ProjectMember{}}
	for _, m := range slices.Concat(r.members.Rows, r.lookedUp.members) {
		found.ProjectMembers[m.ProjectID] = m
	}
	listed, cut := r.projectsWithMembership()
	found.Projects = mergeNewest(listed, r.lookedUp.projects, func(p projects.Project) domain.ID { return p.ID })
	found.Tasks = mergeNewest(r.tasks.Rows, r.lookedUp.tasks, func(t projects.Task) domain.ID { return t.ID })
	found.More = suggestions.MoreHistory{
		Entries:  r.entries.HasMore() && !r.whole.Entries,
		Projects: (cut || r.projects.HasMore()) && !r.whole.Projects,
		Tasks:    r.tasks.HasMore() && !r.whole.Tasks,
	}
	found.Older = suggestions.OlderHistory{Projects: r.whole.Projects && r.projects.HasMore(),
		Tasks: r.whole.Tasks && r.tasks.HasMore()}
	for _, m := range r.members.Rows {
		found.Own = append(found.Own, m.ProjectID)
	}
	r.found = found
}

// projectsWithMembership are the listed projects, without those that are older than the
// oldest membership that was read while there are more memberships: whether the user is a
// member of these is not known yet.
func (r *recentReader) projectsWithMembership() (known []projects.Project, cut bool) {
	known, members := r.projects.Rows, r.members.Rows
	if !r.query.ProjectMembers || !r.members.HasMore() || len(members) == 0 || r.whole.Projects {
		return known, false
	}
	oldest := members[len(members)-1].ProjectID
	n := slices.IndexFunc(known, func(p projects.Project) bool { return p.ID < oldest })
	if n < 0 {
		return known, false
	}
	return known[:n], true
}

// mergeNewest are all records once, the newest first.
func mergeNewest[T any](listed, more []T, id func(T) domain.ID) []T {
	if len(more) == 0 {
		return listed
	}
	all := slices.Concat(listed, more)
	slices.SortStableFunc(all, func(a, b T) int { return cmp.Compare(id(b), id(a)) })
	return slices.CompactFunc(all, func(a, b T) bool { return id(a) == id(b) })
}

// recentLookups are records of recent work that were read by their ids, before the list
// of all was read so far.
type recentLookups struct {
	ids      map[domain.ID]bool
	projects []projects.Project
	tasks    []projects.Task
	members  []projects.ProjectMember
}

// lookUp reads single projects, with the user's memberships of them, and tasks.
func (r *recentReader) lookUp(ctx context.Context, missing suggestions.Missing) error {
	var keys []table.Key
	for _, id := range missing.ProjectIDs {
		if keys = append(keys, key.Project(r.workspace, id)); r.query.ProjectMembers {
			keys = append(keys, key.ProjectMember(r.workspace, id, r.query.UserID))
		}
	}
	for _, id := range missing.TaskIDs {
		keys = append(keys, key.Task(r.workspace, id))
	}
	items, err := r.Table.BatchGet(ctx, keys...)
	if err != nil {
		return err
	}
	for _, id := range missing.ProjectIDs {
		r.lookedUp.ids[id] = true
		if err := addFound(&r.lookedUp.projects, items, key.Project(r.workspace, id)); err != nil {
			return err
		}
		if err := addFound(&r.lookedUp.members, items, key.ProjectMember(r.workspace, id, r.query.UserID)); err != nil {
			return err
		}
	}
	for _, id := range missing.TaskIDs {
		r.lookedUp.ids[id] = true
		if err := addFound(&r.lookedUp.tasks, items, key.Task(r.workspace, id)); err != nil {
			return err
		}
	}
	return nil
}

// addFound appends the record under a key, if there is one.
func addFound[T any](to *[]T, items table.Items, k table.Key) error {
	record, ok, err := table.Lookup[T](items, k)
	if ok {
		*to = append(*to, record)
	}
	return err
}
