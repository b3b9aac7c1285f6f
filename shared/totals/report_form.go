package totals

import (
	"context"
	"maps"
	"slices"

	"golang.org/x/sync/errgroup"

	"stint/shared/domain"
	"stint/shared/domain/reports"
	"stint/shared/domain/timelog"
	"stint/shared/store/moneydb"
	"stint/shared/store/timedb"
)

// reportForm is the form of the totals for summaries.
type reportForm struct{ Reports }

// first begins a new generation, so that no month of another one counts.
func (reportForm) first(w Workspace, was reports.TotalsState) reports.TotalsState {
	return reports.TotalsState{Zone: w.Zone, Rounding: &w.Rounding, Form: reports.ReportForm, Generation: was.Version + 1}
}

func (reportForm) fits(state reports.TotalsState, w Workspace) bool {
	return state.Form == reports.ReportForm && state.Zone == w.Zone && state.Rounding != nil &&
		*state.Rounding == w.Rounding
}

// maxPacked is the most that a month may have, in bytes. A larger one has no days.
const maxPacked = 300_000

// pack gives a month its lines.
func pack(m reports.ReportMonth, lines []reports.ReportLine) reports.ReportMonth {
	m.Packed, m.IsTooLarge, m.Sums = reports.PackLines(lines), false, nil
	if len(m.Packed) > maxPacked {
		return m.WithKinds(reports.KindsOf(m.Month, lines))
	}
	return m
}

// monthToSum is a user's month of which some days changed.
type monthToSum struct {
	moneydb.UserMonthID
	days []domain.DaySpan
}

// How many months are read, and then written, together; and of how many the entries are read at the same time.
const (
	monthsTogether = 25
	readersOfDays  = 8
)

// sumChanged implements form.
func (r reportForm) sumChanged(ctx context.Context, w Workspace, all map[domain.ID][]domain.DaySpan, f *fence) error {
	var months []monthToSum
	for _, user := range slices.Sorted(maps.Keys(all)) {
		of, err := r.monthsOf(ctx, w, user, all[user])
		if err != nil {
			return err
		}
		months = append(months, of...)
	}
	for part := range slices.Chunk(months, monthsTogether) {
		if err := r.sumTogether(ctx, w, part, f); err != nil {
			return err
		}
	}
	return nil
}

// monthsOf are the months of a user with the days that are to be summed up.
func (r reportForm) monthsOf(ctx context.Context, w Workspace, user domain.ID,
	spans []domain.DaySpan) (all []monthToSum, err error) {
	for _, days := range spans {
		months, err := r.keeper().monthsToSum(ctx, w, user, days)
		if err != nil {
			return nil, err
		}
		for _, m := range months {
			part := domain.DaySpan{First: max(days.First, m.First()), Last: min(days.Last, m.Last())}
			if n := len(all); n > 0 && all[n-1].Month == m {
				all[n-1].days = append(all[n-1].days, part)
			} else {
				all = append(all, monthToSum{moneydb.UserMonthID{User: user, Month: m}, []domain.DaySpan{part}})
			}
		}
	}
	return all, nil
}

// sumTogether sums up the days of some months, and writes the months that have changed. It reads the months before the
// entries, as for budgets, and the entries of several users at the same time.
func (r reportForm) sumTogether(ctx context.Context, w Workspace, part []monthToSum, f *fence) error {
	ids := make([]moneydb.UserMonthID, len(part))
	for i, m := range part {
		ids[i] = m.UserMonthID
	}
	state, was, err := r.Store.ReportMonthsFor(ctx, w.ID, ids)
	if err == nil {
		err = f.check(state)
	}
	if err != nil {
		return err
	}
	if !r.fits(state, w) {
		return errSettingsChanged
	}
	now := make([]reports.ReportMonth, len(part))
	g, gctx := errgroup.WithContext(ctx)
	g.SetLimit(readersOfDays)
	for i, m := range part {
		g.Go(func() (err error) {
			now[i], err = r.sumMonth(gctx, w, was[i], m.days)
			return err
		})
	}
	if err := g.Wait(); err != nil {
		return err
	}
	var changed []reports.ReportMonth
	for i, m := range now {
		if !m.Equal(was[i]) {
			changed = append(changed, m)
		}
	}
	if len(changed) == 0 {
		return nil
	}
	state, err = r.Store.WriteReportMonths(ctx, w.ID, state, state, changed...)
	f.version = state.Version
	return err
}

// sumMonth is a month with some days as their entries are. Of a month that was too large it sums up all days.
func (r reportForm) sumMonth(ctx context.Context, w Workspace, was reports.ReportMonth,
	spans []domain.DaySpan) (reports.ReportMonth, error) {
	if was.IsTooLarge {
		spans = []domain.DaySpan{{First: was.Month.First(), Last: was.Month.Last()}}
	}
	lines, err := was.Lines()
	for _, days := range spans {
		if err != nil {
			return was, err
		}
		var summed []reports.ReportLine
		summed, err = r.readDays(ctx, w, was.UserID, days)
		lines = reports.ReplaceDays(lines, days, summed)
	}
	return pack(was, lines), err
}

// readDays sums up the entries of some days of a user.
func (r reportForm) readDays(ctx context.Context, w Workspace, user domain.ID,
	days domain.DaySpan) ([]reports.ReportLine, error) {
	zone := w.Zone.Location()
	from, to := days.First.StartOfDay(zone), days.Last.AddDays(1).StartOfDay(zone)
	sums := reports.NewReportLines(zone, w.Rounding)
	entries := timedb.EntryRange{User: user, Span: timelog.Span{From: &from, To: &to}}
	err := r.Store.WalkEntries(ctx, w.ID, entries, func(e timelog.Entry) error {
		sums.Add(e)
		return nil
	})
	return sums.Lines(), err
}

// buildUser implements form. It reads the state before the entries, and writes month after
// month while it reads them. The state names the last month, and a later call continues
// after it.
func (r reportForm) buildUser(ctx context.Context, w Workspace, user domain.ID) error {
	return retryWrite(ctx, func() error {
		state, err := r.Store.TotalsState(ctx, w.ID, moneydb.TotalsOfReports)
		if err != nil {
			return err
		}
		if !r.fits(state, w) {
			return errSettingsChanged
		}
		b := userBuild{reportForm: r, w: w, user: user, state: state}
		if err := r.Store.WalkEntries(ctx, w.ID, b.rest(), func(e timelog.Entry) error { return b.add(ctx, e) }); err != nil {
			return err
		}
		return b.flush(ctx)
	})
}

// userBuild makes the months of a user from entries in the order of their start.
type userBuild struct {
	reportForm
	w     Workspace
	user  domain.ID
	state reports.TotalsState
	month domain.Month
	sums  *reports.ReportLines // of the month; nil before the first entry
}

// rest is the time of the user that is not built.
func (b *userBuild) rest() timedb.EntryRange {
	all := timedb.EntryRange{User: b.user}
	if b.state.PartUser == b.user {
		from := b.state.PartMonth.Next().First().StartOfDay(b.w.Zone.Location())
		all.From = &from
	}
	return all
}

func (b *userBuild) add(ctx context.Context, e timelog.Entry) error {
	zone := b.w.Zone.Location()
	if m := domain.MonthOf(e.StartedAt.DayIn(zone)); b.sums == nil || m != b.month {
		if err := b.flush(ctx); err != nil {
			return err
		}
		b.month, b.sums = m, reports.NewReportLines(zone, b.w.Rounding)
	}
	b.sums.Add(e)
	return nil
}

// flush writes the month.
func (b *userBuild) flush(ctx context.Context) (err error) {
	if b.sums == nil {
		return nil
	}
	next := b.state
	next.PartUser, next.PartMonth = b.user, b.month
	month := pack(reports.ReportMonth{UserID: b.user, Month: b.month}, b.sums.Lines())
	b.state, err = b.Store.WriteReportMonths(ctx, b.w.ID, b.state, next, month)
	return err
}
