package entries_test

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"stint/internal/apitest"
)

// row is one item of a batch.
type row = map[string]any

// rowID is the n-th id that a test chooses.
func rowID(n int) string { return fmt.Sprintf("01900000-0000-7000-8000-%012x", n) }

// clock is a time on the day of the test service's clock.
func clock(hour, minute int) string {
	return time.Date(2026, 6, 17, hour, minute, 0, 0, time.UTC).Format(time.RFC3339)
}

// newRow is a row that makes an entry.
func newRow(n int, from, to string) row {
	return row{"id": rowID(n), "startedAt": from, "stoppedAt": to}
}

// withFields is a row with more in it.
func withFields(r row, more row) row {
	both := maps.Clone(r)
	maps.Copy(both, more)
	return both
}

// newRows are rows for n entries of a minute each, one after the other.
func newRows(n int) []row {
	rows := make([]row, n)
	for i := range rows {
		rows[i] = newRow(i, clock(8, 0), clock(8, 0))
		at := time.Date(2026, 6, 17, 8, 0, 0, 0, time.UTC).Add(time.Duration(i) * time.Minute)
		rows[i]["startedAt"], rows[i]["stoppedAt"] = at.Format(time.RFC3339), at.Add(time.Minute).Format(time.RFC3339)
	}
	return rows
}

// sendBulk sends a batch.
func sendBulk(p *apitest.User, rows ...row) *apitest.Answer {
	return p.Post("/api/entries:bulk", row{"items": rows})
}

// wantRefused sends a batch that must be refused, and checks that nothing in the
// table has changed.
func wantRefused(t *testing.T, p *apitest.User, rows ...row) *apitest.Answer {
	t.Helper()
	before := apitest.TableItems(p.Service)
	answer := sendBulk(p, rows...)
	if answer.Status < 400 {
		t.Fatalf("%d, want a refusal\n%s", answer.Status, answer.Body)
	}
	if after := apitest.TableItems(p.Service); !reflect.DeepEqual(before, after) {
		t.Errorf("a refused batch has changed the table")
	}
	return answer
}

// listTracked is all entries and timers of the user, one line each, by id.
func listTracked(p *apitest.User) string {
	var lines []string
	for _, e := range p.Get("/api/entries?limit=200&user_id=" + p.ID).Items() {
		lines = append(lines, fmt.Sprintf("%v %v..%v %q project %t tags %d billable %v rate %v from %v v%v",
			e["id"], e["started_at"], e["stopped_at"], e["description"], e["project_id"] != nil, len(e["tag_ids"].([]any)),
			e["is_billable"], e["hourly_rate"], e["rate_source"], e["version"]))
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

// setDefaultRate gives the user's workspace a default rate.
func setDefaultRate(p *apitest.User, rate int) {
	p.Do("PUT", "/api/workspaces/me/billable-settings", row{
		"currency": "EUR", "defaultHourlyRate": rate, "defaultIsBillable": true, "rounding": row{"mode": "none"},
		"membersSeeRates": false,
	}).OK()
}

// forbidOverlap makes the user's workspace refuse overlaps.
func forbidOverlap(p *apitest.User) {
	p.Patch("/api/workspaces/"+p.WorkspaceID, row{"allowOverlap": false}).OK()
}
