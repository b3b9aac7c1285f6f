package rerating_test

import (
	"context"
	"slices"
	"time"

	"stint/shared/domain"
	"stint/shared/domain/audit"
	"stint/shared/domain/money"
	"stint/shared/domain/timelog"
	"stint/shared/domain/timesheets"
	"stint/shared/problem"
	"stint/shared/rerating"
	"stint/shared/store"
	"stint/shared/store/moneydb"
)

// fakeStore keeps a workspace in memory. A list of errors is what the next calls
// of a method fail with, one each; nil lets a call through.
type fakeStore struct {
	users   []domain.ID
	entries []timelog.Entry // by user, oldest first
	locks   timesheets.Locks
	book    money.RateBook
	today   money.RateBook // of RatesToday
	jobs    map[domain.ID]money.BillingJob

	rerateErrors  []error
	advanceErrors []error
	ratesError    error

	rerateCalls, advanceCalls int
	written                   []domain.ID // entries, in order
	abandoned                 []domain.ID // submissions
	due                       domain.Instant
}

var _ rerating.Store = (*fakeStore)(nil)

func next(errs *[]error) error {
	if len(*errs) == 0 {
		return nil
	}
	err := (*errs)[0]
	*errs = (*errs)[1:]
	return err
}

func (f *fakeStore) EverMemberIDs(context.Context, domain.ID) ([]domain.ID, error) {
	return f.users, nil
}

func (f *fakeStore) EntriesAfter(_ context.Context, _ domain.ID, at money.JobPosition, in timelog.Span,
	limit int) ([]timelog.Entry, bool, error) {
	var found []timelog.Entry
	for _, e := range f.entries {
		after := at.Start == nil || e.StartedAt.After(at.Start.Time) || e.StartedAt.Equal(at.Start.Time) && e.ID > at.Entry
		inside := (in.From == nil || !e.StartedAt.Before(in.From.Time)) && (in.To == nil || e.StartedAt.Before(in.To.Time))
		if e.UserID == at.User && after && inside {
			found = append(found, e)
		}
	}
	return found[:min(limit, len(found))], len(found) > limit, nil
}

func (f *fakeStore) Records(context.Context, domain.ID, store.Refs) (store.Records, error) {
	return store.Records{Locks: f.locks, Jobs: f.jobs}, nil
}

func (f *fakeStore) AbandonRound(_ context.Context, _ domain.ID, s timesheets.Submission) error {
	f.abandoned = append(f.abandoned, s.ID)
	return nil
}

func (f *fakeStore) RateBook(context.Context, domain.ID, money.Billing) (money.RateBook, error) {
	return f.book, nil
}

func (f *fakeStore) RatesFor(context.Context, domain.ID, money.Billing, []timelog.Entry) (money.RateBook, error) {
	return f.book, nil
}

func (f *fakeStore) RatesToday(context.Context, domain.ID, []timelog.Entry) (money.RateBook, error) {
	return f.today, nil
}

func (f *fakeStore) Rerate(_ context.Context, _ domain.ID, changes []moneydb.EntryUpdate, _ ...audit.Event) error {
	f.rerateCalls++
	if err := next(&f.rerateErrors); err != nil {
		return err
	}
	f.write(changes)
	return nil
}

func (f *fakeStore) StartJob(_ context.Context, _ domain.ID, j money.BillingJob, _ money.RateBook,
	due domain.Instant) error {
	f.jobs, f.due = map[domain.ID]money.BillingJob{j.ID: j}, due
	return nil
}

func (f *fakeStore) Job(_ context.Context, _, id domain.ID) (money.BillingJob, error) {
	if j, ok := f.jobs[id]; ok {
		return j, nil
	}
	return money.BillingJob{}, problem.NotFound()
}

func (f *fakeStore) JobRates(context.Context, domain.ID, money.BillingJob) (money.RateBook, error) {
	return f.book, f.ratesError
}

func (f *fakeStore) AdvanceJob(_ context.Context, _ domain.ID, was, now money.BillingJob,
	changes []moneydb.EntryUpdate) (money.BillingJob, error) {
	f.advanceCalls++
	if err := next(&f.advanceErrors); err != nil {
		return was, err
	}
	f.write(changes)
	now.Version = was.Version + 1
	f.jobs[now.ID] = now
	return now, nil
}

func (f *fakeStore) write(changes []moneydb.EntryUpdate) {
	for _, c := range changes {
		f.written = append(f.written, c.Now.ID)
		i := slices.IndexFunc(f.entries, func(e timelog.Entry) bool { return e.ID == c.Now.ID })
		f.entries[i] = c.Now
	}
}

var now = domain.InstantOf(time.Date(2026, 6, 8, 12, 0, 0, 0, time.UTC))

func (f *fakeStore) RerateBounds() moneydb.RerateBounds { return moneydb.StandardBounds }

func newService(f *fakeStore) rerating.Service {
	return rerating.Service{Store: f, Clock: func() time.Time { return now.Time }}
}

func (f *fakeStore) MarkEntries(_ context.Context, _ domain.ID, changes []moneydb.EntryUpdate, _ ...audit.Event) error {
	if err := next(&f.rerateErrors); err != nil {
		return err
	}
	f.write(changes)
	return nil
}

func (f *fakeStore) AdvanceMarking(_ context.Context, _ domain.ID, was, now money.BillingJob,
	x moneydb.MarkingStep) (money.BillingJob, error) {
	f.advanceCalls++
	if err := next(&f.advanceErrors); err != nil {
		return was, err
	}
	for _, e := range x.Hold {
		i := slices.IndexFunc(f.entries, func(other timelog.Entry) bool { return other.ID == e.ID })
		f.entries[i].HeldBy = now.ID
	}
	f.write(x.Mark)
	now.Version = was.Version + 1
	f.jobs[now.ID] = now
	return now, nil
}
