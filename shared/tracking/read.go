package tracking

import (
	"context"

	"stint/shared/access"
	"stint/shared/auth"
	"stint/shared/domain"
	"stint/shared/domain/timelog"
	"stint/shared/domain/timesheets"
	"stint/shared/route"
	"stint/shared/store"
	"stint/shared/wire"
)

// Reader is what resolving references reads.
type Reader interface {
	// Records reads the records that the refs name in one round trip. Each read is strongly consistent; together they
	// are no snapshot.
	Records(ctx context.Context, workspace domain.ID, refs store.Refs) (store.Records, error)
	access.OtherWorkspaces
}

var _ Reader = (*store.Store)(nil)

// Resolved is what a request refers to, as it was read: the first stage of a write. It has
// no rows where entries are only shown. It is not safe for concurrent use.
type Resolved struct {
	store.Records
	reader  Reader
	caller  auth.Caller
	unknown store.UnknownRefs

	request *route.Request // of a write
	issues  *wire.Issues
	rows    []Row
	// What Plan makes of the rows.
	guards    map[domain.ID]int64 // overlap guards of the users whose rows claim time, as read
	firstUses store.FirstUses     // what no time was ever tracked to before
}

// Read reads what a single row refers to. Its entry was read before.
func Read(ctx context.Context, reader Reader, r *route.Request, issues *wire.Issues, row Row) (*Resolved, error) {
	first, later := row.refs(r)
	return readRows(ctx, reader, r, issues, first.Merge(later), []Row{row})
}

// ReadBatch reads the entries of the rows of a batch, and everything that the rows and
// the entries refer to. It sets what was before in the rows.
func ReadBatch(ctx context.Context, reader Reader, r *route.Request, issues *wire.Issues,
	rows []Row) (*Resolved, error) {
	var refs store.Refs
	for _, row := range rows {
		first, _ := row.refs(r)
		refs = refs.Merge(first).Merge(row.entryRefs(r))
	}
	x, err := readRows(ctx, reader, r, issues, refs, rows)
	if err == nil {
		err = x.findEntries(ctx, true)
	}
	if err == nil {
		err = x.findEntries(ctx, false)
	}
	return x, err
}

func readRows(ctx context.Context, reader Reader, r *route.Request, issues *wire.Issues, refs store.Refs,
	rows []Row) (*Resolved, error) {
	x, err := Resolve(ctx, reader, r.Caller, refs, rows...)
	if err != nil {
		return nil, err
	}
	x.request, x.issues, x.rows = r, issues, rows
	return x, nil
}

// refs lists what a write reads for a row, apart from what the row names. first depends on the row's owner, and
// later on its entry. Read reads both at once, because the entry is known. ReadBatch reads later after it has found
// the entry.
func (row Row) refs(r *route.Request) (first, later store.Refs) {
	isOthers, isSingle := row.Owner != r.User.ID, row.Path == ""
	if isOthers && (row.Before == nil || row.mayTakeRates(*row.Before)) {
		first.Members = []domain.ID{row.Owner}
	}
	isTimer := row.Before != nil && row.Before.Running() || row.Before == nil && isSingle && !row.Body.StoppedAt.Set
	if !row.IsDelete && !isTimer && !r.Workspace.AllowOverlap {
		first.Guards = []domain.ID{row.Owner}
	}
	switch {
	case row.Before != nil:
		later = row.refsOf(r.Caller, *row.Before)
	case isSingle && isTimer && r.Timer != nil: // starting stops it, and shows it
		later = viewRefs(r.Caller, *r.Timer).Merge(rateRefs(*r.Timer))
	}
	return first, later
}

// named are the references of a row that can be read before the task's project is known.
func (row Row) named() (refs store.Refs) {
	if row.IsDelete {
		return refs
	}
	if id := valueOf(row.Body.ProjectID); id != "" {
		refs.Projects, refs.ProjectMembers = []domain.ID{id}, []domain.ProjectMemberKey{{Project: id, User: row.Owner}}
	}
	if id := valueOf(row.Body.TaskID); id != "" {
		refs.Tasks = []domain.ID{id}
	}
	for _, id := range valueOf(row.Body.TagIDs) {
		if id != "" {
			refs.Tags = append(refs.Tags, id)
		}
	}
	if x := row.externalID(); x.ID != "" {
		refs.ExternalIDs = []store.EntryExternalID{x}
	}
	return refs
}

// refsOf is what the change of an entry needs besides what its row names: the submission
// that its stamp names, how the caller sees the project that it stays on, and what a rate
// snapshot is taken from where the row stops it or takes its own rate away.
func (row Row) refsOf(c auth.Caller, before timelog.Entry) (refs store.Refs) {
	refs = lockRefs(before)
	if row.IsDelete {
		return refs
	}
	if !row.Body.ProjectID.Set {
		refs = refs.Merge(viewRefs(c, before))
	}
	if id, task := before.ProjectID, valueOf(row.Body.TaskID); id != "" && task != "" && task != before.TaskID {
		refs = refs.Merge(store.Refs{Projects: []domain.ID{id},
			ProjectMembers: []domain.ProjectMemberKey{{Project: id, User: row.Owner}}})
	}
	if row.stops(before) || row.Body.clearsOwnRate(before) {
		refs = refs.Merge(rateRefs(before))
	}
	return refs
}

// mayTakeRates reports whether the change of an entry may take a rate snapshot.
func (row Row) mayTakeRates(before timelog.Entry) bool {
	return row.stops(before) || row.Body.clearsOwnRate(before) || row.Body.ProjectID.Set || row.Body.TaskID.Set
}

// lockRefs is what decides whether an entry may be changed: the submission that its stamp names, and the billing
// job that holds it.
func lockRefs(e timelog.Entry) store.Refs {
	return store.Refs{Locks: timesheets.StampedSubmissionIDs(e), Jobs: timelog.HoldersOf(e)}
}

// viewRefs is what decides how the caller sees an entry: the submission that its
// stamp names, and the caller's project membership where only managers see rates.
func viewRefs(c auth.Caller, e timelog.Entry) (refs store.Refs) {
	refs.Locks = timesheets.StampedSubmissionIDs(e)
	if !c.SeesRates() && e.ProjectID != "" {
		refs.ProjectMembers = []domain.ProjectMemberKey{{Project: e.ProjectID, User: c.User.ID}}
	}
	return refs
}

// rateRefs is what the rate snapshot of an entry is taken from, besides the owner's
// membership of the workspace: its project, and the owner's project membership.
func rateRefs(e timelog.Entry) (refs store.Refs) {
	if e.ProjectID != "" {
		refs.Projects = []domain.ID{e.ProjectID}
		refs.ProjectMembers = []domain.ProjectMemberKey{{Project: e.ProjectID, User: e.UserID}}
	}
	return refs
}

// entryRefs are the entry and the timer that a row of a batch may name. The caller's own
// timer is known, so what its change needs is read with them.
func (row Row) entryRefs(r *route.Request) (refs store.Refs) {
	if own := r.Timer; row.namesTimer(own) {
		refs = row.refsOf(r.Caller, *own)
	}
	if row.ID != "" {
		refs.Entries = []store.EntryKey{{User: row.Owner, ID: row.ID}}
	}
	if row.Owner != r.User.ID {
		refs.Timers = []domain.ID{row.Owner}
	}
	return refs
}

// findEntries takes the entries of the rows from what was read, and reads what their changes
// need. mayReadAgain reads other users' entries again that a row needs and that were not
// found: a batch read is no snapshot, so a timer that was being stopped may have been found
// neither as a timer nor as an entry. By the second reading it is an entry. The caller's own
// timer was read before the entries, so it is found as one or the other.
func (x *Resolved) findEntries(ctx context.Context, mayReadAgain bool) error {
	var refs store.Refs
	for i, row := range x.rows {
		if row.Before != nil {
			continue
		}
		before := x.storedEntry(row)
		switch {
		case before == nil && mayReadAgain && row.Owner != x.request.User.ID && (row.IsDelete || !row.isComplete()):
			refs.Entries = append(refs.Entries, store.EntryKey{User: row.Owner, ID: row.ID})
		case before != nil && before != x.request.Timer:
			refs = refs.Merge(row.refsOf(x.request.Caller, *before))
		}
		x.rows[i].Before = before
	}
	return x.readMore(ctx, refs)
}

// storedEntry is what a row's id names: an entry, or else a running timer. The caller's timer was read before the
// entries, so it is found as one of them. The timer of another user may be missed while it is being stopped:
// findEntries reads again for it.
func (x *Resolved) storedEntry(row Row) *timelog.Entry {
	if e, ok := x.Entries[store.EntryKey{User: row.Owner, ID: row.ID}]; ok {
		return &e
	}
	if own := x.request.Timer; row.namesTimer(own) {
		return own
	}
	if timer, ok := x.Timers[row.Owner]; ok && row.namesTimer(&timer) {
		return &timer
	}
	return nil
}

// Resolve reads everything that the rows name, and the extra refs, in one
// round trip. A task without its project costs a second one. Rows that refer to
// nothing cost nothing. A row's Before may still be unknown.
func Resolve(ctx context.Context, reader Reader, caller auth.Caller, extra store.Refs, rows ...Row) (*Resolved, error) {
	refs := store.Refs{}.Merge(extra)
	for _, row := range rows {
		refs = refs.Merge(row.named())
	}
	x := &Resolved{reader: reader, caller: caller}
	if err := x.readMore(ctx, refs); err != nil {
		return nil, err
	}
	return x, x.readTaskProjects(ctx, rows)
}

// readMore reads further records.
func (x *Resolved) readMore(ctx context.Context, refs store.Refs) error {
	more, err := x.reader.Records(ctx, x.caller.WorkspaceID(), refs)
	x.Records = x.Records.Merge(more)
	return err
}

// readTaskProjects reads the projects that tasks imply.
func (x *Resolved) readTaskProjects(ctx context.Context, rows []Row) error {
	var refs store.Refs
	for _, row := range rows {
		task, ok := x.Tasks[valueOf(row.Body.TaskID)]
		if !ok || task.ProjectID == valueOf(row.Body.ProjectID) || task.ProjectID == row.entryBefore().ProjectID {
			continue
		}
		refs.Projects = append(refs.Projects, task.ProjectID)
		refs.ProjectMembers = append(refs.ProjectMembers, domain.ProjectMemberKey{Project: task.ProjectID, User: row.Owner})
	}
	if len(refs.Projects) == 0 {
		return nil
	}
	return x.readMore(ctx, refs)
}

// settle ends validation. Ids that this workspace does not know are among the issues, and are
// looked up in the caller's other workspaces. Errors: forbidden workspace_mismatch,
// validation.
func (x *Resolved) settle(ctx context.Context, issues *wire.Issues) error {
	if issues.Err() == nil {
		return nil
	}
	if err := access.CheckUnknownRefs(ctx, x.reader, x.caller, x.unknown, issues); err != nil {
		return err
	}
	return issues.Err()
}
