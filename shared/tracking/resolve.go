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
	// Records reads what is asked in one consistent round.
	Records(ctx context.Context, workspace domain.ID, refs store.Refs) (store.Records, error)
	// InOtherWorkspace reports whether one of the ids is visible to the user in
	// another workspace of theirs.
	InOtherWorkspace(ctx context.Context, here, user domain.ID, unknown store.UnknownRefs) (bool, error)
}

var _ Reader = (*store.Store)(nil)

// Resolved are the things that a request refers to, as they stood when they
// were read. It is not safe for concurrent use.
type Resolved struct {
	store.Records
	reader  Reader
	caller  auth.Caller
	unknown store.UnknownRefs
}

// Resolve reads everything the rows refer to, and what else is asked, in one
// round; a task given without its project costs one round more. A row's Was
// need not be known yet. Nothing is judged here. Rows that refer to nothing
// cost nothing.
func Resolve(ctx context.Context, reader Reader, caller auth.Caller, extra store.Refs, rows ...RefChange) (*Resolved, error) {
	refs := store.Refs{}.Merge(extra)
	for _, row := range rows {
		refs = refs.Merge(row.refs())
	}
	records, err := reader.Records(ctx, caller.WorkspaceID(), refs)
	if err != nil {
		return nil, err
	}
	x := &Resolved{Records: records, reader: reader, caller: caller}
	return x, x.loadTaskProjects(ctx, rows)
}

// loadTaskProjects reads the projects that tasks imply.
func (x *Resolved) loadTaskProjects(ctx context.Context, rows []RefChange) error {
	var refs store.Refs
	for _, row := range rows {
		task, ok := x.Tasks[row.Task.ID]
		if !ok || task.ProjectID == row.Project.ID || task.ProjectID == row.before().ProjectID {
			continue
		}
		refs.Projects = append(refs.Projects, task.ProjectID)
		refs.ProjectMembers = append(refs.ProjectMembers, domain.ProjectMemberKey{Project: task.ProjectID, User: row.Owner})
	}
	if len(refs.Projects) == 0 {
		return nil
	}
	more, err := x.reader.Records(ctx, x.caller.WorkspaceID(), refs)
	x.Records = x.Records.Merge(more)
	return err
}

// FinishValidation ends the judging: ids that this workspace does not know are looked
// for in the caller's other workspaces, and what is wrong becomes the answer.
// Errors: forbidden workspace_mismatch, validation.
func (x *Resolved) FinishValidation(ctx context.Context, issues *wire.Issues) error {
	inOtherWorkspace, err := x.reader.InOtherWorkspace(ctx, x.caller.WorkspaceID(), x.caller.User.ID, x.unknown)
	if err != nil {
		return err
	}
	if inOtherWorkspace {
		issues.SetWorkspaceMismatch()
	}
	return issues.Err()
}
