package store

import (
	"context"
	"maps"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"stint/shared/domain"
	"stint/shared/domain/audit"
	"stint/shared/problem"
	"stint/shared/store/internal/core"
	"stint/shared/store/key"
	"stint/shared/store/timedb"
	"stint/shared/table"
)

// RecordAudit records an event that tells of no other write, such as an export.
func (s *Store) RecordAudit(ctx context.Context, w domain.ID, e audit.Event) (err error) {
	defer core.Wrap(&err, "RecordAudit", w, e.ID)
	return s.core.Table.Commit(ctx, s.core.AuditActions(ctx, w, e)...)
}

// RecordOperatorAudit is RecordAudit for an act of the operator, who reads a workspace
// also while it is purged. Errors: not_found when it is purged, because nothing would
// remove the record.
func (s *Store) RecordOperatorAudit(ctx context.Context, w domain.ID, e audit.Event) (err error) {
	defer core.Wrap(&err, "RecordOperatorAudit", w, e.ID)
	exists := table.Check(key.Workspace(w), table.Present).Or(problem.NotFound())
	return s.core.Table.Commit(ctx, append(s.core.AuditActions(ctx, w, e), exists)...)
}

// AuditEvents lists the audit log of a workspace, newest first: the events of a
// time for which keep is true. A record of the page has one event and no More.
func (s *Store) AuditEvents(
	ctx context.Context, w domain.ID, in timedb.Span, p PageRequest, keep func(audit.Record) bool,
) (_ Page[audit.Record], err error) {
	defer core.Wrap(&err, "AuditEvents", w)
	r := table.PartitionRange(table.Base, key.AuditPK(w))
	r.Descending, r.Split = true, splitAuditRecord
	if in.From != nil {
		r.From = key.AuditFrom(*in.From)
	}
	if in.To != nil {
		r.To = key.AuditBefore(*in.To)
	}
	return table.List(ctx, s.core.Table, r, p, keep)
}

// The attributes of an audit record that an event has of its own.
var (
	attrMore    = core.Attribute[audit.Record]("More")
	attrChanges = core.Attribute[audit.Record]("Changes")
)

// splitAuditRecord makes one item of each event of a record: all have the origin of
// the record, the first has its event, the others have theirs.
func splitAuditRecord(it table.Item) []table.Item {
	more, _ := it[attrMore].(*types.AttributeValueMemberL)
	first := maps.Clone(it)
	delete(first, attrMore)
	all := []table.Item{first}
	if more == nil {
		return all
	}
	for _, value := range more.Value {
		if event, ok := value.(*types.AttributeValueMemberM); ok {
			another := maps.Clone(first)
			delete(another, attrChanges) // an event without changes has no such attribute
			maps.Copy(another, event.Value)
			all = append(all, another)
		}
	}
	return all
}
