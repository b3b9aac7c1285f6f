// Package reports sums up entries: for summaries, and as running totals.
package reports

import (
	"cmp"
	"slices"
	"strconv"
	"time"

	"stint/shared/domain"
	"stint/shared/domain/timelog"
)

// Bounds of reports and exports.
const (
	MaxReportSpan    = 366 * 24 * time.Hour
	MaxReportEntries = 100_000  // entries that are read
	MaxReportBytes   = 64 << 20 // of these entries, as ReportBytes measures them
	maxReportGroups  = 100_000  // of a report with several groupings
)

// Grouping says by what a report groups entries.
type Grouping string

// The groupings.
const (
	ByUser    Grouping = "user"
	ByProject Grouping = "project"
	ByClient  Grouping = "client"
	ByTask    Grouping = "task"
	ByTag     Grouping = "tag"
	ByDay     Grouping = "day"
	ByRate    Grouping = "rate"    // of billable time; all other time has none
	ByInvoice Grouping = "invoice" // the mark of invoiced entries
)

// GroupKey names a group: for each grouping, in order, an id, a date, a rate in minor units or a mark; "" is none. Keys
// without a grouping are "".
type GroupKey [domain.MaxGroupings]string

// Report sums up finished entries, each with its seconds rounded. Its memory
// grows with the groups, not with the entries. Make one with NewReport.
type Report struct {
	by       []Grouping
	zone     *time.Location
	rounding domain.Rounding
	groups   map[sumKey]sum
	total    map[sumKey]sum
}

// sumKey is the unit of summing. It includes the project, because the visibility
// of amounts depends on it, and the currency, because amounts of different
// currencies cannot be added.
type sumKey struct {
	key      GroupKey
	project  domain.ID
	currency domain.Currency
}

type sum struct {
	seconds, billable, amount int64
	rate                      oneRate
}

func (s sum) plus(o sum) sum {
	return sum{s.seconds + o.seconds, s.billable + o.billable, s.amount + o.amount, s.rate.and(o.rate)}
}

// oneRate is the rate that all of some time has. The zero value is that of no time.
type oneRate struct {
	rate    int64
	isKnown bool // there is time
	isNone  bool // some of it has no rate, or another one
}

// rateOf is the rate of an entry: that of billable time.
func rateOf(e timelog.Entry) oneRate {
	if !e.IsBillable || e.HourlyRate == nil {
		return oneRate{isKnown: true, isNone: true}
	}
	return oneRate{rate: *e.HourlyRate, isKnown: true}
}

// and is the rate of both times together.
func (r oneRate) and(o oneRate) oneRate {
	switch {
	case !r.isKnown:
		return o
	case !o.isKnown, r == o:
		return r
	}
	return oneRate{isKnown: true, isNone: true}
}

// orNull is the rate, or nil where there is not one.
func (r oneRate) orNull() *int64 {
	if !r.isKnown || r.isNone {
		return nil
	}
	return &r.rate
}

// NewReport makes an empty report with one to MaxGroupings groupings, each once. Days are
// those of the zone.
func NewReport(by []Grouping, zone *time.Location, r domain.Rounding) *Report {
	return &Report{by: by, zone: zone, rounding: r, groups: map[sumKey]sum{}, total: map[sumKey]sum{}}
}

// Add counts an entry: once under each of its tags, once in the total, and
// entirely on the day of its start. A running timer does not count.
func (r *Report) Add(e timelog.Entry) {
	if !e.Running() {
		seconds := r.rounding.Apply(e.Seconds(*e.StoppedAt))
		r.AddSum(e, seconds, e.AmountFor(seconds))
	}
}

// AddSum counts entries that do not differ from e in what a report groups by. The
// seconds and the amount are theirs, after rounding.
func (r *Report) AddSum(e timelog.Entry, seconds, amount int64) {
	one := sum{seconds: seconds, amount: amount, rate: rateOf(e)}
	if e.IsBillable {
		one.billable = seconds
	}
	at := sumKey{project: e.ProjectID, currency: e.Currency}
	r.total[at] = r.total[at].plus(one)
	for _, key := range r.groupKeys(e) {
		at.key = key
		r.groups[at] = r.groups[at].plus(one)
	}
}

// Groups reports whether the report has a grouping.
func (r *Report) Groups(by Grouping) bool { return slices.Contains(r.by, by) }

// GroupsOnly reports whether every grouping of the report is one of these.
func (r *Report) GroupsOnly(by ...Grouping) bool {
	return !slices.ContainsFunc(r.by, func(one Grouping) bool { return !slices.Contains(by, one) })
}

// TooLarge reports whether the report has more groups than it may. Only several groupings
// together can have so many.
func (r *Report) TooLarge() bool { return len(r.by) > 1 && len(r.groups) > maxReportGroups }

// groupKeys are the groups that an entry counts in: one, or one for each tag. An entry
// does not name its client, so Rows groups by client.
func (r *Report) groupKeys(e timelog.Entry) []GroupKey {
	keys := []GroupKey{{}}
	for i, by := range r.by {
		if tags := idStrings(e.TagIDs); by == ByTag && len(tags) > 0 {
			keys = slices.Repeat(keys, len(tags))
			for n, tag := range tags {
				keys[n][i] = tag
			}
			continue
		}
		for n := range keys {
			keys[n][i] = r.keyOf(e, by)
		}
	}
	return keys
}

// keyOf is the key of an entry for a grouping that has one.
func (r *Report) keyOf(e timelog.Entry, by Grouping) string {
	switch by {
	case ByUser:
		return string(e.UserID)
	case ByProject:
		return string(e.ProjectID)
	case ByTask:
		return string(e.TaskID)
	case ByDay:
		return e.StartedAt.In(r.zone).Format(time.DateOnly)
	case ByInvoice:
		return string(e.Invoice)
	case ByRate:
		if rate := rateOf(e).orNull(); rate != nil {
			return strconv.FormatInt(*rate, 10)
		}
	}
	return ""
}

func idStrings(ids []domain.ID) []string {
	all := make([]string, len(ids))
	for i, id := range ids {
		all[i] = string(id)
	}
	return all
}

// ProjectIDs are the projects of the entries that were added, in no order.
func (r *Report) ProjectIDs() []domain.ID {
	var all []domain.ID
	seen := map[domain.ID]bool{"": true}
	for at := range r.total {
		if !seen[at.project] {
			seen[at.project] = true
			all = append(all, at.project)
		}
	}
	return all
}

// GroupIDs are the ids of the groups of one grouping, without "", in no order. It does
// not list clients.
func (r *Report) GroupIDs(by Grouping) []domain.ID {
	var all []domain.ID
	i, seen := slices.Index(r.by, by), map[string]bool{"": true}
	for at := range r.groups {
		if i >= 0 && !seen[at.key[i]] {
			seen[at.key[i]] = true
			all = append(all, domain.ID(at.key[i]))
		}
	}
	return all
}

// ProjectLookup answers what a report needs to know about projects. The project
// "" is for entries without a project.
type ProjectLookup struct {
	AmountsShown func(project domain.ID) bool      // whether rates and amounts of the project are shown to the caller
	ClientOf     func(project domain.ID) domain.ID // called with ByClient only; "" is none
}

// Sums are the sums of some of the entries.
type Sums struct {
	Seconds         int64
	BillableSeconds int64
	Amount          *int64 // minor units; nil if it includes an amount that is not shown
}

func (s *Sums) add(o sum, shown bool) {
	s.Seconds += o.seconds
	s.BillableSeconds += o.billable
	if !shown {
		s.Amount = nil
	} else if s.Amount != nil {
		*s.Amount += o.amount
	}
}

// ReportRow is one group, or the part of it in one currency.
type ReportRow struct {
	Key      GroupKey
	Currency domain.Currency
	Sums
	HourlyRate *int64 // of all its time, minor units; nil if it has several, or none, or one that is not shown
	rate       oneRate
}

// rowKey is what the groups of one row have in common.
type rowKey struct {
	key      GroupKey
	currency domain.Currency
}

// rowKeyOf is the row of a group: projects of one client share a row of the client, and rates that are not shown one
// without a rate.
func (r *Report) rowKeyOf(at sumKey, projects ProjectLookup) rowKey {
	to := rowKey{at.key, at.currency}
	if client := slices.Index(r.by, ByClient); client >= 0 {
		to.key[client] = string(projects.ClientOf(at.project))
	}
	if rate := slices.Index(r.by, ByRate); rate >= 0 && !projects.AmountsShown(at.project) {
		to.key[rate] = ""
	}
	return to
}

// addGroup adds the sum of a group. Without shown, its rate and amount are left out.
func (r *ReportRow) addGroup(s sum, shown bool) {
	r.add(s, shown)
	if !shown {
		s.rate = oneRate{isKnown: true, isNone: true}
	}
	r.rate = r.rate.and(s.rate)
}

// Rows are the groups, split by currency, sorted by key. Groups of one client are joined. Rates and amounts that are
// not shown are left out.
func (r *Report) Rows(projects ProjectLookup) []ReportRow {
	rows := map[rowKey]*ReportRow{}
	for at, s := range r.groups {
		to := r.rowKeyOf(at, projects)
		if rows[to] == nil {
			rows[to] = &ReportRow{Key: to.key, Currency: to.currency, Sums: Sums{Amount: new(int64)}}
		}
		rows[to].addGroup(s, projects.AmountsShown(at.project))
	}
	all := make([]ReportRow, 0, len(rows))
	for _, row := range rows {
		row.HourlyRate = row.rate.orNull()
		all = append(all, *row)
	}
	slices.SortFunc(all, func(a, b ReportRow) int {
		return cmp.Or(slices.Compare(a.Key[:], b.Key[:]), cmp.Compare(a.Currency, b.Currency))
	})
	return all
}

// Total is the sum of all entries. Its amount includes only those in the given
// currency.
func (r *Report) Total(c domain.Currency, projects ProjectLookup) Sums {
	total := Sums{Amount: new(int64)}
	for at, s := range r.total {
		if at.currency != c {
			s.amount = 0
		}
		total.add(s, at.currency != c || projects.AmountsShown(at.project))
	}
	return total
}
