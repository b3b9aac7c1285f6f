package rerating

import (
	"context"

	"stint/shared/domain"
	"stint/shared/store"
)

// scan is some entries on their way to a change.
type scan struct {
	store     Store
	workspace domain.ID
	now       domain.Instant
	rerating  domain.Rerating
	currency  domain.Currency
}

// computeChanges counts the entries and gives those that change, with the tally that
// there was before. Locked ones are skipped; what a submission has claimed that
// was broken off is taken back, unless nothing is to be written.
func (x scan) computeChanges(ctx context.Context, matched []domain.Entry, book domain.RateBook, tally domain.Tally, write bool) ([]store.EntryChange, domain.Tally, error) {
	locks, err := x.loadLocks(ctx, matched, write)
	if err != nil {
		return nil, tally, err
	}
	var changes []store.EntryChange
	for _, e := range matched {
		if locks.IsBlocked(e, x.now) {
			tally.CountLocked()
			continue
		}
		next := x.rerating.ChangeEntry(e, book.RatesFor(e))
		if tally.Count(e, next, x.currency) {
			changes = append(changes, store.EntryChange{Was: e, Now: next.MarkChanged(x.now)})
		}
	}
	return changes, tally, nil
}

// loadLocks reads what may lock the entries, and takes back what claims it finds
// whose maker has had their time.
func (x scan) loadLocks(ctx context.Context, matched []domain.Entry, write bool) (domain.Locks, error) {
	ids := domain.StampedSubmissionIDs(matched...)
	if len(ids) == 0 {
		return nil, nil
	}
	records, err := x.store.Records(ctx, x.workspace, store.Refs{Locks: ids})
	if err != nil || !write {
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

// loadUsers are those whose entries are looked at, by id: everyone who was ever a
// member, or those of them that the scope names.
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

// matching are the entries of the scope.
func (x scan) matching(all []domain.Entry) []domain.Entry {
	var matched []domain.Entry
	for _, e := range all {
		if x.rerating.Matches(e) {
			matched = append(matched, e)
		}
	}
	return matched
}

func (x scan) span() store.Span { return store.Span{From: x.rerating.From, To: x.rerating.To} }

// positionAfter is the place behind a page of a user's entries.
func positionAfter(u domain.ID, page []domain.Entry) domain.JobPosition {
	if len(page) == 0 {
		return domain.JobPosition{User: u}
	}
	last := page[len(page)-1]
	return domain.JobPosition{User: u, Start: &last.StartedAt, Entry: last.ID}
}
