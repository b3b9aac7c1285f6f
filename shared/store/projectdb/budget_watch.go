package projectdb

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/expression"

	"stint/shared/domain"
	"stint/shared/domain/people"
	"stint/shared/domain/projects"
	"stint/shared/dynamo"
	"stint/shared/problem"
	"stint/shared/store/internal/core"
	"stint/shared/store/key"
	"stint/shared/table"
)

// Each workspace with budgets has an item that says when the worker looks at them again. The index by_ws orders these
// items by that time. Entries and timers do not write them.

// maxDueBudgets is how many workspaces one run of the worker looks at.
const maxDueBudgets = 100

// DueBudgetWatches lists workspaces whose budgets are to be looked at, the longest due first.
func (s *Store) DueBudgetWatches(ctx context.Context) (_ []projects.BudgetWatch, err error) {
	defer core.Wrap(&err, "DueBudgetWatches")
	due := table.Range{Index: key.ByWorkspace, Partition: key.BudgetsDuePK, From: "0", To: key.DueBy(s.Instant())}
	return table.ReadFirst[projects.BudgetWatch](ctx, s.Table, due, maxDueBudgets)
}

// unchangedWatch holds while nobody has moved a watch or made it due since it was read. A watch that was ended and made
// again counts its wakings from one again, but is due at another time.
func unchangedWatch(was projects.BudgetWatch) expression.ConditionBuilder {
	return core.WatchWakings.Is(was.Wakes).And(core.SameAttribute(budgetWatchItem(was),
		core.Attribute[projects.BudgetWatch]("DueAt")))
}

// PostponeBudgetWatch replaces the watch of a workspace, unless a request has made it due since it was read.
func (s *Store) PostponeBudgetWatch(ctx context.Context, was, now projects.BudgetWatch) (err error) {
	defer core.Wrap(&err, "PostponeBudgetWatch", was.WorkspaceID)
	moved := table.Put(budgetWatchItem(now)).Provided(unchangedWatch(was))
	return problem.IgnoreConflict(s.Table.Commit(ctx, moved))
}

// EndBudgetWatch ends the watch of a workspace without budgets, unless a request has made it due since it was read.
func (s *Store) EndBudgetWatch(ctx context.Context, was projects.BudgetWatch) (err error) {
	defer core.Wrap(&err, "EndBudgetWatch", was.WorkspaceID)
	ended := table.Delete(key.BudgetWatch(was.WorkspaceID)).Provided(unchangedWatch(was))
	return problem.IgnoreConflict(s.Table.Commit(ctx, ended))
}

func budgetWatchItem(w projects.BudgetWatch) table.Item {
	it := table.Encode(key.BudgetWatch(w.WorkspaceID), w)
	it[dynamo.AttrG1], it[dynamo.AttrLSK] = table.StringValue(key.BudgetsDuePK),
		table.StringValue(key.TimerWatchLSK(w.DueAt, w.WorkspaceID))
	return it
}

// watchBudgets makes the budgets of a workspace due, for a project that gets another budget. It belongs into the
// transaction of the project.
func (s *Store) watchBudgets(w domain.ID, now projects.Project, was *projects.Project) []table.Action {
	if !now.WakesBudgets(was) {
		return nil
	}
	due := s.Instant()
	update := expression.Set(core.Field[projects.BudgetWatch]("WorkspaceID"), expression.Value(string(w))).
		Set(core.Field[projects.BudgetWatch]("DueAt"), expression.Value(due.String())).
		Set(core.Field[projects.BudgetWatch]("ChangedAt"), expression.Value(due.String())).
		Set(expression.Name(dynamo.AttrG1), expression.Value(key.BudgetsDuePK)).
		Set(expression.Name(dynamo.AttrLSK), expression.Value(key.TimerWatchLSK(due, w)))
	return []table.Action{table.Upsert(key.BudgetWatch(w), core.WatchWakings.AddTo(update, 1))}
}

// BudgetProjects lists the projects of a workspace that have a budget and are not archived. Errors: not_found for a
// workspace that is deleted.
func (s *Store) BudgetProjects(ctx context.Context, w domain.ID) (in people.Workspace, all []projects.Project,
	err error) {
	defer core.Wrap(&err, "BudgetProjects", w)
	if in, err = s.LiveWorkspace(ctx, w); err != nil {
		return in, nil, err
	}
	r := table.PrefixRange(table.Base, key.WorkspacePK(w), key.ProjectPrefix)
	return in, all, table.Walk(ctx, s.Table, r, func(p projects.Project) error {
		if p.Budget != nil && !p.IsArchived {
			all = append(all, p)
		}
		return nil
	})
}

// BudgetTold reads what people were told of the budget of a project; the zero value for nothing.
func (s *Store) BudgetTold(ctx context.Context, w, p domain.ID) (told projects.BudgetTold, err error) {
	defer core.Wrap(&err, "BudgetTold", w, p)
	told, _, err = table.Get[projects.BudgetTold](ctx, s.Table, key.BudgetTold(w, p))
	return told, err
}

// TellBudget queues the mails about a budget that was reached, once: it does nothing if another worker was faster.
func (s *Store) TellBudget(ctx context.Context, w domain.ID, was, now projects.BudgetTold) (err error) {
	defer core.Wrap(&err, "TellBudget", w, now.ProjectID)
	of := core.Field[projects.BudgetTold]("Of")
	same := expression.AttributeNotExists(of)
	if was.Of != "" {
		same = expression.And(of.Equal(expression.Value(was.Of)),
			core.Field[projects.BudgetTold]("Percent").Equal(expression.Value(was.Percent)))
	}
	at := s.Instant()
	work := domain.Work{ID: domain.NewID(), Kind: projects.WorkTellBudget, WorkspaceID: w, TargetID: now.ProjectID,
		Round: int(now.Percent), CreatedAt: at}
	return problem.IgnoreConflict(s.Table.Commit(ctx,
		table.Put(table.Encode(key.BudgetTold(w, now.ProjectID), now)).Provided(same), core.Enqueue(work, at)))
}
