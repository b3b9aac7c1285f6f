package store

import (
	"context"
	"time"

	"stint/shared/domain"
	"stint/shared/domain/audit"
	"stint/shared/domain/people"
	"stint/shared/problem"
	"stint/shared/store/internal/core"
	"stint/shared/store/key"
	"stint/shared/table"
)

// RecordAudit records an event without a write, such as an export.
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

// restoredFor is how long a record that was copied from a restored table may stay before the table removes it.
const restoredFor = 60 * 24 * time.Hour

// auditAge is how long ago the oldest record of an audit log can be.
const auditAge = audit.Retention + restoredFor

// auditMargin is how far the clock of a writer may be from that of a reader. It only says which months are read.
const auditMargin = 24 * time.Hour

// auditPartitions are all partitions that may have records of the audit log of a workspace.
func (s *Store) auditPartitions(w people.Workspace) []string {
	now := s.core.Instant()
	from := now.Plus(-auditAge)
	if !w.CreatedAt.IsZero() && w.CreatedAt.Before(from.Time) {
		from = w.CreatedAt
	}
	return key.AuditPKs(w.ID, from.Plus(-auditMargin), now.Plus(auditMargin))
}
