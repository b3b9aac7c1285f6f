package store

import (
	"context"
	"maps"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"stint/shared/domain"
	"stint/shared/problem"
	"stint/shared/table"
)

// A record of the audit log is one item. It is written in the transaction of the
// change that it tells of, and never changed. One record holds all events of its
// transaction, because a transaction takes only table.MaxActions actions.

// auditActions is the action that records events of a workspace. It is empty
// without events.
func (s *Store) auditActions(ctx context.Context, w domain.ID, events ...domain.AuditEvent) []table.Action {
	if len(events) == 0 {
		return nil
	}
	r := domain.NewAuditRecord(domain.OriginFrom(ctx), s.instant(), events[0], events[1:]...)
	it := table.Encode(auditKey(w, r.At, r.ID), r)
	return []table.Action{table.Create(table.WithExpiry(it, r.At.Plus(domain.AuditRetention).Time))}
}

// auditEntryActions is auditActions for changes of entries and timers. Those of
// the caller's own are not recorded.
func (s *Store) auditEntryActions(ctx context.Context, w domain.ID, changes ...domain.EntryChange) []table.Action {
	return s.auditActions(ctx, w, auditedEntries(ctx, changes...)...)
}

func auditedEntries(ctx context.Context, changes ...domain.EntryChange) []domain.AuditEvent {
	return domain.AuditEntryChanges(domain.OriginFrom(ctx).Actor.User(), changes...)
}

// RecordAudit records an event that tells of no other write, such as an export.
func (s *Store) RecordAudit(ctx context.Context, w domain.ID, e domain.AuditEvent) error {
	return s.table.Commit(ctx, s.auditActions(ctx, w, e)...)
}

// RecordOperatorAudit is RecordAudit for an act of the operator, who reads a workspace
// also while it is purged. Errors: not_found when it is purged, because nothing would
// remove the record.
func (s *Store) RecordOperatorAudit(ctx context.Context, w domain.ID, e domain.AuditEvent) error {
	exists := table.Check(workspaceKey(w), table.Present).Or(problem.NotFound())
	return s.table.Commit(ctx, append(s.auditActions(ctx, w, e), exists)...)
}

// AuditEvents lists the audit log of a workspace, newest first: the events of a
// time for which keep is true. A record of the page has one event and no More.
func (s *Store) AuditEvents(ctx context.Context, w domain.ID, in Span, p PageRequest, keep func(domain.AuditRecord) bool) (Page[domain.AuditRecord], error) {
	r := table.PartitionRange(table.Base, auditPK(w))
	r.Descending, r.Split = true, splitAuditRecord
	if in.From != nil {
		r.From = auditFrom(*in.From)
	}
	if in.To != nil {
		r.To = auditBefore(*in.To)
	}
	return table.List(ctx, s.table, r, p, keep)
}

// attrMore is the attribute with the other events of a record.
const attrMore = "more"

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
			delete(another, "changes") // an event without changes has no such attribute
			maps.Copy(another, event.Value)
			all = append(all, another)
		}
	}
	return all
}
