package projects_test

import (
	"slices"
	"testing"
	"time"

	"stint/internal/apitest"
	"stint/shared/changes"
	"stint/shared/domain"
)

// TestChangesAreReadInSmallSteps checks that one read of the changes has few days to sum up,
// that all changes are read, and that before the end it is certain up to the changes themselves.
func TestChangesAreReadInSmallSteps(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	times, w := changes.Times{Feed: changes.New(api.Deps.Store, api.Clock.Now)}, domain.ID(owner.WorkspaceID)
	api.Clock.Advance(10 * time.Minute)
	position, err := times.FromNow(t.Context(), w)
	if err != nil {
		t.Fatal(err)
	}
	api.Clock.Advance(time.Minute)
	changed := domain.InstantOf(api.Clock.Now())
	var items, moves []object
	for i := range 40 { // each moves by many years, there and back
		id := domain.NewID()
		start := time.Date(2000, 1, 1+i, 9, 0, 0, 0, time.UTC)
		items = append(items, object{"id": id, "startedAt": start.Format(time.RFC3339),
			"stoppedAt": start.Add(time.Hour).Format(time.RFC3339)})
		later := start.AddDate(i%3*10, 0, 0)
		moves = append(moves, object{"id": id, "startedAt": later.Format(time.RFC3339),
			"stoppedAt": later.Add(time.Hour).Format(time.RFC3339)})
	}
	for _, all := range [][]object{items, moves, items} {
		owner.Post("/api/entries:bulk", object{"items": all}).OK()
	}
	api.Clock.Advance(20 * time.Minute)
	var days []domain.DaySpan
	reads := 0
	for more := true; more; reads++ {
		read, err := times.ChangedTime(t.Context(), w, position)
		if err != nil {
			t.Fatal(err)
		}
		spans := 0
		for _, all := range read.Days {
			for _, span := range all {
				spans++
				days = append(days, span)
			}
		}
		if n := read.Months(); spans > 25 || n > 50 && spans > 1 {
			t.Errorf("one read has %d months in %d spans", n, spans)
		}
		if early := changed.Plus(-5 * time.Second); read.More &&
			(read.Certain.Before(early.Time) || read.Certain.After(changed.Time)) {
			t.Errorf("certain up to %s, the changes are of %s", read.Certain, changed)
		}
		position, more = read.Next, read.More
	}
	if reads < 3 {
		t.Errorf("%d reads", reads)
	}
	days = domain.MergeDays(days)
	for _, e := range append(items, moves...) {
		day := domain.Date(e["startedAt"].(string)[:len("2006-01-02")])
		if !slices.ContainsFunc(days, func(d domain.DaySpan) bool { return d.First <= day && day <= d.Last }) {
			t.Errorf("%s is not in %v", day, days)
		}
	}
}
