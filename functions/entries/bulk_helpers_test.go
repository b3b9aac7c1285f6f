package entries_test

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"stint/functions/apitest"
)

// row is one item of a batch.
type row = map[string]any

// rowID is the n-th id that a test chooses.
func rowID(n int) string { return fmt.Sprintf("01900000-0000-7000-8000-%012x", n) }

// clock is a time of the house's day.
func clock(hour, minute int) string {
	return time.Date(2026, 6, 17, hour, minute, 0, 0, time.UTC).Format(time.RFC3339)
}

// span is a row that makes an entry.
func span(n int, from, to string) row {
	return row{"id": rowID(n), "startedAt": from, "stoppedAt": to}
}

// with is a row with more in it.
func with(r row, more row) row {
	both := maps.Clone(r)
	maps.Copy(both, more)
	return both
}

// spans are rows for n entries of a minute each, one after the other.
func spans(n int) []row {
	rows := make([]row, n)
	for i := range rows {
		rows[i] = span(i, clock(8, 0), clock(8, 0))
		at := time.Date(2026, 6, 17, 8, 0, 0, 0, time.UTC).Add(time.Duration(i) * time.Minute)
		rows[i]["startedAt"], rows[i]["stoppedAt"] = at.Format(time.RFC3339), at.Add(time.Minute).Format(time.RFC3339)
	}
	return rows
}

// sync sends a batch.
func sync(p *apitest.Person, rows ...row) *apitest.Answer {
	return p.Post("/api/entries:bulk", row{"items": rows})
}

// refused sends a batch that must be refused, and sees to it that nothing in
// the table has changed.
func refused(t *testing.T, p *apitest.Person, rows ...row) *apitest.Answer {
	t.Helper()
	before := apitest.Items(p.House)
	answer := sync(p, rows...)
	if answer.Status < 400 {
		t.Fatalf("%d, want a refusal\n%s", answer.Status, answer.Body)
	}
	if after := apitest.Items(p.House); !reflect.DeepEqual(before, after) {
		t.Errorf("a refused batch has changed the table")
	}
	return answer
}

// tracked is everything the person has tracked, one line an entry, by id.
func tracked(p *apitest.Person) string {
	var lines []string
	for _, e := range p.Get("/api/entries?limit=200").Items() {
		lines = append(lines, fmt.Sprintf("%v %v..%v %q project %t tags %d billable %v v%v",
			e["id"], e["started_at"], e["stopped_at"], e["description"], e["project_id"] != nil, len(e["tag_ids"].([]any)), e["is_billable"], e["version"]))
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

// forbidOverlap makes the person's workspace refuse overlaps.
func forbidOverlap(p *apitest.Person) {
	p.Patch("/api/workspaces/"+p.WorkspaceID, row{"allowOverlap": false}).OK()
}
