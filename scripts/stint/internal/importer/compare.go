package importer

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"net/http"
	"slices"
	"time"

	"github.com/google/uuid"

	"stint/scripts/stint/internal/when"
	"stint/shared/client"
	"stint/shared/client/api"
)

// How the sums were compared.
const (
	ComparedReports = "reports" // with the service's reports, less the time of others in the period
	ComparedEntries = "entries" // with the entries, read again
	ComparedAnswers = "answers" // with what the service answered to each batch
)

// Difference is a sum that is not as in the files.
type Difference struct {
	Month    string `json:"month"`
	Person   string `json:"person"`
	Project  string `json:"project"`
	What     string `json:"what"` // seconds, or amount
	Files    int64  `json:"files"`
	Service  int64  `json:"service"`
	Currency string `json:"currency,omitempty"`
}

// compare compares the sums of each person, project and month with those of the service. Amounts
// are compared where the files have billable time with rates.
func (x *run) compare(ctx context.Context) error {
	x.result.Compared = ComparedAnswers
	if x.match.knowsAll {
		if err := x.readUntilSettled(ctx); err != nil {
			return err
		}
	}
	x.listDifferences()
	return nil
}

func (x *run) listDifferences() {
	for _, key := range x.keys() {
		if want, got := x.want[key].seconds, x.got[key].seconds; want != got {
			x.result.Differences = append(x.result.Differences, x.difference(key, "seconds", want, got, ""))
		}
		if missing := x.rated[key].amount; missing != 0 {
			got := x.got[key].amount
			x.result.Differences = append(x.result.Differences,
				x.difference(key, "amount", got+missing, got, x.to.workspace.currency))
		}
		if more := x.inexact[key].amount; more != 0 {
			made := x.got[key].amount + x.rated[key].amount
			x.result.Inexact = append(x.result.Inexact, x.difference(key, "amount", made+more, made, x.to.workspace.currency))
		}
	}
}

// keys are all groups, in the order in which they are listed.
func (x *run) keys() []sumKey {
	all := maps.Clone(x.want)
	maps.Copy(all, x.got)
	return slices.SortedFunc(maps.Keys(all), func(a, b sumKey) int {
		return cmp.Or(cmp.Compare(a.month, b.month), cmp.Compare(a.user.String(), b.user.String()),
			cmp.Compare(a.project.String(), b.project.String()))
	})
}

func (x *run) difference(key sumKey, what string, want, got int64, currency string) Difference {
	return Difference{
		Month: key.month, Person: cmp.Or(x.to.people.memberBy(key.user).DisplayName, key.user.String()),
		Project: x.nameOfProject(key.project), What: what, Files: want, Service: got, Currency: currency,
	}
}

// notSeen names a project of an entry that the key's user does not see.
const notSeen = "a project that you do not see"

// nameOfProject is "" for no project only. The entry of a row that is refused may be on a project that
// the files do not name.
func (x *run) nameOfProject(id uuid.UUID) string {
	if id == uuid.Nil {
		return ""
	}
	for p := range x.files.catalog.of(projectKind) {
		if p.id == id {
			return p.label
		}
	}
	return cmp.Or(x.to.records.names[id], notSeen)
}

// readings bounds how often the sums are read. Lists and reports may lag behind writes.
const readings = 3

// readUntilSettled reads the sums until they are those of the answers to the batches.
func (x *run) readUntilSettled(ctx context.Context) error {
	answered := maps.Clone(x.got)
	for n := range readings {
		if n > 0 {
			if err := x.to.options.Wait(ctx); err != nil {
				return err
			}
		}
		if err := x.readBack(ctx, answered); err != nil || maps.Equal(x.got, answered) {
			return err
		}
	}
	for key, was := range answered { // an amount that was answered and is not there
		x.rated.add(key, 0, was.amount-x.got[key].amount)
	}
	return nil
}

// readBack replaces what the service answered by what it has now: the reports of each month, less
// the time that is not of the files. Where these differ, which they also do where reports round, the
// entries of the month are read.
func (x *run) readBack(ctx context.Context, answered sums) error {
	x.result.Compared, x.got = ComparedReports, maps.Clone(answered)
	for _, month := range x.months() {
		same, err := x.isAsReported(ctx, month)
		if err != nil {
			return err
		}
		if !same {
			x.result.Compared = ComparedEntries
			if err := x.readMonth(ctx, month); err != nil {
				return err
			}
		}
	}
	return nil
}

func (x *run) months() []string {
	all := map[string]bool{}
	for key := range x.want {
		all[key.month] = true
	}
	return slices.Sorted(maps.Keys(all))
}

// period is when a month begins and ends.
func (x *run) period(month string) (from, to time.Time) {
	first, _ := time.Parse("2006-01", month)
	return when.StartOfDay(first, x.to.workspace.zone), when.StartOfDay(first.AddDate(0, 1, 0), x.to.workspace.zone)
}

// isAsReported reports whether the report of a month has what the service answered, and the time
// of others.
func (x *run) isAsReported(ctx context.Context, month string) (bool, error) {
	from, to := x.period(month)
	from, to = latest(from, x.files.first), first(to, x.files.last)
	report, err := client.Get(x.to.ReportsSummaryWithResponse(ctx,
		&api.ReportsSummaryParams{From: &from, To: &to, GroupBy: []api.ReportsSummaryParamsGroupBy{"user", "project"}}))
	if p, ok := errors.AsType[*client.Problem](err); ok && p.Status == http.StatusUnprocessableEntity {
		return false, nil // a month of more entries than a report takes
	}
	if err != nil {
		return false, err
	}
	reported := sums{}
	for _, group := range report.Items {
		if key, ok := keyOfGroup(group, month); ok {
			reported.add(key, group.Seconds, orZero(group.Amount))
		}
	}
	for _, all := range []sums{x.got, x.others} {
		for key, s := range all {
			if key.month == month {
				reported.add(key, -s.seconds, -s.amount)
			}
		}
	}
	for _, left := range reported {
		if left != (sum{}) {
			return false, nil
		}
	}
	return true, nil
}

func keyOfGroup(group api.ReportGroup, month string) (sumKey, bool) {
	if len(group.Keys) != 2 {
		return sumKey{}, false
	}
	var ids [2]uuid.UUID
	for i, k := range group.Keys {
		if k.Key != nil && ids[i].UnmarshalText([]byte(*k.Key)) != nil {
			return sumKey{}, false
		}
	}
	return sumKey{user: ids[0], project: ids[1], month: month}, true
}

// readMonth reads the entries of a month again and sums up those of the files.
func (x *run) readMonth(ctx context.Context, month string) error {
	from, to := x.period(month)
	maps.DeleteFunc(x.got, func(key sumKey, _ sum) bool { return key.month == month })
	return client.ForEach(client.All(ctx, x.to.EntriesListWithResponse,
		&api.EntriesListParams{From: &from, To: &to}), func(e api.Entry) {
		if x.match.rowIDs[e.Id] {
			x.to.workspace.addTo(x.got, entryOf(e))
		}
	})
}
