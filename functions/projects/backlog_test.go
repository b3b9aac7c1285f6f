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
	var items, moves, more []object
	for i := range 40 { // each moves to months of its own, and back
		id := domain.NewID()
		start := time.Date(2000, 1, 1+i, 9, 0, 0, 0, time.UTC)
		items = append(items, object{"id": id, "startedAt": start.Format(time.RFC3339),
			"stoppedAt": start.Add(time.Hour).Format(time.RFC3339)})
		for at, all := range map[time.Time]*[]object{start.AddDate(10, i, 0): &moves, start.AddDate(20, i, 0): &more} {
			*all = append(*all, object{"id": id, "startedAt": at.Format(time.RFC3339),
				"stoppedAt": at.Add(time.Hour).Format(time.RFC3339)})
		}
	}
	for _, all := range [][]object{items, moves, more, items} {
		owner.Post("/api/entries:bulk", object{"items": all}).OK()
	}
	api.Clock.Advance(20 * time.Minute)
	var days []domain.DaySpan
	reads := 0
	for isMore := true; isMore; reads++ {
		read, err := times.ChangedTime(t.Context(), w, position)
		if err != nil {
			t.Fatal(err)
		}
		for _, all := range read.Days {
			days = append(days, all...)
		}
		if n := read.Months(); n > 50 {
			t.Errorf("one read has %d months", n)
		}
		if early := changed.Plus(-5 * time.Second); read.More &&
			(read.Certain.Before(early.Time) || read.Certain.After(changed.Time)) {
			t.Errorf("certain up to %s, the changes are of %s", read.Certain, changed)
		}
		position, isMore = read.Next, read.More
	}
	if reads < 3 {
		t.Errorf("%d reads", reads)
	}
	days = domain.MergeDays(days)
	for _, e := range slices.Concat(items, moves, more) {
		day := domain.Date(e["startedAt"].(string)[:len("2006-01-02")])
		if !slices.ContainsFunc(days, func(d domain.DaySpan) bool { return d.First <= day && day <= d.Last }) {
			t.Errorf("%s is not in %v", day, days)
		}
	}
}
