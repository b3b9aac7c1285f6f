package importer

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"github.com/google/uuid"
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
func (r *run) compare(ctx context.Context) error {
	r.result.Compared = ComparedAnswers
	if r.listed {
		if err := r.readUntilSettled(ctx); err != nil {
			return err
		}
	}
	r.listDifferences()
	return nil
}

func (r *run) listDifferences() {
	for _, key := range r.keys() {
		if want, got := r.want[key].seconds, r.got[key].seconds; want != got {
			r.result.Differences = append(r.result.Differences, r.difference(key, "seconds", want, got, ""))
		}
		if missing := r.rated[key].amount; missing != 0 {
			got := r.got[key].amount
			r.result.Differences = append(r.result.Differences, r.difference(key, "amount", got+missing, got, r.place.currency))
		}
		if more := r.inexact[key].amount; more != 0 {
			made := r.got[key].amount + r.rated[key].amount
			r.result.Inexact = append(r.result.Inexact, r.difference(key, "amount", made+more, made, r.place.currency))
		}
	}
}

// keys are all groups, in the order in which they are listed.
func (r *run) keys() []sumKey {
	all := maps.Clone(r.want)
	maps.Copy(all, r.got)
	return slices.SortedFunc(maps.Keys(all), func(a, b sumKey) int {
		return cmp.Or(cmp.Compare(a.month, b.month), cmp.Compare(a.user.String(), b.user.String()), cmp.Compare(a.project.String(), b.project.String()))
	})
}

func (r *run) difference(key sumKey, what string, want, got int64, currency string) Difference {
	return Difference{
		Month: key.month, Person: r.nameOfUser(key.user), Project: r.nameOfProject(key.project),
		What: what, Files: want, Service: got, Currency: currency,
	}
}

func (r *run) nameOfUser(id uuid.UUID) string {
	for _, m := range r.people.byAddress {
		if m.UserId == id {
			return m.DisplayName
		}
	}
	return id.String()
}

// notSeen names a project of an entry that the key's user does not see.
const notSeen = "a project that you do not see"

// nameOfProject is "" for no project only. The entry of a row that is refused may be on a project that
// the files do not name.
func (r *run) nameOfProject(id uuid.UUID) string {
	if id == uuid.Nil {
		return ""
	}
	for _, p := range r.catalog.projects {
		if p.id == id {
			return p.label
		}
	}
	return cmp.Or(r.seen[id], notSeen)
}
