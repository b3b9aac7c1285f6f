package importer_test

import (
	"fmt"
	"testing"
	"time"

	"stint/scripts/stint/internal/importer"
	"stint/scripts/stint/internal/timefile"
)

// starts are the starts of all entries by their descriptions, in Berlin.
func (x *trial) starts() map[string]string {
	x.t.Helper()
	zone, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		x.t.Fatal(err)
	}
	all := map[string]string{}
	for _, e := range x.list() {
		at, err := time.Parse(time.RFC3339, e["started_at"].(string))
		if err != nil {
			x.t.Fatal(err)
		}
		all[e["description"].(string)] = at.In(zone).Format("01-02 15:04")
	}
	return all
}

func (x *trial) startsAre(want map[string]string) {
	x.t.Helper()
	if got := x.starts(); fmt.Sprint(got) != fmt.Sprint(want) {
		x.t.Errorf("%v, want %v", got, want)
	}
}

// Entries without clock times follow each other from 9:00 in the zone of the workspace, on days on
// which the clock changes, too. One that would start on the next day starts with its own day.
func TestLaidEntries(t *testing.T) {
	t.Parallel()
	x := newTrial(t)
	x.imports(
		laid("a", "2026-03-29", 2), laid("b", "2026-03-29", 0.25), laid("c", "2026-03-29", 20), laid("d", "2026-03-29", 1),
		laid("e", "2026-03-29", 1), laid("f", "2025-10-26", 15), laid("g", "2025-10-26", 1), laid("h", "2025-10-27", 1))
	x.startsAre(map[string]string{
		"a": "03-29 09:00", "b": "03-29 11:00", "c": "03-29 11:15", "d": "03-29 00:00", "e": "03-29 01:00",
		"f": "10-26 09:00", "g": "10-26 00:00", "h": "10-27 09:00",
	})
}

// Each person has a day of their own.
func TestLaidForEachPerson(t *testing.T) {
	t.Parallel()
	x := newTrial(t)
	member := x.owner.AddMember("bob", "user")
	of := func(r timefile.Row) timefile.Row {
		r.Person.Email = member.Email
		return r
	}
	x.imports(laid("a", "2026-06-01", 2), of(laid("b", "2026-06-01", 1)), laid("c", "2026-06-01", 1),
		of(laid("d", "2026-06-01", 1)))
	x.startsAre(map[string]string{"a": "06-01 09:00", "b": "06-01 09:00", "c": "06-01 11:00", "d": "06-01 10:00"})
}

// In a longer file of a later day, entries that are there already stay where they are, wherever
// the new rows are. One whose duration changed comes after them.
func TestLaidEntriesStay(t *testing.T) {
	t.Parallel()
	x := newTrial(t)
	x.imports(laid("a", "2026-06-01", 2), laid("b", "2026-06-01", 1))
	_, result := x.imports(laid("new", "2026-06-01", 3), laid("a", "2026-06-01", 2), laid("b", "2026-06-01", 1))
	if counts(result) != [3]int{1, 0, 2} {
		t.Errorf("%+v", result)
	}
	x.startsAre(map[string]string{"a": "06-01 09:00", "b": "06-01 11:00", "new": "06-01 12:00"})
	_, result = x.imports(laid("new", "2026-06-01", 3), laid("a", "2026-06-01", 4), laid("b", "2026-06-01", 1))
	if counts(result) != [3]int{0, 1, 2} {
		t.Errorf("%+v", result)
	}
	x.startsAre(map[string]string{"a": "06-01 15:00", "b": "06-01 11:00", "new": "06-01 12:00"})
}

// An entry that is shorter now stays where it is, and so does the last one of a day that is longer.
func TestCorrectedLaidEntriesStay(t *testing.T) {
	t.Parallel()
	x := newTrial(t)
	x.imports(laid("a", "2026-06-01", 2), laid("b", "2026-06-01", 1))
	x.imports(laid("a", "2026-06-01", 1), laid("b", "2026-06-01", 3), laid("new", "2026-06-01", 1))
	x.startsAre(map[string]string{"a": "06-01 09:00", "b": "06-01 11:00", "new": "06-01 14:00"})
}

// An entry without a clock time whose time of the day would reach into the future is not written.
func TestLaidIntoTheFuture(t *testing.T) {
	t.Parallel()
	x := newTrial(t)
	_, result, err := x.try(laid("a", x.options.Now().Format(time.DateOnly), 24))
	if err != nil || result.Created != 0 || len(result.Refused) != 1 ||
		result.Refused[0].Reason != "the entry ends in the future" {
		t.Errorf("%+v, %v", result, err)
	}
}

// A run leaves the plan as it was: applied again, it gives the entries the same times.
func TestAppliedAgain(t *testing.T) {
	t.Parallel()
	x := newTrial(t)
	x.options.Files = []timefile.File{fileOf(laid("a", "2026-06-01", 2), laid("b", "2026-06-01", 1))}
	planned, err := importer.Prepare(x.t.Context(), x.client(), x.options)
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if result, err := planned.Apply(t.Context(), func(int) {}); err != nil || result.Failed() {
			t.Fatalf("%+v, %v", result, err)
		}
		x.startsAre(map[string]string{"a": "06-01 09:00", "b": "06-01 11:00"})
	}
}
