package changes

import (
	"context"

	"stint/shared/domain"
	"stint/shared/domain/audit"
	"stint/shared/problem"
	"stint/shared/store/feeddb"
)

// The audit log is read like the changes of a workspace: by the moments at which its records were written, with the
// same positions, so that no record that is written late is missed. A record never changes.

// AuditPage is the next records of an audit log, the oldest first.
type AuditPage struct {
	Records []audit.Record
	Next    Position // where to continue; it is set on every page
	More    bool     // whether there is more to read at once
}

// ReadAudit reads the next records of a workspace's audit log after a position of Since, at most limit. Errors:
// ErrTooOld for a position that is older than feed.MaxChangeAge; service_unavailable.
func (f *Feed) ReadAudit(ctx context.Context, workspace domain.ID, from Position, limit int) (AuditPage, error) {
	p, ok := from.decode()
	if !ok {
		return AuditPage{}, problem.InvalidField("cursor", problem.CursorInvalid)
	}
	now := f.now()
	if p.isTooOld(now) {
		return AuditPage{}, ErrTooOld("cursor")
	}
	log := &Feed{store: auditRows{f.store}, now: f.now}
	x, err := log.readWindow(ctx, workspace, p.begin(now))
	if err != nil {
		return AuditPage{}, err
	}
	unread, stop := x.pending(p), (*pending)(nil)
	if len(unread) > limit {
		unread, stop = unread[:limit], &unread[limit]
	}
	rows := make([]feeddb.ChangeRow, len(unread))
	for i, r := range unread {
		rows[i] = r.ChangeRow
	}
	records, err := f.store.AuditRecords(ctx, rows)
	return AuditPage{Records: records, Next: x.advance(p, stop, now).encode(), More: stop != nil || !x.isComplete}, err
}

// auditRows is a store whose rows are those of the audit log.
type auditRows struct{ Store }

// ChangeRows implements Store.
func (s auditRows) ChangeRows(ctx context.Context, workspace domain.ID, from, to string,
	limit int) ([]feeddb.ChangeRow, bool, error) {
	return s.AuditRows(ctx, workspace, from, to, limit)
}
