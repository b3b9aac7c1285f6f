package rerating

import (
	"context"

	"stint/shared/domain"
	"stint/shared/store"
)

// sift is some entries on their way to a change.
type sift struct {
	store    Store
	w        domain.ID
	now      domain.Instant
	scope    domain.Rerate
	currency domain.Currency
}

// changes counts the entries and gives those that change, with the tally that
// there was before. Locked ones are skipped; what a submission has claimed that
// was broken off is taken back, unless nothing is to be written.
func (x sift) changes(ctx context.Context, matched []domain.Entry, book domain.RateBook, tally domain.Tally, write bool) ([]store.Rerated, domain.Tally, error) {
	locks, err := x.locks(ctx, matched, write)
	if err != nil {
		return nil, tally, err
	}
	var changes []store.Rerated
	for _, e := range matched {
		if locks.Taken(e, x.now) {
			tally.Skip()
			continue
		}
		next := x.scope.Change(e, book.Of(e))
		if tally.Count(e, next, x.currency) {
			changes = append(changes, store.Rerated{Was: e, Now: next.Touched(x.now)})
		}
	}
	return changes, tally, nil
}

// locks reads what may lock the entries, and takes back what claims it finds
// whose maker has had their time.
func (x sift) locks(ctx context.Context, matched []domain.Entry, write bool) (domain.Locks, error) {
	named := domain.Named(matched...)
	if len(named) == 0 {
		return nil, nil
	}
	things, err := x.store.Things(ctx, x.w, store.Asked{Locks: named})
	if err != nil || !write {
		return things.Locks, err
	}
	for _, e := range matched {
		claimer, claimed := things.Locks.Claimed(e)
		if !claimed || things.Locks.Taken(e, x.now) {
			continue
		}
		if err := x.store.SetAside(ctx, x.w, claimer); err != nil {
			return nil, err
		}
		delete(things.Locks, claimer.ID)
		if claimer.Visible() {
			claimer.Building = nil
			things.Locks[claimer.ID] = claimer
		}
	}
	return things.Locks, nil
}

// users are those whose entries are looked at, by id: everyone who was ever a
// member, or those of them that the scope names.
func (x sift) users(ctx context.Context) ([]domain.ID, error) {
	all, err := x.store.EverMembers(ctx, x.w)
	if err != nil || x.scope.Users == nil {
		return all, err
	}
	var named []domain.ID
	for _, u := range all {
		if x.scope.Names(u) {
			named = append(named, u)
		}
	}
	return named, nil
}

// matching are the entries of the scope.
func (x sift) matching(all []domain.Entry) []domain.Entry {
	var matched []domain.Entry
	for _, e := range all {
		if x.scope.Matches(e) {
			matched = append(matched, e)
		}
	}
	return matched
}

func (x sift) span() store.Span { return store.Span{From: x.scope.From, To: x.scope.To} }

// past is the place behind a page of a user's entries.
func past(u domain.ID, page []domain.Entry) domain.JobPlace {
	if len(page) == 0 {
		return domain.JobPlace{User: u}
	}
	last := page[len(page)-1]
	return domain.JobPlace{User: u, Start: &last.StartedAt, Entry: last.ID}
}
