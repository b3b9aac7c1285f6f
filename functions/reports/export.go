package reports

import (
	"context"

	"stint/shared/domain"
	"stint/shared/domain/audit"
	"stint/shared/domain/timelog"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/store"
	"stint/shared/summing"
	"stint/shared/tracking"
	"stint/shared/wire"
)

type exportInput struct {
	tracking.Period
	fileInput
	// Whether a CSV file of any size comes in parts. Link and Stint-Next-Cursor lead to the next part. Default false.
	Parts wire.Optional[bool] `query:"parts"`
	// With parts: Stint-Next-Cursor of the part before. The first part needs none.
	Cursor wire.Optional[string] `query:"cursor" maxLength:"2000"`
}

// export makes the whole file, or the whole part, before it sends anything, so that a
// file that is too large is an error and not cut off.
func (f *Family) export(ctx context.Context, c *route.Call[exportInput]) (file, error) {
	in, issues, err := c.Read()
	if err != nil {
		return file{}, err
	}
	if in.Parts.Value && !in.IDs.Set { // entries by their ids are few
		return f.exportPart(ctx, c, in, issues)
	}
	if in.Cursor.Value != "" {
		issues.Add("cursor", problem.CursorInvalid)
	}
	entries, err := f.collectEntries(ctx, c.Request, in, issues)
	if err != nil {
		return file{}, err
	}
	l, err := f.loadLabels(ctx, c.Caller, refsOf(entries), true)
	if err != nil {
		return file{}, err
	}
	made, err := in.encode(ctx, newEncoder(l, c.Request).table(entries))
	if err != nil {
		return file{}, err
	}
	return made, f.store.RecordAudit(ctx, c.WorkspaceID(),
		audit.ExportOf(string(made.format), in.From.Pointer(), in.To.Pointer(), len(entries)))
}

// minRowSize is the smallest size of a row without its description, in bytes:
// the id, and the two times in two forms.
const minRowSize = 100

// collectEntries returns the entries of the period. It closes the issues.
// Errors: as EachEntry, and summing.ErrRangeTooLong for more than a file can hold.
func (f *Family) collectEntries(ctx context.Context, r *route.Request, in exportInput,
	issues *wire.Issues) (kept []timelog.Entry, err error) {
	scope, err := in.ScopeOfQuery(ctx, f.store, r.Caller, issues)
	if err != nil {
		return nil, err
	}
	size, limit := 0, in.sizeLimit(ctx)
	err = f.EachEntry(ctx, r, scope, func(e timelog.Entry) error {
		if size += minRowSize + len(e.Description); size > limit {
			return summing.ErrTooMany
		}
		kept = append(kept, e)
		return nil
	})
	return kept, err
}

// refsOf returns the ids of the records that the entries refer to.
func refsOf(entries []timelog.Entry) (refs store.Refs) {
	users, projects, tasks, tags := set{}, set{}, set{}, set{}
	for _, e := range entries {
		users.add(e.UserID)
		projects.add(e.ProjectID)
		tasks.add(e.TaskID)
		tags.add(e.TagIDs...)
	}
	return store.Refs{Users: users.list(), Projects: projects.list(), Tasks: tasks.list(), Tags: tags.list()}
}

// set is a set of ids.
type set map[domain.ID]bool

func (s set) add(ids ...domain.ID) {
	for _, id := range ids {
		if id != "" {
			s[id] = true
		}
	}
}

func (s set) list() []domain.ID {
	all := make([]domain.ID, 0, len(s))
	for id := range s {
		all = append(all, id)
	}
	return all
}
