package totals

import (
	"bytes"
	"context"

	"stint/shared/domain"
	"stint/shared/domain/reports"
	"stint/shared/domain/timelog"
	"stint/shared/store/timedb"
)

// reportForm is the form of the totals for summaries.
type reportForm struct{ Reports }

func (r reportForm) readState(ctx context.Context, w domain.ID) (reports.TotalsState, error) {
	return r.Store.ReportState(ctx, w)
}

func (r reportForm) writeState(ctx context.Context, w domain.ID, was, now reports.TotalsState) error {
	return r.Store.ChangeReportState(ctx, w, was, now)
}

func (r reportForm) queueState(ctx context.Context, w domain.ID, was, now reports.TotalsState) error {
	return r.Store.QueueReportTotals(ctx, w, was, now)
}

// first begins a new generation, so that no month of another one counts.
func (reportForm) first(w Workspace, was reports.TotalsState) reports.TotalsState {
	return reports.TotalsState{Zone: w.Zone, Rounding: &w.Rounding, Form: reports.ReportForm, Generation: was.Version + 1}
}

func (reportForm) fits(state reports.TotalsState, w Workspace) bool {
	return state.Form == reports.ReportForm && state.Zone == w.Zone && state.Rounding != nil &&
		*state.Rounding == w.Rounding
}

// maxPacked is the most that a month may have, in bytes. A larger one has no totals.
const maxPacked = 300_000

// pack gives a month its lines.
func pack(m reports.ReportMonth, lines []reports.ReportLine) reports.ReportMonth {
	m.Packed, m.IsTooLarge = reports.PackLines(lines), false
	if len(m.Packed) > maxPacked {
		m.Packed, m.IsTooLarge = nil, true
	}
	return m
}

// sumDaysOfMonth implements form. It reads the month before the entries, as for
// budgets. Of a month that was too large it sums up all days.
func (r reportForm) sumDaysOfMonth(ctx context.Context, w Workspace, user domain.ID, m domain.Month,
	days domain.DaySpan, f *fence) error {
	state, was, err := r.Store.ReportMonth(ctx, w.ID, user, m)
	if err == nil {
		err = f.check(state)
	}
	if err != nil {
		return err
	}
	if !r.fits(state, w) {
		return errSettingsChanged
	}
	if was.IsTooLarge {
		days = domain.DaySpan{First: m.First(), Last: m.Last()}
	}
	lines, err := was.Lines()
	if err != nil {
		return err
	}
	summed, err := r.readDays(ctx, w, user, days)
	if err != nil {
		return err
	}
	now := pack(was, reports.ReplaceDays(lines, days, summed))
	if bytes.Equal(now.Packed, was.Packed) && now.IsTooLarge == was.IsTooLarge {
		return nil
	}
	if _, err = r.Store.WriteReportMonth(ctx, w.ID, state, now); err == nil {
		f.wrote()
	}
	return err
}

// readDays sums up the entries of some days of a user.
func (r reportForm) readDays(ctx context.Context, w Workspace, user domain.ID,
	days domain.DaySpan) ([]reports.ReportLine, error) {
	zone := w.Zone.Location()
	from, to := days.First.StartOfDay(zone), days.Last.AddDays(1).StartOfDay(zone)
	sums := reports.NewReportLines(zone, w.Rounding)
	entries := timedb.EntryRange{User: user, Span: timedb.Span{From: &from, To: &to}}
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
		state, err := r.Store.ReportState(ctx, w.ID)
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
	b.state.PartUser, b.state.PartMonth = b.user, b.month
	month := pack(reports.ReportMonth{UserID: b.user, Month: b.month}, b.sums.Lines())
	b.state, err = b.Store.WriteReportMonth(ctx, b.w.ID, b.state, month)
	return err
}
