package deliverer

import (
	"context"
	"fmt"

	"stint/shared/answers"
	"stint/shared/changes"
	"stint/shared/domain"
	"stint/shared/domain/feed"
	"stint/shared/domain/projects"
	"stint/shared/domain/timelog"
	"stint/shared/store"
	"stint/shared/store/feeddb"
	"stint/shared/store/key"
	"stint/shared/totals"
)

// Budgets finds what projects have used of their budgets.
type Budgets interface {
	// UsesWith is totals.Service.UsesWith.
	UsesWith(ctx context.Context, w totals.Workspace, start domain.WeekStart, projects []projects.Project,
		days map[domain.ID][]domain.DaySpan) ([]totals.Use, error)
}

var _ Budgets = totals.Service{}

// budgetData is the data of a budget that was reached.
type budgetData struct {
	ProjectID domain.ID      `json:"project_id"`
	Percent   int64          `json:"percent"` // 80 or 100
	Budget    answers.Budget `json:"budget"`
}

// addBudgets makes the events of the budgets that are reached after the changes of a page. The
// totals count the entries of the page, even if the index of changes does not show them yet.
func (m *maker) addBudgets(ctx context.Context, all []change) error {
	if !m.webhook.Wants(feed.BudgetReached) {
		return nil
	}
	found, days := m.changedProjects(all)
	if len(found) == 0 {
		return nil
	}
	projects, err := m.projectsWithBudgets(ctx, found)
	if err != nil || len(projects) == 0 {
		return err
	}
	uses, err := m.budgets.UsesWith(ctx, totals.Workspace{ID: m.in.ID, Zone: m.in.Timezone}, m.in.WeekStart, projects,
		days)
	if err != nil {
		return err
	}
	return m.addReached(ctx, projects, uses)
}

// projectsWithBudgets reads those of the projects that have a budget.
func (m *maker) projectsWithBudgets(ctx context.Context, all []domain.ID) (projects []projects.Project, err error) {
	records, err := m.store.Records(ctx, m.in.ID, store.Refs{Projects: all})
	for _, id := range all {
		if p := records.Projects[id]; p.Budget != nil {
			projects = append(projects, p)
		}
	}
	return projects, err
}

// changedProjects are the projects that changed or have changed entries, each once, and the
// days of these entries by user.
func (m *maker) changedProjects(all []change) (found []domain.ID, days map[domain.ID][]domain.DaySpan) {
	known := map[domain.ID]bool{"": true}
	days = map[domain.ID][]domain.DaySpan{}
	for _, c := range all {
		id := c.project
		switch {
		case c.facts.Deleted:
			continue
		case c.Type == feed.ChangeProject:
			id = c.ID
		case c.Type != feed.ChangeEntry || c.facts.StoppedAt == nil:
			continue
		default:
			days[c.owner] = append(days[c.owner], timelog.Entry{StartedAt: c.startedAt}.TotalDays())
		}
		if !known[id] {
			known[id] = true
			found = append(found, id)
		}
	}
	return found, days
}

// addReached makes an event for each share of a budget that is reached for the first time in
// its period.
func (m *maker) addReached(ctx context.Context, projects []projects.Project, uses []totals.Use) error {
	seen, err := m.store.SeenBefore(ctx, m.webhook, reachedNames(projects))
	if err != nil {
		return err
	}
	for i, p := range projects {
		b, use := *p.Budget, uses[i]
		used := b.Used(use.Sum, m.currency)
		for _, percent := range b.Reached(used) {
			name, last := reachedName(p.ID, percent), b.PeriodKey(use.First)
			was := seen[name]
			if was.LastChange == last {
				continue
			}
			data := budgetData{ProjectID: p.ID, Percent: percent, Budget: answers.OfBudgetUsed(b, use, used)}
			record := string(feed.ChangeProject) + "#" + string(p.ID)
			// The times are a part of the delivery's ID, because a budget that is set to A, B and A again is told again.
			m.deliver(feed.BudgetReached, record, domain.InstantOf(m.now()), data, name, last, fmt.Sprint(was.Times))
			m.kept[name] = feeddb.WebhookSeen{Record: name, LastChange: last, Times: was.Times + 1, KeepForever: true}
		}
	}
	return nil
}

func reachedNames(of []projects.Project) (names []string) {
	for _, p := range of {
		for _, percent := range projects.BudgetPercents {
			names = append(names, reachedName(p.ID, percent))
		}
	}
	return names
}

// reachedName is the name under which a webhook remembers that a share of a budget was reached.
func reachedName(project domain.ID, percent int64) string {
	return fmt.Sprintf("%s%s#%d", key.SeenBudgetPrefix, project, percent)
}

// subject is what budgets need of a changed entry.
type subject struct {
	project, owner domain.ID
	startedAt      domain.Instant
}

func subjectOf(item changes.Item, project *domain.ID, startedAt *domain.Instant) (s subject) {
	if item.UserID == nil || startedAt == nil {
		return s
	}
	s.owner, s.startedAt = *item.UserID, *startedAt
	if project != nil {
		s.project = *project
	}
	return s
}
