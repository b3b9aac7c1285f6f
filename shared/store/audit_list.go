package store

import (
	"context"
	"encoding/json"
	"slices"

	"stint/shared/domain"
	"stint/shared/domain/audit"
	"stint/shared/domain/people"
	"stint/shared/domain/timelog"
	"stint/shared/store/internal/core"
	"stint/shared/store/key"
	"stint/shared/table"
)

// auditList is the list that a cursor of AuditEvents is bound to.
const auditList = "audit"

// maxAuditRead is after how many bytes, as table.EstimateSize counts them, a page of the audit log reads no further
// month. The last query of a page reads 1 MB at most, so a page costs at most 500 units.
const maxAuditRead = 1_000_000

// AuditEvents lists the audit log of a workspace, newest first: the events of a time for which keep is true, each as a
// record of its own. A page makes a query for each month until it is full or has examined enough, 15 at most. It may be
// short, even empty, and still have a Next. Errors: validation cursor_invalid.
func (s *Store) AuditEvents(
	ctx context.Context, w people.Workspace, in timelog.Span, p PageRequest, keep func(audit.Record) bool,
) (_ Page[audit.Record], err error) {
	defer core.Wrap(&err, "AuditEvents", w.ID)
	after, err := s.core.Table.OpenKey(ctx, p, auditList)
	if err != nil {
		return Page[audit.Record]{}, err
	}
	r := auditReader{Store: s, workspace: w, in: in, keep: keep, limit: p.Limit, after: after}
	r.page.Items = []audit.Record{}
	if err := r.read(ctx); err != nil || !r.hasMore {
		return r.page, err
	}
	r.page.Next, err = s.core.Table.SealKey(ctx, p, auditList, r.last)
	return r.page, err
}

// auditReader reads one page of an audit log. The events of a record have the key of the record, with their number
// behind it for all but the first.
type auditReader struct {
	*Store
	workspace people.Workspace
	in        timelog.Span
	keep      func(audit.Record) bool // nil keeps all
	limit     int
	after     table.Key // the last event of the page before; zero for the first page

	page     Page[audit.Record]
	last     table.Key // the last event that was examined
	hasMore  bool      // whether events may follow it
	examined int       // records
	bytes    int       // of the records
	size     int       // of the page
}

func (r *auditReader) read(ctx context.Context) error {
	from, to := r.span()
	months := key.AuditPKs(r.workspace.ID, domain.Later(from, r.workspace.CreatedAt.Plus(-auditMargin)), to)
	for _, pk := range months {
		if r.after.PK != "" && pk > r.after.PK {
			continue
		}
		if r.examined >= table.MaxExamined || r.bytes >= maxAuditRead {
			r.hasMore = true
		}
		if r.hasMore {
			return nil
		}
		if err := r.readMonth(ctx, pk, from, to); err != nil {
			return err
		}
	}
	return nil
}

// span is the time of the records that are listed, without its end.
func (r *auditReader) span() (from, to domain.Instant) {
	now := r.core.Instant()
	from, to = now.Plus(-audit.Retention), now.Plus(auditMargin)
	if r.in.From != nil {
		from = domain.Later(from, *r.in.From)
	}
	if r.in.To != nil && r.in.To.Before(to.Time) {
		to = *r.in.To
	}
	return from, to
}

// readMonth adds the events of a month to the page, with one query.
func (r *auditReader) readMonth(ctx context.Context, pk string, from, to domain.Instant) error {
	month := table.Range{Index: table.Base, Partition: pk, From: key.AuditFrom(from), To: key.AuditBefore(to),
		Descending: true}
	if pk == r.after.PK {
		month.To = min(month.To, r.after.SK)
	}
	limit := r.limit - len(r.page.Items) + 1 // one more than the page needs shows whether there is a next page
	if r.keep != nil && !r.isFull() {
		limit = table.MaxExamined - r.examined
	}
	rows, next, err := r.core.Table.Query(ctx, month, nil, limit)
	if err != nil {
		return err
	}
	r.examined += len(rows)
	for _, row := range rows {
		r.bytes += table.EstimateSize(row)
	}
	if err := table.VisitRows(r.core.Table, rows, r.add); err != nil || r.hasMore {
		return err
	}
	if r.hasMore = len(next) > 0; r.hasMore {
		r.last = table.KeyOf(rows[len(rows)-1])
	}
	return nil
}

// add adds the events of a record that the page before does not have, the last one first. It notes when one does not
// fit on the page.
func (r *auditReader) add(record audit.Record) error {
	if r.hasMore {
		return nil
	}
	events, err := record.Split()
	if err != nil {
		return err
	}
	k := key.Audit(r.workspace.ID, record.At, record.ID)
	for i, e := range slices.Backward(events) {
		at := key.AuditEvent(k, i)
		if at.PK == r.after.PK && at.SK >= r.after.SK {
			continue
		}
		if r.hasMore = r.isFull(); r.hasMore {
			return nil
		}
		r.last = at
		if err := r.addEvent(e); err != nil {
			return err
		}
	}
	return nil
}

// eventOverhead is how much longer an event may be in an answer than in the form that add measures.
const eventOverhead = 500

func (r *auditReader) addEvent(e audit.Record) error {
	if r.keep != nil && !r.keep(e) {
		return nil
	}
	text, err := json.Marshal(e)
	r.size += len(text) + eventOverhead
	r.page.Items = append(r.page.Items, e)
	return err
}

func (r *auditReader) isFull() bool {
	return len(r.page.Items) >= r.limit || r.size > table.MaxPageBytes-table.MaxRecordSize
}
