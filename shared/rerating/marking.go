package rerating

import (
	"context"
	"maps"
	"slices"
	"time"

	"stint/shared/domain"
	"stint/shared/domain/audit"
	"stint/shared/domain/money"
	"stint/shared/domain/timelog"
	"stint/shared/retry"
	"stint/shared/store"
	"stint/shared/store/moneydb"
)

// Bounds of what a request marks itself.
const (
	// maxMarked is how many entries a request marks. A job in the background marks more.
	maxMarked = 10_000
	// maxReadToMark is how many entries a request reads for that.
	maxReadToMark = 20_000
	// inlineMarkTime is how long a request marks more entries than one transaction takes.
	inlineMarkTime = 18 * time.Second
)

// Marking is one change of the invoice of entries that a caller wants.
type Marking struct {
	Workspace domain.ID
	User      domain.ID // who wants it
	Currency  domain.Currency
	Rerating  money.Rerating
	// Read reads the entries that the request names; nil: the rerating selects them.
	Read func(ctx context.Context) ([]timelog.Entry, error)
	// Check decides whether the caller may mark the entries.
	Check  func([]timelog.Entry) error
	DryRun bool // preview: count, write nothing
	Now    domain.Instant
}

// Mark marks entries as invoiced, or takes their marks away: all of them or none. More entries than a transaction
// takes are a job: it first holds all of them, so that nothing else changes them, and then marks them. The request
// runs the job, or leaves a long one to the worker. Errors: conflict for an entry with another mark or that another job
// holds, and while another job runs; those of Check; moneydb.ErrRerateConflict if the entries changed at every try.
func (s Service) Mark(ctx context.Context, m Marking) (out Result, err error) {
	err = retry.Do(ctx, conflictTries, func() (again bool, err error) {
		out, err = s.tryMark(ctx, m)
		return isConflict(err), err
	})
	return out, err
}

func (s Service) tryMark(ctx context.Context, m Marking) (Result, error) {
	x := m.scan(s.Store)
	matched, complete, err := m.read(ctx, x)
	if err != nil {
		return Result{}, err
	}
	if !complete || len(matched) > maxMarked {
		return s.startMarking(ctx, m, false)
	}
	if err := m.Check(matched); err != nil {
		return Result{}, err
	}
	changes, tally, err := x.computeMarks(ctx, matched, money.Tally{}, "")
	m.Rerating.Cleared = clearedBy(changes)
	switch {
	case err != nil || m.DryRun:
		return Result{Tally: tally}, err
	case len(changes) > s.Store.RerateBounds().Marked:
		return s.startMarking(ctx, m.narrowedTo(matched), true)
	}
	event := audit.Invoicing("", m.Rerating, tally.Changed)
	return Result{Tally: tally}, s.Store.MarkEntries(ctx, m.Workspace, changes, event)
}

func (m Marking) scan(s Store) scan {
	return scan{store: s, workspace: m.Workspace, now: m.Now, rerating: m.Rerating, currency: m.Currency,
		most: maxReadToMark}
}

func (m Marking) read(ctx context.Context, x scan) (matched []timelog.Entry, complete bool, err error) {
	if m.Read == nil {
		return x.readMatching(ctx)
	}
	matched, err = m.Read(ctx)
	return matched, true, err
}

// narrowedTo is the marking with the users of the entries, and for entries that the request names with their span, so
// that a job finds them without reading everything.
func (m Marking) narrowedTo(matched []timelog.Entry) Marking {
	users := map[domain.ID]bool{}
	for _, e := range matched {
		users[e.UserID] = true
	}
	m.Rerating.Users = sortedIDs(users)
	if m.Read == nil {
		return m
	}
	first, last := matched[0].StartedAt, matched[0].StartedAt
	for _, e := range matched {
		if e.StartedAt.Before(first.Time) {
			first = e.StartedAt
		}
		if last.Before(e.StartedAt.Time) {
			last = e.StartedAt
		}
	}
	end := last.Plus(time.Second)
	m.Rerating.From, m.Rerating.To = &first, &end
	return m
}

// computeMarks adds the entries to the tally and returns those whose mark changes. A job may find entries that it
// holds already. Errors: conflict for an entry that has another mark or that another job holds.
func (x scan) computeMarks(ctx context.Context, matched []timelog.Entry, tally money.Tally,
	job domain.ID) ([]moneydb.EntryUpdate, money.Tally, error) {
	records, err := x.store.Records(ctx, x.workspace, store.Refs{Jobs: timelog.HoldersOf(matched...)})
	if err != nil {
		return nil, tally, err
	}
	var changes []moneydb.EntryUpdate
	for _, e := range matched {
		if e.HasOtherInvoice(x.rerating.Invoice) {
			return nil, tally, otherInvoice{error: money.OtherInvoice(e.ID), entry: e.ID}
		}
		if e.HeldBy != job && records.Jobs.Hold(e) {
			return nil, tally, money.HeldEntry(e.ID)
		}
		if tally.Count(e, x.rerating.ChangeEntry(e, money.Rates{}), x.currency) {
			changes = append(changes, moneydb.EntryUpdate{Was: e, Now: e.MarkInvoiced(x.rerating.Invoice, x.now)})
		}
	}
	return changes, tally, nil
}

// clearedBy lists the marks that changes take away, sorted.
func clearedBy(changes []moneydb.EntryUpdate) []timelog.Invoice {
	marks := map[timelog.Invoice]bool{}
	for _, c := range changes {
		if c.Was.Invoice != "" {
			marks[c.Was.Invoice] = true
		}
	}
	return slices.Sorted(maps.Keys(marks))
}

// otherInvoice is the error for an entry that has another mark.
type otherInvoice struct {
	error
	entry domain.ID
}

func (o otherInvoice) Unwrap() error { return o.error }
