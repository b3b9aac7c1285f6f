package reports

import (
	"cmp"
	"maps"
	"slices"

	"stint/shared/domain"
	"stint/shared/domain/timelog"
)

// Running totals are sums of finished entries that are kept up to date: of each day
// of a user, of each day of a project, and of a project altogether. They are made
// again from the entries of a day whenever one of them changes.

// Sum is the time of some finished entries, and their amounts. Neither is rounded.
type Sum struct {
	Seconds int64                     `db:"s,omitempty"`
	Amounts map[domain.Currency]int64 `db:"a,omitempty"` // minor units; without amounts of 0
}

// Plus is the sum of both.
func (s Sum) Plus(o Sum) Sum { return s.combine(o, +1) }

// Minus is the sum without the other one.
func (s Sum) Minus(o Sum) Sum { return s.combine(o, -1) }

func (s Sum) combine(o Sum, sign int64) Sum {
	out := Sum{Seconds: s.Seconds + sign*o.Seconds, Amounts: maps.Clone(s.Amounts)}
	for currency, amount := range o.Amounts {
		if out.Amounts == nil {
			out.Amounts = map[domain.Currency]int64{}
		}
		out.Amounts[currency] += sign * amount
		if out.Amounts[currency] == 0 {
			delete(out.Amounts, currency)
		}
	}
	return out
}

// IsZero reports whether there is neither time nor money in the sum.
func (s Sum) IsZero() bool { return s.Seconds == 0 && len(s.Amounts) == 0 }

// SumOf is what one entry adds. A running timer adds nothing.
func SumOf(e timelog.Entry) Sum {
	if e.Running() {
		return Sum{}
	}
	s := Sum{Seconds: e.Seconds(*e.StoppedAt)}
	if amount := e.Amount(); amount != 0 {
		s.Amounts = map[domain.Currency]int64{e.Currency: amount}
	}
	return s
}

// ProjectSums are the sums of one day of a user, by project. NoProject is the time
// without a project.
type ProjectSums map[domain.ID]Sum

// NoProject stands for entries without a project in ProjectSums.
const NoProject domain.ID = "-"

// Add counts an entry.
func (p ProjectSums) Add(e timelog.Entry) {
	project := cmp.Or(e.ProjectID, NoProject)
	if s := p[project].Plus(SumOf(e)); !s.IsZero() {
		p[project] = s
	}
}

// UserMonth has the totals of the days of a user in a month, by day.
type UserMonth struct {
	UserID domain.ID                   `db:"uid"`
	Month  domain.Month                `db:"month"`
	Days   map[domain.Date]ProjectSums `db:"days"`
}

// ProjectDelta is how the totals of a project change on a day.
type ProjectDelta struct {
	ProjectID domain.ID
	Day       domain.Date
	Was, Now  Sum
}

// DeltasTo are the changes that make the days of the month from first to last equal
// to what was summed up, by project and day. Days that were not summed up have no time.
func (m UserMonth) DeltasTo(summed map[domain.Date]ProjectSums, first, last domain.Date) []ProjectDelta {
	var all []ProjectDelta
	for day := max(first, m.Month.First()); day <= min(last, m.Month.Last()); day = day.AddDays(1) {
		was, now := m.Days[day], summed[day]
		for project := range was {
			if _, still := now[project]; !still {
				all = append(all, ProjectDelta{project, day, was[project], Sum{}})
			}
		}
		for project, sum := range now {
			if !sum.Minus(was[project]).IsZero() {
				all = append(all, ProjectDelta{project, day, was[project], sum})
			}
		}
	}
	slices.SortFunc(all, func(a, b ProjectDelta) int {
		return cmp.Or(cmp.Compare(a.ProjectID, b.ProjectID), cmp.Compare(a.Day, b.Day))
	})
	return all
}

// Apply makes the change.
func (m *UserMonth) Apply(d ProjectDelta) {
	if m.Days == nil {
		m.Days = map[domain.Date]ProjectSums{}
	}
	if m.Days[d.Day] == nil {
		m.Days[d.Day] = ProjectSums{}
	}
	m.Days[d.Day][d.ProjectID] = d.Now
	if d.Now.IsZero() {
		delete(m.Days[d.Day], d.ProjectID)
	}
	if len(m.Days[d.Day]) == 0 {
		delete(m.Days, d.Day)
	}
}

// ProjectMonth has the totals of the days of a project in a month, by day.
type ProjectMonth struct {
	ProjectID domain.ID           `db:"pid"`
	Month     domain.Month        `db:"month"`
	Days      map[domain.Date]Sum `db:"days"`
}

// Apply makes the change.
func (m *ProjectMonth) Apply(d ProjectDelta) {
	if m.Days == nil {
		m.Days = map[domain.Date]Sum{}
	}
	m.Days[d.Day] = m.Days[d.Day].Minus(d.Was).Plus(d.Now)
	if m.Days[d.Day].IsZero() {
		delete(m.Days, d.Day)
	}
}

// Between is the sum of the days from first to last, both included.
func (m ProjectMonth) Between(first, last domain.Date) Sum {
	var all Sum
	for day, sum := range m.Days {
		if first <= day && day <= last {
			all = all.Plus(sum)
		}
	}
	return all
}

// ProjectTotal has the total of a project.
type ProjectTotal struct {
	ProjectID domain.ID `db:"pid"`
	Sum       Sum       `db:"sum"`
}

// Apply makes the change.
func (t *ProjectTotal) Apply(d ProjectDelta) { t.Sum = t.Sum.Minus(d.Was).Plus(d.Now) }

// TotalsState says how far the running totals of a workspace are.
type TotalsState struct {
	Zone     domain.Timezone `db:"zone"`           // whose days they are
	IsReady  bool            `db:"ready"`          // whether they have all entries that were there when they were begun
	BuiltTo  domain.ID       `db:"to,omitempty"`   // the last user whose entries they have, while they are not ready
	Position string          `db:"pos,omitempty"`  // in the changes of the workspace: up to here they have all
	AsOf     domain.Instant  `db:"asof,omitempty"` // they have all changes before this moment
	Version  int64           `db:"ver"`            // 0 where there are no totals yet

	PartUser  domain.ID    `db:"puser,omitempty"`  // of whom some months are built, while they are not ready
	PartMonth domain.Month `db:"pmonth,omitempty"` // the last of these months
	// when work was queued that builds or refreshes them; zero without any
	QueuedAt domain.Instant `db:"queued,omitempty"`

	// Of the totals for summaries only.
	Form       int              `db:"form,omitempty"`     // in which they are packed
	Rounding   *domain.Rounding `db:"rounding,omitempty"` // of their seconds
	Generation int64            `db:"gen,omitempty"`      // months of another generation do not count
}
