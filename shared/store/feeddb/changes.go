package feeddb

import (
	"context"

	"stint/shared/domain"
	"stint/shared/domain/audit"
	"stint/shared/domain/feed"
	"stint/shared/domain/people"
	"stint/shared/domain/projects"
	"stint/shared/domain/timelog"
	"stint/shared/domain/timesheets"
	"stint/shared/dynamo"
	"stint/shared/problem"
	"stint/shared/store/internal/core"
	"stint/shared/store/key"
	"stint/shared/table"
)

// ChangeRow is a row of the index of changes: the key of a record, and the moment of its
// last change that has reached the index.
type ChangeRow struct {
	Key    table.Key
	Moment string // see table.Moment
}

// Type is the kind of the record.
func (r ChangeRow) Type() feed.ChangeType {
	kind, _ := key.ChangeTypeOf(r.Key)
	return kind
}

// ChangeRows reads the rows of a workspace with moments from one up to another one, in
// their order, at most limit; 0 is all. more says that there are more. It is eventually
// consistent.
func (s *Store) ChangeRows(
	ctx context.Context, w domain.ID, from, to string, limit int,
) (all []ChangeRow, more bool, err error) {
	defer core.Wrap(&err, "ChangeRows", w)
	return s.changeRows(ctx, key.WorkspacePK(w), from, to, limit)
}

// AuditRows is ChangeRows for the records of the audit log.
func (s *Store) AuditRows(
	ctx context.Context, w domain.ID, from, to string, limit int,
) (all []ChangeRow, more bool, err error) {
	defer core.Wrap(&err, "AuditRows", w)
	return s.changeRows(ctx, key.AuditFeedPK(w), from, to, limit)
}

// AuditRecords reads the records of rows, in their order, with one batch read for 100 rows. One that has expired is
// left out.
func (s *Store) AuditRecords(ctx context.Context, rows []ChangeRow) (_ []audit.Record, err error) {
	defer core.Wrap(&err, "AuditRecords")
	keys := make([]table.Key, len(rows))
	for i, r := range rows {
		keys[i] = r.Key
	}
	return table.GetPresent[audit.Record](ctx, s.Table, keys)
}

func (s *Store) changeRows(
	ctx context.Context, partition, from, to string, limit int,
) (all []ChangeRow, more bool, err error) {
	r := table.Range{Index: table.ByChange, Partition: partition, From: from, To: to}
	var start table.Item
	for {
		items, next, err := s.Table.Query(ctx, r, start, limit)
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
	Type   feed.ChangeType
	Moment string
	Cause  string               // trace of the last change; see table.CauseOf
	Mark   *domain.DeletionMark // nil unless it is deleted

	Entry         *timelog.Entry
	Client        *projects.Client
	Project       *projects.Project
	ProjectMember *projects.ProjectMember
	Task          *projects.Task
	Tag           *projects.Tag
	Member        *people.Member
	Submission    *timesheets.Submission
	Invitation    *people.Invitation
	Workspace     *people.Workspace
}

// Changed reads the records of rows, in their order, strongly consistent, with one batch
// read for 100 rows.
func (s *Store) Changed(ctx context.Context, rows []ChangeRow) (_ []Changed, err error) {
	defer core.Wrap(&err, "Changed")
	keys := make([]table.Key, len(rows))
	for i, r := range rows {
		keys[i] = r.Key
	}
	found, err := s.Table.BatchGetMarks(ctx, keys...)
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
	c.Moment, c.Cause = table.MomentOf(it), table.CauseOf(it)
	c.Type, _ = key.ChangeTypeOf(k)
	mark, deleted, err := table.MarkOf[domain.DeletionMark](it)
	if deleted {
		c.Mark = &mark
		return c, err
	}
	switch c.Type {
	case feed.ChangeEntry:
		if table.StringAttribute(it, "id") == "" { // a blocked timer
			return Changed{}, nil
		}
		c.Entry, err = core.DecodePointer[timelog.Entry](it)
	case feed.ChangeClient:
		c.Client, err = core.DecodePointer[projects.Client](it)
	case feed.ChangeProject:
		c.Project, err = core.DecodePointer[projects.Project](it)
	case feed.ChangeProjectMember:
		c.ProjectMember, err = core.DecodePointer[projects.ProjectMember](it)
	case feed.ChangeTask:
		c.Task, err = core.DecodePointer[projects.Task](it)
	case feed.ChangeTag:
		c.Tag, err = core.DecodePointer[projects.Tag](it)
	case feed.ChangeMember:
		c.Member, err = core.DecodePointer[people.Member](it)
	case feed.ChangeInvitation:
		c.Invitation, err = core.DecodePointer[people.Invitation](it)
	case feed.ChangeWorkspace:
		c.Workspace, err = core.DecodePointer[people.Workspace](it)
	case feed.ChangeSubmission:
		if c.Submission, err = core.DecodePointer[timesheets.Submission](it); err == nil && !c.Submission.Visible() {
			return Changed{}, nil
		}
	}
	return c, err
}

// SealPosition makes the cursor of a position in the changes. It opens only for the same
// scope. Errors: service_unavailable.
func (s *Store) SealPosition(ctx context.Context, scope, position string) (_ table.Cursor, err error) {
	defer core.Wrap(&err, "SealPosition")
	return s.Table.SealKey(ctx, table.PageRequest{Scope: scope}, positionList, table.Key{PK: position})
}

// OpenPosition returns the position that SealPosition made a cursor of. Errors: validation
// cursor_invalid, service_unavailable.
func (s *Store) OpenPosition(ctx context.Context, scope string, c table.Cursor) (_ string, err error) {
	defer core.Wrap(&err, "OpenPosition")
	if c == "" {
		return "", problem.InvalidField("cursor", problem.CursorInvalid)
	}
	k, err := s.Table.OpenKey(ctx, table.PageRequest{Scope: scope, Cursor: c}, positionList)
	return k.PK, err
}

const positionList = "changes"
