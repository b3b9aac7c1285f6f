package totals

import (
	"context"
	"errors"
	"time"

	"stint/shared/domain"
	"stint/shared/store"
)

// inlineBuild is how long a request builds totals that are not ready.
const inlineBuild = 3 * time.Second

// Use is what a project has used of its budget.
type Use struct {
	First, Last domain.Date    // the days of the period; "" for a budget of the whole project
	Sum         domain.Sum     // zero if AsOf is
	AsOf        domain.Instant // it has all changes before this moment; zero while the totals are being built
}

// Uses gives what projects have used of their budgets, in the same order. All of them must
// have one. It first brings the totals up to date, or builds them, for a few seconds.
func (s Service) Uses(ctx context.Context, w Workspace, weekStart domain.WeekStart, projects []domain.Project) ([]Use, error) {
	state, err := s.ready(ctx, w)
	if err != nil {
		return nil, err
	}
	return s.read(ctx, w, state, weekStart, projects)
}

// read reads what projects have used. Totals that are not ready say nothing.
func (s Service) read(ctx context.Context, w Workspace, state domain.TotalsState, weekStart domain.WeekStart, projects []domain.Project) ([]Use, error) {
	uses, days := make([]Use, len(projects)), make([]store.ProjectDays, len(projects))
	today := domain.InstantOf(s.Clock()).DayIn(w.Zone.Location())
	for i, p := range projects {
		uses[i].First, uses[i].Last = p.Budget.DaysAt(today, weekStart)
		days[i] = store.ProjectDays{ProjectID: p.ID, First: uses[i].First, Last: uses[i].Last}
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

// ErrNotBuilt is the error of totals that are still being built. A later call continues.
var ErrNotBuilt = errors.New("totals: they are still being built")

// UsesWith is Uses with the entries of some days of users, also those that the change feed
// does not show yet. Errors: ErrNotBuilt.
func (s Service) UsesWith(ctx context.Context, w Workspace, weekStart domain.WeekStart, projects []domain.Project, days map[domain.ID][]domain.DaySpan) ([]Use, error) {
	state, err := s.ready(ctx, w)
	if err != nil {
		return nil, err
	}
	if !IsReady(state, w) {
		return nil, ErrNotBuilt
	}
	for user, spans := range days {
		for _, span := range domain.MergeDays(spans) {
			if err := s.sumDays(ctx, w, user, span, nil); err != nil {
				return nil, err
			}
		}
	}
	return s.read(ctx, w, state, weekStart, projects)
}

// ready refreshes the totals, and builds them before if they are not ready.
func (s Service) ready(ctx context.Context, w Workspace) (domain.TotalsState, error) {
	state, _, err := s.Refresh(ctx, w)
	if err != nil || IsReady(state, w) {
		return state, err
	}
	limited, cancel := context.WithTimeout(ctx, inlineBuild)
	defer cancel()
	if err := s.Build(limited, w); err != nil {
		if limited.Err() != nil && ctx.Err() == nil || errors.Is(err, errSettingsChanged) {
			return state, nil // a later request or the worker continues
		}
		return state, err
	}
	state, _, err = s.Refresh(ctx, w)
	return state, err
}
