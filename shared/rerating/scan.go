package rerating

import (
	"context"
	"slices"

	"stint/shared/domain"
	"stint/shared/domain/money"
	"stint/shared/domain/timelog"
	"stint/shared/domain/timesheets"
	"stint/shared/store"
	"stint/shared/store/moneydb"
)

// scan reads the entries of a rerating and computes their changes.
type scan struct {
	store     Store
	workspace domain.ID
	now       domain.Instant
	rerating  money.Rerating
	currency  domain.Currency
	most      int            // entries that are read
	book      money.RateBook // of a job that rates again
}

// readMatching reads the entries of the rerating; complete is false when there
// are more than the most to read.
func (x scan) readMatching(ctx context.Context) (matched []timelog.Entry, complete bool, err error) {
	users, err := x.loadUsers(ctx)
	if err != nil {
		return nil, false, err
	}
	count := 0
	for _, u := range users {
		at := money.JobPosition{User: u}
		for more := true; more; {
			var page []timelog.Entry
			if page, more, err = x.store.EntriesAfter(ctx, x.workspace, at, x.span(), x.store.RerateBounds().Read); err != nil {
				return nil, false, err
			}
			if count += len(page); count > x.most {
				return nil, false, nil
			}
			some, err := x.selected(ctx, page)
			if err != nil {
				return nil, false, err
			}
			matched = append(matched, some...)
			at = positionAfter(u, page)
		}
	}
	return matched, true, nil
}

// computeChanges adds the entries to the tally and returns those that change.
// Locked entries are counted and skipped. With write, it first abandons the
// rounds in progress that claim some of the entries and whose lease is over.
func (x scan) computeChanges(ctx context.Context, matched []timelog.Entry, book money.RateBook, tally money.Tally,
	write bool) ([]moneydb.EntryUpdate, money.Tally, error) {
	locks, err := x.loadLocks(ctx, matched, write)
	if err != nil {
		return nil, tally, err
	}
	var changes []moneydb.EntryUpdate
	for _, e := range matched {
		if locks.IsBlocked(e, x.now) {
			tally.CountLocked()
			continue
		}
		next := x.rerating.ChangeEntry(e, book.RatesFor(e))
		if tally.Count(e, next, x.currency) {
			changes = append(changes, moneydb.EntryUpdate{Was: e, Now: next.NextVersion(x.now)})
		}
	}
	return changes, tally, nil
}

// loadLocks reads the submissions that may lock the entries. With abandon, it
// abandons their rounds in progress whose lease is over.
func (x scan) loadLocks(ctx context.Context, matched []timelog.Entry, abandon bool) (timesheets.Locks, error) {
	ids := timesheets.StampedSubmissionIDs(matched...)
	if len(ids) == 0 {
		return nil, nil
	}
	records, err := x.store.Records(ctx, x.workspace, store.Refs{Locks: ids})
	if err != nil || !abandon {
		return records.Locks, err
	}
	for _, e := range matched {
		claimer, claimed := records.Locks.ClaimedBy(e)
		if !claimed || records.Locks.IsBlocked(e, x.now) {
			continue
		}
		if err := x.store.AbandonRound(ctx, x.workspace, claimer); err != nil {
			return nil, err
		}
		delete(records.Locks, claimer.ID)
		if claimer.Visible() {
			claimer.RoundInProgress = nil
			records.Locks[claimer.ID] = claimer
		}
	}
	return records.Locks, nil
}

// loadUsers reads the users whose entries the rerating may change, sorted by id:
// everyone who is or was a member, or those of them that the rerating names.
func (x scan) loadUsers(ctx context.Context) ([]domain.ID, error) {
	all, err := x.store.EverMemberIDs(ctx, x.workspace)
	if err != nil || x.rerating.Users == nil {
		return all, err
	}
	var named []domain.ID
	for _, u := range all {
		if x.rerating.IncludesUser(u) {
			named = append(named, u)
		}
	}
	return named, nil
}

// matching are those of the entries that the rerating changes.
func (x scan) matching(all []timelog.Entry) []timelog.Entry {
	var matched []timelog.Entry
	matches := x.rerating.Matches()
	for _, e := range all {
		if matches(e) {
			matched = append(matched, e)
		}
	}
	return matched
}

// selected are those of the entries that the rerating changes. It reads the submissions of their lines, where
// these decide.
func (x scan) selected(ctx context.Context, all []timelog.Entry) ([]timelog.Entry, error) {
	matched := x.matching(all)
	if !x.rerating.NeedsLines() {
		return matched, nil
	}
	records, err := x.store.Records(ctx, x.workspace, store.Refs{Locks: timesheets.StampedSubmissionIDs(matched...)})
	return slices.DeleteFunc(matched, func(e timelog.Entry) bool {
		return !x.rerating.MatchesLine(records.Locks.LineOf(e))
	}), err
}

func (x scan) span() timelog.Span { return timelog.Span{From: x.rerating.From, To: x.rerating.To} }

// positionAfter is the position after a page of a user's entries.
func positionAfter(u domain.ID, page []timelog.Entry) money.JobPosition {
	if len(page) == 0 {
		return money.JobPosition{User: u}
	}
	last := page[len(page)-1]
	return money.JobPosition{User: u, Start: &last.StartedAt, Entry: last.ID}
}
