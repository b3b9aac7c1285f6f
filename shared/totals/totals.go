// Package totals keeps the running totals of a workspace. Those for budgets are the time and
// the amounts of each day of a user and of a project, and of a project altogether. Those for
// summaries are the time and the amounts of each day of a user by all that a summary tells
// apart, after rounding.
//
// The totals of a day are made again from its entries whenever one of them has changed, so
// they cannot drift, and a step that is repeated does no harm. Which days have changed comes
// from the change feed of the workspace. The totals are first built from all entries: those
// for budgets when a project gets a budget, those for summaries after a summary of many
// entries over a long time. They are built again when the time zone of the workspace changes,
// because that changes what a day is; those for summaries also when the rounding changes. A
// workspace that uses neither has no totals.
package totals

import (
	"context"
	"errors"
	"time"

	"stint/shared/domain"
	"stint/shared/domain/reports"
	"stint/shared/domain/timelog"
	"stint/shared/retry"
	"stint/shared/store"
	"stint/shared/store/moneydb"
	"stint/shared/store/timedb"
)

// Store is the part of the store that this package uses.
type Store interface {
	keeperStore
	// UserTotals reads the totals of a user's month.
	UserTotals(ctx context.Context, workspace, user domain.ID, m domain.Month) (moneydb.UserTotals, error)
	// UserMonths reads the months of a user that have totals, from first to last, in their
	// order.
	UserMonths(ctx context.Context, workspace, user domain.ID, first, last domain.Month) ([]reports.UserMonth, error)
	// ApplyTotals changes the totals. Errors: moneydb.ErrTotalsChanged.
	ApplyTotals(ctx context.Context, workspace domain.ID, t moneydb.UserTotals, deltas []reports.ProjectDelta) error
	// ProjectSums reads the totals of the days of some projects, in the same order.
	ProjectSums(ctx context.Context, workspace domain.ID, all []moneydb.ProjectDays) ([]reports.Sum, error)
	// WalkEntries visits entries, oldest first. Those of one user are strongly consistent.
	WalkEntries(ctx context.Context, workspace domain.ID, c timedb.EntryRange, visit func(timelog.Entry) error) error
}

var _ Store = (*store.Store)(nil)

// Changes tells which days of which users have changed.
type Changes interface {
	// FromNow is the position after which every change is read that is answered later.
	FromNow(ctx context.Context, workspace domain.ID) (string, error)
	// ChangedTime reads the next changes of entries after a position. Errors: ErrTooOld.
	ChangedTime(ctx context.Context, workspace domain.ID, from string) (Changed, error)
}

// ErrTooOld is the error of a position after which changes are not kept any more.
var ErrTooOld = errors.New("totals: the position is too old")

// Changed are the days that some changes of entries affect.
type Changed struct {
	Days map[domain.ID][]domain.DaySpan // by user, in order, without overlaps
	Next string                         // the position after them
	More bool                           // whether there is more to read at once
	// Certain is a moment before which no change can be missing from those that were read so
	// far. The changes reach their readers late.
	Certain domain.Instant
}

// Add adds days of a user.
func (c *Changed) Add(user domain.ID, days domain.DaySpan) {
	if c.Days == nil {
		c.Days = map[domain.ID][]domain.DaySpan{}
	}
	c.Days[user] = domain.MergeDays(append(c.Days[user], days))
}

// Months is how many months of users have the days.
func (c Changed) Months() (n int) {
	for _, spans := range c.Days {
		for _, days := range spans {
			n += len(days.Months())
		}
	}
	return n
}

// Service keeps running totals.
type Service struct {
	Store   Store
	Changes Changes
	Clock   func() time.Time
}

// Workspace says whose totals are kept, and with which settings.
type Workspace struct {
	ID       domain.ID
	Zone     domain.Timezone // of its days
	Rounding domain.Rounding // of the entries in summaries; budgets are not rounded
}

// writeTries is how often totals are read again because others wrote them.
var writeTries = retry.Policy{Tries: 8, Min: 10 * time.Millisecond, Max: 200 * time.Millisecond}

// retryWrite repeats a step until no other one writes at the same time.
func retryWrite(ctx context.Context, step func() error) error {
	return retry.Do(ctx, writeTries, func() (bool, error) {
		err := step()
		return errors.Is(err, moneydb.ErrTotalsChanged), err
	})
}

// form is one form of totals: what they keep of each day of a user.
type form interface {
	// first is the state of totals that begin in place of others.
	first(w Workspace, was reports.TotalsState) reports.TotalsState
	// fits reports whether totals are made with the settings of the workspace.
	fits(state reports.TotalsState, w Workspace) bool
	// buildUser makes the totals of all entries of a user, month by month. The state names the
	// last month, and a later call continues after it. Errors: errSettingsChanged.
	buildUser(ctx context.Context, w Workspace, user domain.ID) error
	// sumChanged makes the totals of some days of users again. Errors: errSettingsChanged, moneydb.ErrTotalsChanged.
	sumChanged(ctx context.Context, w Workspace, all map[domain.ID][]domain.DaySpan, f *fence) error
	// differing tells which of the months of the days have totals that differ from the
	// entries.
	differing(ctx context.Context, w Workspace, user domain.ID, all []domain.Month,
		days domain.DaySpan) (map[domain.Month]bool, error)
}

// keeperStore is the part of the store that all forms of totals use.
type keeperStore interface {
	// TotalsState reads how far the totals are: the zero state where there are none.
	TotalsState(ctx context.Context, workspace domain.ID, of moneydb.TotalsOf) (reports.TotalsState, error)
	// ChangeTotalsState replaces the state. Errors: moneydb.ErrTotalsChanged.
	ChangeTotalsState(ctx context.Context, workspace domain.ID, of moneydb.TotalsOf, was, now reports.TotalsState) error
	// QueueTotals replaces the state and queues work that builds or refreshes the totals. Errors:
	// moneydb.ErrTotalsChanged.
	QueueTotals(ctx context.Context, workspace domain.ID, of moneydb.TotalsOf, was, now reports.TotalsState) error
	// EverMemberIDs lists the members of a workspace by id, also former ones.
	EverMemberIDs(ctx context.Context, workspace domain.ID) ([]domain.ID, error)
}

// keeper builds totals of a form and brings them up to date.
type keeper struct {
	form
	of      moneydb.TotalsOf
	store   keeperStore
	changes Changes
	clock   func() time.Time
}

// isReady reports whether the totals are built, with the settings of the workspace.
func (k keeper) isReady(state reports.TotalsState, w Workspace) bool {
	return state.IsReady && k.fits(state, w)
}
