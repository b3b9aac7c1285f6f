package store

import (
	"context"

	"stint/shared/domain"
	"stint/shared/dynamo"
	"stint/shared/problem"
	"stint/shared/table"
)

// ChangeRow is a row of the index of changes: the key of a record, and the moment of its
// last change that has reached the index.
type ChangeRow struct {
	Key    table.Key
	Moment string // see table.Moment
}

// Type is the kind of the record.
func (r ChangeRow) Type() domain.ChangeType {
	kind, _ := changeTypeOf(r.Key)
	return kind
}

// ChangeRows reads the rows of a workspace with moments from one up to another one, in
// their order, at most limit; 0 is all. more says that there are more. It is eventually
// consistent.
func (s *Store) ChangeRows(ctx context.Context, w domain.ID, from, to string, limit int) (all []ChangeRow, more bool, err error) {
	defer wrap(&err, "ChangeRows", w)
	r := table.Range{Index: table.ByChange, Partition: workspacePK(w), From: from, To: to}
	var start table.Item
	for {
		items, next, err := s.table.Query(ctx, r, start, limit)
		if err != nil {
			return nil, false, err
		}
		for _, it := range items {
			all = append(all, ChangeRow{Key: table.KeyOf(it), Moment: table.StringAttribute(it, dynamo.AttrCS)})
		}
		if len(next) == 0 || limit > 0 {
			return all, len(next) > 0, nil
		}
		start = next
	}
}

// Changed is a record as it is now, or the mark of a deleted one. The field of its kind is
// set. Without a kind there is neither, or nobody has seen the record.
type Changed struct {
	Type   domain.ChangeType
	Moment string
	Mark   *domain.DeletionMark // nil unless it is deleted

	Entry         *domain.Entry
	Client        *domain.Client
	Project       *domain.Project
	ProjectMember *domain.ProjectMember
	Task          *domain.Task
	Tag           *domain.Tag
	Member        *domain.Member
	Submission    *domain.Submission
	Invitation    *domain.Invitation
	Workspace     *domain.Workspace
}

// Changed reads the records of rows, in their order, strongly consistent, with one batch
// read for 100 rows.
func (s *Store) Changed(ctx context.Context, rows []ChangeRow) (_ []Changed, err error) {
	defer wrap(&err, "Changed")
	keys := make([]table.Key, len(rows))
	for i, r := range rows {
		keys[i] = r.Key
	}
	found, err := s.table.BatchGetMarks(ctx, keys...)
	if err != nil {
		return nil, err
	}
	all := make([]Changed, len(rows))
	for i, k := range keys {
		if it, ok := found[k]; ok {
			if all[i], err = decodeChanged(k, it); err != nil {
				return nil, err
			}
		}
	}
	return all, nil
}

func decodeChanged(k table.Key, it table.Row) (c Changed, err error) {
	c.Moment = table.MomentOf(it)
	c.Type, _ = changeTypeOf(k)
	mark, deleted, err := table.MarkOf[domain.DeletionMark](it)
	if deleted {
		c.Mark = &mark
		return c, err
	}
	switch c.Type {
	case domain.ChangeEntry:
		if table.StringAttribute(it, "id") == "" { // a blocked timer
			return Changed{}, nil
		}
		c.Entry, err = decodePointer[domain.Entry](it)
	case domain.ChangeClient:
		c.Client, err = decodePointer[domain.Client](it)
	case domain.ChangeProject:
		c.Project, err = decodePointer[domain.Project](it)
	case domain.ChangeProjectMember:
		c.ProjectMember, err = decodePointer[domain.ProjectMember](it)
	case domain.ChangeTask:
		c.Task, err = decodePointer[domain.Task](it)
	case domain.ChangeTag:
		c.Tag, err = decodePointer[domain.Tag](it)
	case domain.ChangeMember:
		c.Member, err = decodePointer[domain.Member](it)
	case domain.ChangeInvitation:
		c.Invitation, err = decodePointer[domain.Invitation](it)
	case domain.ChangeWorkspace:
		c.Workspace, err = decodePointer[domain.Workspace](it)
	case domain.ChangeSubmission:
		if c.Submission, err = decodePointer[domain.Submission](it); err == nil && !c.Submission.Visible() {
			return Changed{}, nil
		}
	}
	return c, err
}

// SealPosition makes the cursor of a position in the changes. It opens only for the same
// scope. Errors: service_unavailable.
func (s *Store) SealPosition(ctx context.Context, scope, position string) (_ Cursor, err error) {
	defer wrap(&err, "SealPosition")
	return s.table.SealKey(ctx, PageRequest{Scope: scope}, positionList, table.Key{PK: position})
}

// OpenPosition returns the position that SealPosition made a cursor of. Errors: validation
// cursor_invalid, service_unavailable.
func (s *Store) OpenPosition(ctx context.Context, scope string, c Cursor) (_ string, err error) {
	defer wrap(&err, "OpenPosition")
	if c == "" {
		return "", problem.InvalidField("cursor", problem.CursorInvalid)
	}
	k, err := s.table.OpenKey(ctx, PageRequest{Scope: scope, Cursor: c}, positionList)
	return k.PK, err
}

const positionList = "changes"
