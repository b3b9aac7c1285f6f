package projects

import (
	"strings"
	"time"

	"stint/shared/domain"
)

// WorkTellBudget queues a mail to everyone who is told that a share of the budget of the project that is its target was
// reached. Its round is the share in percent.
const WorkTellBudget domain.WorkKind = "tell_budget"

// MaxBudgetRecipients is how many people are mailed that a budget was reached.
const MaxBudgetRecipients = 50

// The shortest and the longest time between two looks at the budgets of a workspace.
const (
	MinBudgetPause = 10 * time.Second
	MaxBudgetPause = 15 * time.Minute
)

// budgetPauses is how many pauses follow on each other, about, until a workspace has been idle twice as long.
const budgetPauses = 10

// BudgetWatch says when the service looks at the budgets of a workspace again.
type BudgetWatch struct {
	WorkspaceID domain.ID      `db:"wid"`
	DueAt       domain.Instant `db:"due"`
	Wakes       int64          `db:"wakes,omitempty"` // how often a request made it due at once
	Seen        string         `db:"seen,omitempty"`  // digest of what the last look found
	ChangedAt   domain.Instant `db:"changed"`
}

// Next is the watch after a look that found the given uses of the budgets. The pause is a tenth of the time since
// something changed. So a mail is soon after time is tracked, and an idle workspace costs little.
func (w BudgetWatch) Next(uses []string, now domain.Instant) BudgetWatch {
	seen := domain.Digest(strings.Join(uses, "\n"))
	if seen != w.Seen || w.ChangedAt.IsZero() {
		w.Seen, w.ChangedAt = seen, now
	}
	pause := now.Sub(w.ChangedAt.Time) / budgetPauses
	w.DueAt = now.Plus(min(max(pause, MinBudgetPause), MaxBudgetPause))
	return w
}

// BudgetTold is the last share of the budget of a project that people were mailed about.
type BudgetTold struct {
	ProjectID domain.ID `db:"id"`
	Percent   int64     `db:"percent"`
	Of        string    `db:"of"` // the budget and the first day of its period; see Told
}

// Told is what people are told of a budget, which used is used of; tell is false if they were told before, or if no
// share is reached. Only the highest share is told. Another budget, and another period, is told anew.
func (b Budget) Told(p domain.ID, first domain.Date, used int64, was BudgetTold) (now BudgetTold, tell bool) {
	reached := b.Reached(used)
	if len(reached) == 0 {
		return was, false
	}
	now = BudgetTold{ProjectID: p, Percent: reached[len(reached)-1], Of: b.PeriodKey(first)}
	return now, now.Of != was.Of || now.Percent > was.Percent
}

// WakesBudgets reports whether a change of a project may make it reach its budget at once.
func (p Project) WakesBudgets(was *Project) bool {
	return p.Budget != nil && (was == nil || !domain.Same(was.Budget, p.Budget))
}
