package changes

import (
	"context"
	"time"

	"stint/shared/auth"
	"stint/shared/domain"
	"stint/shared/domain/audit"
	"stint/shared/domain/feed"
	"stint/shared/domain/money"
	"stint/shared/domain/people"
	"stint/shared/domain/timesheets"
	"stint/shared/problem"
	"stint/shared/store"
	"stint/shared/store/feeddb"
	"stint/shared/store/timesheetdb"
	"stint/shared/table"
)

// Store is what a Feed reads.
type Store interface {
	// ChangeRows reads rows of the index of changes; see store.Store.
	ChangeRows(ctx context.Context, workspace domain.ID, from, to string,
		limit int) (rows []feeddb.ChangeRow, more bool, err error)
	// AuditRows reads rows of the audit log.
	AuditRows(ctx context.Context, workspace domain.ID, from, to string,
		limit int) (rows []feeddb.ChangeRow, more bool, err error)
	// AuditRecords reads the records of rows of the audit log.
	AuditRecords(ctx context.Context, rows []feeddb.ChangeRow) ([]audit.Record, error)
	// Changed reads the records of rows.
	Changed(ctx context.Context, rows []feeddb.ChangeRow) ([]feeddb.Changed, error)
	// ChangeContext reads what decides how a viewer sees changed records.
	ChangeContext(ctx context.Context, workspace domain.ID, viewer feed.ChangeViewer,
		all []feeddb.Changed) (feeddb.ChangeContext, error)
	// StampedEntries reads the next entries of the period of a submission that carry a stamp.
	StampedEntries(ctx context.Context, workspace domain.ID, s timesheets.Submission, after string,
		limit int) (found []timesheetdb.StampedEntry, next string, err error)
}

var _ Store = (*store.Store)(nil)

// Feed reads changes. It is safe for concurrent use.
type Feed struct {
	store Store
	now   func() time.Time
}

// New makes a feed.
func New(s Store, now func() time.Time) *Feed { return &Feed{store: s, now: now} }

// ErrTooOld refuses a position or a time that is older than feed.MaxChangeAge.
func ErrTooOld(field string) error { return problem.InvalidField(field, problem.RangeTooLong) }

// Since is the position from which every change is read that was answered at the given
// time or later. Errors: ErrTooOld for a time that is older than feed.MaxChangeAge.
func (f *Feed) Since(at domain.Instant) (Position, error) {
	if at.Before(f.now().Add(-feed.MaxChangeAge)) {
		return "", ErrTooOld("since")
	}
	begin := at.Time
	if now := f.now(); begin.After(now) {
		begin = now
	}
	return startAt(begin.Add(-table.WriteMargin)).encode(), nil
}

// FromNow is the position from which every change is read that is answered after the call. It reads the rows of the
// last settleTime and remembers them, because late rows may still come between them. Errors: service_unavailable.
func (f *Feed) FromNow(ctx context.Context, workspace domain.ID) (Position, error) {
	now := f.now()
	p := startAt(now.Add(-settleTime))
	x, err := f.readWindow(ctx, workspace, p.floor)
	if err != nil {
		return "", err
	}
	next := x.advance(p, nil, now)
	next.scan = next.floor // what was not examined is read as if it were new
	return next.encode(), nil
}

// Read reads the next changes. It examines a bounded number of rows, so a page may be empty and still have More.
// Errors: ErrTooOld for a position that is older than feed.MaxChangeAge; service_unavailable.
func (f *Feed) Read(ctx context.Context, r Request) (Page, error) {
	p, ok := r.From.decode()
	if !ok {
		return Page{}, problem.InvalidField("cursor", problem.CursorInvalid)
	}
	now := f.now()
	if p.isTooOld(now) {
		return Page{}, ErrTooOld("cursor")
	}
	x, err := f.readWindow(ctx, r.Caller.WorkspaceID(), p.begin(now))
	if err != nil {
		return Page{}, err
	}
	out := pageReader{Feed: f, request: r, types: asTypeSet(r.Types), resumed: p.expansion, now: domain.InstantOf(now)}
	rows := x.pending(p)
	if !r.EachChange {
		out.ahead = x.ahead(p, rows)
	}
	stop, err := out.read(ctx, rows)
	if err != nil {
		return Page{}, err
	}
	next := x.advance(p, stop, now)
	next.expansion = out.expansion
	return Page{Items: out.items, Next: next.encode(), More: stop != nil || !x.isComplete}, nil
}

func asTypeSet(types []feed.ChangeType) map[feed.ChangeType]bool {
	if len(types) == 0 {
		types = feed.ChangeTypes()
	}
	set := map[feed.ChangeType]bool{}
	for _, kind := range types {
		set[kind] = true
	}
	return set
}

// CallerOf makes the caller of a member who reads without a request.
func CallerOf(u people.User, w people.Workspace, m people.Member, b money.Billing) auth.Caller {
	return auth.Caller{User: u, Workspace: &w, Member: &m, Billing: &b}
}
