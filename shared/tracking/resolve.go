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
	// Things reads what is asked in one consistent round.
	Things(ctx context.Context, workspace domain.ID, asked store.Asked) (store.Things, error)
	// Elsewhere reports whether one of the ids is visible to the user in
	// another workspace of theirs.
	Elsewhere(ctx context.Context, here, user domain.ID, unknown store.Unknown) (bool, error)
}

var _ Reader = (*store.Store)(nil)

// Resolved are the things that a request refers to, as they stood when they
// were read. It is not safe for concurrent use.
type Resolved struct {
	store.Things
	reader  Reader
	caller  auth.Caller
	unknown store.Unknown
}

// Resolve reads everything the rows refer to, and what else is asked, in one
// round; a task given without its project costs one round more. A row's Was
// need not be known yet. Nothing is judged here. Rows that refer to nothing
// cost nothing.
func Resolve(ctx context.Context, reader Reader, caller auth.Caller, also store.Asked, rows ...Wanted) (*Resolved, error) {
	asked := store.Asked{}.And(also)
	for _, row := range rows {
		asked = asked.And(row.asked())
	}
	things, err := reader.Things(ctx, caller.WorkspaceID(), asked)
	if err != nil {
		return nil, err
	}
	x := &Resolved{Things: things, reader: reader, caller: caller}
	return x, x.projectsOfTasks(ctx, rows)
}

// projectsOfTasks reads the projects that tasks imply.
func (x *Resolved) projectsOfTasks(ctx context.Context, rows []Wanted) error {
	var asked store.Asked
	for _, row := range rows {
		task, ok := x.Tasks[row.Task.ID]
		if !ok || task.ProjectID == row.Project.ID || task.ProjectID == row.prior().ProjectID {
			continue
		}
		asked.Projects = append(asked.Projects, task.ProjectID)
		asked.Places = append(asked.Places, store.Place{Project: task.ProjectID, User: row.Owner})
	}
	if len(asked.Projects) == 0 {
		return nil
	}
	more, err := x.reader.Things(ctx, x.caller.WorkspaceID(), asked)
	x.Things = x.Things.And(more)
	return err
}

// Settle ends the judging: ids that this workspace does not know are looked
// for in the caller's other workspaces, and what is wrong becomes the answer.
// Errors: forbidden workspace_mismatch, validation.
func (x *Resolved) Settle(ctx context.Context, issues *wire.Issues) error {
	elsewhere, err := x.reader.Elsewhere(ctx, x.caller.WorkspaceID(), x.caller.User.ID, x.unknown)
	if err != nil {
		return err
	}
	if elsewhere {
		issues.Mismatch()
	}
	return issues.Err()
}
