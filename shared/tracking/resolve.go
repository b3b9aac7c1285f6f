package tracking

import (
	"context"

	"stint/shared/auth"
	"stint/shared/domain"
	"stint/shared/store"
	"stint/shared/wire"
)

// Reader is what resolving references reads.
type Reader interface {
	// Records reads the records that the refs name in one consistent round.
	Records(ctx context.Context, workspace domain.ID, refs store.Refs) (store.Records, error)
	// InOtherWorkspace reports whether one of the ids is visible to the user in
	// another workspace of theirs.
	InOtherWorkspace(ctx context.Context, here, user domain.ID, unknown store.UnknownRefs) (bool, error)
}

var _ Reader = (*store.Store)(nil)

// Resolved is what a request refers to, as it was read: the first stage of a
// write. It is not safe for concurrent use.
type Resolved struct {
	store.Records
	reader  Reader
	caller  auth.Caller
	unknown store.UnknownRefs
}

// Resolve reads everything that the rows refer to, and the extra refs, in one
// round trip. A task without its project costs a second one. Rows that refer to
// nothing cost nothing. A row's Before may still be unknown.
func Resolve(ctx context.Context, reader Reader, caller auth.Caller, extra store.Refs, rows ...Row) (*Resolved, error) {
	refs := store.Refs{}.Merge(extra)
	for _, row := range rows {
		refs = refs.Merge(row.refs())
	}
	x := &Resolved{reader: reader, caller: caller}
	if err := x.ReadMore(ctx, refs); err != nil {
		return nil, err
	}
	return x, x.readTaskProjects(ctx, rows)
}

// ReadMore reads further records.
func (x *Resolved) ReadMore(ctx context.Context, refs store.Refs) error {
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
	return x.ReadMore(ctx, refs)
}

// settle ends validation. Ids that this workspace does not know are looked up in
// the caller's other workspaces. Errors: forbidden workspace_mismatch,
// validation.
func (x *Resolved) settle(ctx context.Context, issues *wire.Issues) error {
	inOtherWorkspace, err := x.reader.InOtherWorkspace(ctx, x.caller.WorkspaceID(), x.caller.User.ID, x.unknown)
	if err != nil {
		return err
	}
	if inOtherWorkspace {
		issues.SetWorkspaceMismatch()
	}
	return issues.Err()
}
