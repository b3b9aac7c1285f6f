package store

import (
	"context"

	"stint/shared/domain"
	"stint/shared/domain/people"
	"stint/shared/domain/projects"
	"stint/shared/store/internal/core"
	"stint/shared/store/key"
	"stint/shared/store/peopledb"
	"stint/shared/table"
)

// maxOtherLookups bounds how many items of other workspaces one request reads.
const maxOtherLookups = 300

// UnknownRefs are the references of a request that lead to nothing in its
// workspace.
type UnknownRefs struct {
	Projects, Tasks, Tags, Clients []domain.ID
	Members, Submissions           []domain.ID
	Entries                        []domain.ID // as far as they name their owner, or are the caller's own
}

// IsEmpty reports whether there are none.
func (u UnknownRefs) IsEmpty() bool {
	return len(u.Projects)+len(u.Tasks)+len(u.Tags)+len(u.Clients)+len(u.Members)+len(u.Submissions)+
		len(u.Entries) == 0
}

// InOtherWorkspace reports whether one of the ids belongs to another workspace
// that the user is an active member of, and is visible to them there. It looks up
// at most 300 items; it treats all others as unknown. It is for the error path
// only: one query, for entries up to 20 more for those whom their ids name, and up to two rounds of batch reads.
func (s *Store) InOtherWorkspace(ctx context.Context, current, u domain.ID, unknown UnknownRefs) (_ bool, err error) {
	defer core.Wrap(&err, "InOtherWorkspace", current, u)
	if unknown.IsEmpty() {
		return false, nil
	}
	pointers, _, err := s.core.Table.Query(ctx, table.PrefixRange(table.Base, key.UserPK(u), key.MembershipPrefix), nil,
		maxOtherLookups)
	if err != nil {
		return false, err
	}
	records, err := s.findInOtherWorkspaces(ctx, current, u, pointers, unknown)
	if err != nil || len(records) == 0 {
		return false, err
	}
	return s.anyVisible(ctx, u, records)
}

// foreignRecord is a record of another workspace. The project is "" for a record that is
// seen without one, and the owner is "" for a record that is neither an entry nor a submission.
type foreignRecord struct{ workspace, project, owner domain.ID }

func (s *Store) findInOtherWorkspaces(
	ctx context.Context, current, u domain.ID, pointers []table.Row, unknown UnknownRefs,
) ([]foreignRecord, error) {
	keys, workspaces, err := s.keysInOtherWorkspaces(ctx, current, u, pointers, unknown)
	if err != nil {
		return nil, err
	}
	found, err := s.core.Table.BatchGet(ctx, keys[:min(len(keys), maxOtherLookups)]...)
	if err != nil {
		return nil, err
	}
	var all []foreignRecord
	for k, it := range found {
		record, err := foreignRecordOf(workspaces[k], k, it)
		if err != nil {
			return nil, err
		}
		all = append(all, record)
	}
	return all, nil
}

// keysInOtherWorkspaces are the keys that the ids would have in the other workspaces, and the workspace of each key.
func (s *Store) keysInOtherWorkspaces(
	ctx context.Context, current, u domain.ID, pointers []table.Row, unknown UnknownRefs,
) (keys []table.Key, workspaces map[table.Key]domain.ID, err error) {
	workspaces = map[table.Key]domain.ID{}
	entries := otherEntries{store: s, user: u, ids: unknown.Entries}
	for _, it := range pointers {
		pointer, err := table.Decode[peopledb.MembershipPointer](it)
		if err != nil {
			return nil, nil, err
		}
		w := pointer.WorkspaceID
		if w == current {
			continue
		}
		named, err := entries.in(ctx, w)
		if err != nil {
			return nil, nil, err
		}
		for _, k := range unknown.keys(w, named) {
			keys, workspaces[k] = append(keys, k), w
		}
	}
	return keys, workspaces, nil
}

func foreignRecordOf(w domain.ID, k table.Key, it table.Row) (foreignRecord, error) {
	named, err := table.Decode[struct {
		ID        domain.ID `db:"id"`
		ProjectID domain.ID `db:"pid,omitempty"`
		UserID    domain.ID `db:"uid,omitempty"`
	}](it)
	record := foreignRecord{workspace: w, project: named.ProjectID}
	switch k {
	case key.Project(w, named.ID):
		record.project = named.ID
	case key.Entry(w, named.UserID, named.ID): // whoever may read the entry need not see its project
		record.owner, record.project = named.UserID, ""
	case key.Submission(w, named.ID):
		record.owner = named.UserID
	}
	return record, err
}

func (u UnknownRefs) keys(w domain.ID, entries []core.EntryKey) []table.Key {
	refs := core.Refs{Projects: u.Projects, Tasks: u.Tasks, Tags: u.Tags, Clients: u.Clients, Members: u.Members,
		Locks: u.Submissions, Entries: entries}
	return table.DistinctKeys(refs.Keys(w))
}

func (s *Store) anyVisible(ctx context.Context, u domain.ID, records []foreignRecord) (bool, error) {
	var keys []table.Key
	for _, x := range records {
		keys = append(keys, key.Workspace(x.workspace), key.Member(x.workspace, u))
		if x.project != "" {
			keys = append(keys, key.Project(x.workspace, x.project), key.ProjectMember(x.workspace, x.project, u))
		}
	}
	f, err := s.core.Table.BatchGet(ctx, keys...)
	if err != nil {
		return false, err
	}
	for _, x := range records {
		if visible, err := x.isVisible(f, u); visible || err != nil {
			return visible, err
		}
	}
	return false, nil
}

// isVisible reports whether the user sees the record in its workspace.
func (x foreignRecord) isVisible(f table.Items, u domain.ID) (bool, error) {
	workspace, ok, err := table.Lookup[people.Workspace](f, key.Workspace(x.workspace))
	if err != nil || !ok || workspace.Deleted() {
		return false, err
	}
	member, ok, err := table.Lookup[people.Member](f, key.Member(x.workspace, u))
	if err != nil || !ok || !member.Active() {
		return false, err
	}
	if x.owner != "" && x.owner != u && !member.RoleIn(workspace).ReadsAll() {
		return false, nil // a manager may see it, but not every member
	}
	if x.project == "" {
		return true, nil
	}
	project, ok, err := table.Lookup[projects.Project](f, key.Project(x.workspace, x.project))
	_, isMember := f[key.ProjectMember(x.workspace, x.project, u)]
	return ok && project.VisibleTo(member.RoleIn(workspace), isMember), err
}
