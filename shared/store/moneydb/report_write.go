package moneydb

import (
	"context"
	"maps"
	"slices"

	"stint/shared/domain"
	"stint/shared/domain/reports"
	"stint/shared/store/internal/core"
	"stint/shared/store/key"
	"stint/shared/table"
)

// Bounds of one transaction with months.
const (
	maxTotalsActions = 90        // the state, months and sums of years
	maxMonthProjects = 60        // of one month whose sums change
	maxMonthsBytes   = 1_500_000 // of months
)

// WriteReportMonths writes months of users, each once, under the state that was read before their entries, with the
// sums of years that follow from them. It makes as many transactions as it needs, and the last one writes the state. A
// month in which more projects change than one transaction holds is too large until the last of them. It returns the
// state as written. Errors: ErrTotalsChanged.
func (s *Store) WriteReportMonths(
	ctx context.Context, w domain.ID, was, now reports.TotalsState, months ...reports.ReportMonth,
) (_ reports.TotalsState, err error) {
	defer core.Wrap(&err, "WriteReportMonths", w)
	ids := make([]UserMonthID, len(months))
	for i, m := range months {
		ids[i] = UserMonthID{m.UserID, m.Month}
	}
	before, err := s.reportMonthsOf(ctx, w, was.Generation, ids)
	if err != nil {
		return was, err
	}
	x := reportWrite{Store: s, workspace: w, state: was, changes: map[yearSums]reports.Kinds{}}
	for i, m := range months {
		m.Generation = was.Generation
		if err := x.add(ctx, before[i], m); err != nil {
			return x.state, err
		}
	}
	now.Version = x.state.Version
	return x.commit(ctx, now)
}

// yearSums names sums of a year.
type yearSums struct {
	of   reports.SumsOf
	id   domain.ID
	year string
}

// reportWrite collects what one transaction writes.
type reportWrite struct {
	*Store
	workspace domain.ID
	state     reports.TotalsState // as it was written last
	months    []reports.ReportMonth
	bytes     int
	changes   map[yearSums]reports.Kinds
}

// add adds a month in place of another one, project by project if it changes too many of them.
func (x *reportWrite) add(ctx context.Context, was, now reports.ReportMonth) error {
	sums, err := was.Kinds()
	if err != nil {
		return err
	}
	changes, err := now.Kinds()
	if err != nil {
		return err
	}
	changes.Add(sums, -1)
	chunks := slices.Collect(slices.Chunk(projectsOf(changes), maxMonthProjects))
	if len(chunks) == 0 {
		return x.put(ctx, now, nil)
	}
	for i, projects := range chunks {
		part, month := ofProjects(changes, projects), now
		if sums.Add(part, 1); i < len(chunks)-1 {
			month = now.WithKinds(sums)
		}
		if err := x.put(ctx, month, part); err != nil {
			return err
		}
	}
	return nil
}

// projectsOf are the projects of some kinds, in order.
func projectsOf(all reports.Kinds) []domain.ID {
	projects := map[domain.ID]bool{}
	for kind := range all {
		projects[kind.ProjectID] = true
	}
	return slices.Sorted(maps.Keys(projects))
}

func ofProjects(all reports.Kinds, projects []domain.ID) reports.Kinds {
	part := reports.Kinds{}
	for kind, s := range all {
		if slices.Contains(projects, kind.ProjectID) {
			part[kind] = s
		}
	}
	return part
}

// put takes a month with changes of its sums, after it has written what was taken before if there is no room for both.
func (x *reportWrite) put(ctx context.Context, m reports.ReportMonth, changes reports.Kinds) error {
	sums := map[yearSums]reports.Kinds{}
	for kind, s := range changes {
		year := string(m.Month[:4])
		for _, of := range []yearSums{{reports.OfProject, kind.ProjectID, year}, {reports.OfUser, m.UserID, year}} {
			if sums[of] == nil {
				sums[of] = reports.Kinds{}
			}
			sums[of].Add(reports.Kinds{kind: s}, 1)
		}
	}
	if len(x.months) > 0 && !x.hasRoom(m, sums) {
		var err error
		if x.state, err = x.commit(ctx, x.state); err != nil {
			return err
		}
		x.months, x.bytes, x.changes = nil, 0, map[yearSums]reports.Kinds{}
	}
	x.months, x.bytes = append(x.months, m), x.bytes+len(m.Packed)+len(m.Sums)
	for of, kinds := range sums {
		if x.changes[of] == nil {
			x.changes[of] = reports.Kinds{}
		}
		x.changes[of].Add(kinds, 1)
	}
	return nil
}

func (x *reportWrite) hasRoom(m reports.ReportMonth, sums map[yearSums]reports.Kinds) bool {
	actions := 2 + len(x.months) + len(x.changes)
	for of := range sums {
		if x.changes[of] == nil {
			actions++
		}
	}
	repeated := slices.ContainsFunc(x.months, func(o reports.ReportMonth) bool {
		return o.UserID == m.UserID && o.Month == m.Month
	})
	return !repeated && actions <= maxTotalsActions && x.bytes+len(m.Packed)+len(m.Sums) <= maxMonthsBytes
}

// commit writes what was taken, with a state. It returns the state as written.
func (x *reportWrite) commit(ctx context.Context, now reports.TotalsState) (reports.TotalsState, error) {
	actions := []table.Action{totalsStateAction(key.ReportState(x.workspace), x.state, now)}
	for _, m := range x.months {
		actions = append(actions, table.Put(table.Encode(key.ReportMonth(x.workspace, m.UserID, m.Month), m)))
	}
	sums, err := x.sumActions(ctx)
	if err == nil {
		err = x.Table.Commit(ctx, append(actions, sums...)...)
	}
	if err != nil {
		return x.state, err
	}
	now.Version = x.state.Version + 1
	return now, nil
}

// sumActions are the writes of the sums of years. A write under the state that was read finds them as they were read.
func (x *reportWrite) sumActions(ctx context.Context) (actions []table.Action, err error) {
	all := slices.Collect(maps.Keys(x.changes))
	keys := make([]table.Key, len(all))
	for i, of := range all {
		keys[i] = key.YearSums(x.workspace, of.of, of.id, of.year)
	}
	found, err := x.Table.BatchGet(ctx, keys...)
	for i, of := range all {
		if err != nil {
			return nil, err
		}
		var was, now reports.YearSums
		if was, _, err = table.Lookup[reports.YearSums](found, keys[i]); err != nil {
			return nil, err
		}
		if was.Generation != x.state.Generation {
			was = reports.YearSums{ID: of.id, Year: of.year, Generation: x.state.Generation}
		}
		now, err = was.Plus(x.changes[of])
		actions = append(actions, table.Put(table.Encode(keys[i], now)))
	}
	return actions, err
}
