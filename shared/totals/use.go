package totals

import (
	"context"
	"errors"
	"time"

	"stint/shared/domain"
	"stint/shared/domain/projects"
	"stint/shared/domain/reports"
	"stint/shared/store/moneydb"
)

// inlineTime is how long a request builds totals, and brings them up to date.
const inlineTime = 3 * time.Second

// Use is what a project has used of its budget.
type Use struct {
	First, Last domain.Date    // the days of the period; "" for a budget of the whole project
	Sum         reports.Sum    // zero if AsOf is
	AsOf        domain.Instant // it has all changes before this moment; zero while the totals are being built
}

// Uses gives what projects have used of their budgets, in the same order. All of them must
// have one. It first brings the totals up to date, or builds them, for a few seconds. If that
// is not enough, it queues work that continues.
func (s Service) Uses(ctx context.Context, w Workspace, weekStart domain.WeekStart,
	projects []projects.Project) ([]Use, error) {
	state, isCurrent, err := s.ready(ctx, w)
	if err == nil && !isCurrent {
		err = s.keeper().queue(ctx, w.ID, state)
	}
	if err != nil {
		return nil, err
	}
	return s.read(ctx, w, state, weekStart, projects)
}

// read reads what projects have used. Totals that are not ready say nothing.
func (s Service) read(ctx context.Context, w Workspace, state reports.TotalsState, weekStart domain.WeekStart,
	projects []projects.Project) ([]Use, error) {
	uses, days := make([]Use, len(projects)), make([]moneydb.ProjectDays, len(projects))
	today := domain.InstantOf(s.Clock()).DayIn(w.Zone.Location())
	for i, p := range projects {
		uses[i].First, uses[i].Last = p.Budget.DaysAt(today, weekStart)
		days[i] = moneydb.ProjectDays{ProjectID: p.ID, First: uses[i].First, Last: uses[i].Last}
	}
	if !IsReady(state, w) {
		return uses, nil
	}
	sums, err := s.Store.ProjectSums(ctx, w.ID, days)
	if err != nil {
		return nil, err
	}
	for i := range uses {
		uses[i].Sum, uses[i].AsOf = sums[i], state.AsOf
	}
	return uses, nil
}

// ErrNotBuilt is the error of totals that are still being built, or that are too far behind. A
// later call continues.
var ErrNotBuilt = errors.New("totals: they are still being built")

// UsesWith is Uses with the entries of some days of users, also those that the change feed
// does not show yet. Errors: ErrNotBuilt.
func (s Service) UsesWith(ctx context.Context, w Workspace, weekStart domain.WeekStart, projects []projects.Project,
	days map[domain.ID][]domain.DaySpan) ([]Use, error) {
	state, isCurrent, err := s.ready(ctx, w)
	if err != nil {
		return nil, err
	}
	if !isCurrent {
		return nil, ErrNotBuilt
	}
	for user, spans := range days {
		for _, span := range domain.MergeDays(spans) {
			err := budgetForm{s}.sumDays(ctx, w, user, span, nil)
			if errors.Is(err, errSettingsChanged) || errors.Is(err, moneydb.ErrTotalsChanged) {
				return nil, ErrNotBuilt
			}
			if err != nil {
				return nil, err
			}
		}
	}
	return s.read(ctx, w, state, weekStart, projects)
}

// ready brings the totals up to date, and builds them before if they are not ready, for
// inlineTime. isCurrent is false if that was not enough.
func (s Service) ready(ctx context.Context, w Workspace) (state reports.TotalsState, isCurrent bool, err error) {
	limited, cancel := context.WithTimeout(ctx, inlineTime)
	defer cancel()
	state, err = s.keeper().catchUp(limited, w)
	if err != nil && mayContinue(ctx, limited, err) {
		state, err = s.Store.TotalsState(ctx, w.ID, moneydb.TotalsOfBudgets)
		return state, false, err
	}
	return state, true, err
}

// Work builds the totals and brings them up to date for one turn. more says that the turn was
// not enough, and that it made progress.
func (s Service) Work(ctx context.Context, w Workspace, turn time.Duration) (more bool, err error) {
	return s.keeper().work(ctx, w, turn)
}

// Forget notes that no work is queued for the totals.
func (s Service) Forget(ctx context.Context, workspace domain.ID) error {
	return s.keeper().forget(ctx, workspace)
}
