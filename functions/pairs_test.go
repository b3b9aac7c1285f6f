package functions_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"stint/internal/apitest"
	"stint/internal/testkit"
)

// pair are two requests of which the second comes in the middle of the first.
type pair struct {
	first, second func() *apitest.Answer
	users         []*apitest.User // whose view shows the effect; the first one sees everything
	api           *apitest.Service
	prepared      apitest.Snapshot // the state before both requests
	views         *views
}

// TestRequestsInTheMiddleOfOthers puts one request between any two reads and writes of
// another one, also between the keys of a batch read. The effect must be as if one came
// after the other, in either order, or as if the first was refused with 409.
func TestRequestsInTheMiddleOfOthers(t *testing.T) {
	t.Parallel()
	for name, prepare := range pairs {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := teams.New(t)
			p := prepare(s)
			p.prepared, p.views = s.api.TakeSnapshot(), newViews(s.api)
			inOrder, reversed := p.run(t, p.first, p.second), p.run(t, p.second, p.first)
			p.check(t, "the first", inOrder, reversed.swapped())
			p.first, p.second = p.second, p.first
			p.check(t, "the second", reversed, inOrder.swapped())
		})
	}
}

// run sends requests one after the other.
func (p pair) run(t *testing.T, first, second func() *apitest.Answer) outcome {
	t.Helper()
	p.api.Restore(t, p.prepared)
	o := outcome{first: first().Status, second: second().Status}
	o.view = p.view()
	return o
}

// refused is the outcome when the first request was refused with 409, and did nothing.
func (p pair) refused(t *testing.T) outcome {
	t.Helper()
	p.api.Restore(t, p.prepared)
	return outcome{first: http.StatusConflict, second: p.second().Status, view: p.view()}
}

// check sends the second request at each point of the first one.
func (p pair) check(t *testing.T, interrupted string, allowed ...outcome) {
	t.Helper()
	allowed = append(allowed, p.refused(t))
	for point := int64(0); ; point++ {
		p.api.Restore(t, p.prepared)
		got, reached := p.interleave(point)
		if !reached {
			break
		}
		if !slices.Contains(allowed, got) {
			t.Errorf("at point %d of %s%s", point, interrupted, differences(got, allowed))
		}
	}
}

// differences are the lines of an outcome that each of the allowed ones lacks, and its
// own ones in their place.
func differences(got outcome, allowed []outcome) string {
	var all strings.Builder
	for i, want := range allowed {
		expected := strings.Split(want.String(), "\n")
		for n, line := range strings.Split(got.String(), "\n") {
			if line != expected[n] {
				fmt.Fprintf(&all, "\n%s\n\tallowed %d: %s", line, i+1, expected[n])
			}
		}
	}
	return all.String()
}

// interleave sends the second request at a point of the first one: before a call to the
// database, or between two keys of a batch read.
func (p pair) interleave(at int64) (o outcome, reached bool) {
	var points atomic.Int64
	var isInSecond atomic.Bool
	sendSecond := func() {
		isInSecond.Store(true)
		o.second = p.second().Status
		isInSecond.Store(false)
	}
	// visit passes some points. It says behind how many of them the point is that is looked for, and 0 if it is elsewhere.
	visit := func(n int) int {
		if isInSecond.Load() {
			return 0
		}
		if behind := at - (points.Add(int64(n)) - int64(n)) + 1; behind <= int64(n) {
			return int(max(behind, 0))
		}
		return 0
	}
	p.api.Probe.Inject(testkit.Fault{Where: testkit.On("BatchGetItem"), Times: testkit.Always,
		Effect: testkit.CutBatchRead(func(keys int) int { return visit(keys - 1) }, sendSecond)})
	p.api.Probe.Inject(testkit.Fault{Times: testkit.Always,
		Effect: func(r *http.Request, exchange func(*http.Request) (*http.Response, error)) (*http.Response, error) {
			if visit(1) > 0 {
				sendSecond()
			}
			return exchange(r)
		}})
	o.first = p.first().Status
	p.api.Probe.Reset()
	o.view = p.view()
	return o, o.second != 0
}

// outcome is how both requests were answered and what users see after them.
type outcome struct {
	first, second int
	view          string
}

// swapped is the outcome of the pair whose first request is the second one here.
func (o outcome) swapped() outcome { return outcome{o.second, o.first, o.view} }

// String has the statuses in its first line.
func (o outcome) String() string { return fmt.Sprint(o.first, " and ", o.second, "\n", o.view) }

// ask shows the workspace to its owner, and to each user what they track.
func (p pair) ask() string {
	var seen []string
	base := "/api/workspaces/" + p.users[0].WorkspaceID
	for _, path := range []string{
		base, base + "/members?include_deactivated=true", base + "/invitations", "/api/projects", "/api/clients", "/api/tags",
		"/api/entries?limit=200", "/api/workspaces/me/timesheet-submissions", "/api/workspaces/me/billable-settings",
	} {
		seen = append(seen, path[strings.LastIndexByte(path, '/'):]+" "+showWithoutIDs(p.users[0].Get(path)))
	}
	for _, u := range p.users {
		seen = append(seen, u.Email+" "+showWithoutIDs(u.Get("/api/timers/current")))
	}
	return strings.ReplaceAll(strings.Join(seen, "\n"), p.users[0].WorkspaceID, "ws")
}

// showWithoutIDs is an answer without what differs from run to run. Lists are sorted.
func showWithoutIDs(a *apitest.Answer) string {
	if a.Status != http.StatusOK {
		return fmt.Sprint(a.Status)
	}
	out, err := json.Marshal(withoutIDs(a.JSON()))
	if err != nil {
		return err.Error()
	}
	return string(out)
}

// differing are the properties that differ from run to run.
var differing = regexp.MustCompile(`id$|_ids$|_by$|_sha256$|^color$`)

func withoutIDs(value any) any {
	switch v := value.(type) {
	case map[string]any:
		for key, inner := range v {
			if v[key] = withoutIDs(inner); differing.MatchString(key) && inner != nil {
				v[key] = "differs"
			}
		}
	case []any:
		texts := make([]string, len(v))
		for i, inner := range v {
			text, _ := json.Marshal(withoutIDs(inner)) // of a decoded value
			texts[i] = string(text)
		}
		slices.Sort(texts)
		return texts
	}
	return value
}
