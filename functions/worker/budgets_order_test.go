package worker_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"stint/functions/worker"
	"stint/shared/domain"
	"stint/shared/domain/people"
	"stint/shared/domain/projects"
)

// fakeBudgets has the watches of budgets of the same workspaces as fakeWatches.
type fakeBudgets struct {
	worker.BudgetWatches
	*fakeWatches
}

func (f fakeBudgets) DueBudgetWatches(ctx context.Context) (all []projects.BudgetWatch, err error) {
	due, err := f.DueTimerWatches(ctx)
	for _, w := range due {
		all = append(all, projects.BudgetWatch{WorkspaceID: w.WorkspaceID, DueAt: w.DueAt})
	}
	return all, err
}

func (f fakeBudgets) BudgetProjects(ctx context.Context, w domain.ID) (people.Workspace, []projects.Project, error) {
	_, err := f.RunningTimers(ctx, w)
	return people.Workspace{}, nil, err
}

func (f fakeBudgets) PostponeBudgetWatch(_ context.Context, was, now projects.BudgetWatch) error {
	f.due[was.WorkspaceID] = now.DueAt
	return nil
}

func (f fakeBudgets) EndBudgetWatch(_ context.Context, was projects.BudgetWatch) error {
	delete(f.due, was.WorkspaceID)
	return nil
}

// Workspaces whose looks at budgets fail or hang are left for a quarter of an hour, so each delays the others by one
// look. What a workspace has of projects or time makes it no longer.
func TestBrokenBudgetsDoNotStopTheOthers(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		broken  func(ctx context.Context) error
		perRun  int           // looks at workspaces that are broken, at least
		longest time.Duration // of a run
	}{
		"fail": {func(context.Context) error { return errors.New("broken") }, 100, 0},
		"hang": {func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() }, 2, 30 * time.Second},
	} {
		for _, broken := range []int{1, 20, 200} {
			t.Run(fmt.Sprint(broken, " ", name), func(t *testing.T) {
				t.Parallel()
				synctest.Test(t, func(t *testing.T) {
					f := fakeBudgets{fakeWatches: newFakeWatches(broken, c.broken)}
					watcher := worker.BudgetWatcher{Store: f, Clock: time.Now}
					runs, want := 0, broken/c.perRun+1
					for ; f.looks[healthy] == 0 && runs <= want; runs++ {
						began := time.Now()
						if err := watcher.Run(t.Context()); runs == 0 && err == nil {
							t.Fatal("no error")
						}
						if took := time.Since(began); took > c.longest {
							t.Fatalf("a run took %v", took)
						}
						time.Sleep(time.Until(began.Add(time.Minute)))
					}
					if runs > want {
						t.Errorf("the healthy workspace was looked at in run %d, at most %d expected", runs, want)
					}
				})
			})
		}
	}
}
