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
	views         *views
}

// TestRequestsInTheMiddleOfOthers puts one request between any two reads and writes of
// another one, also between the keys of a batch read. The effect must be as if one came
// after the other, in either order, or as if the first was refused with 409.
func TestRequestsInTheMiddleOfOthers(t *testing.T) {
	t.Parallel()
	for name, prepare := range pairs {
		for _, order := range []string{"", ", the other way round"} {
			t.Run(name+order, func(t *testing.T) {
				t.Parallel()
				pairOrder(prepare, order != "").check(t)
			})
		}
	}
}

type preparation func(api *apitest.Service) pair

func pairOrder(prepare preparation, swapped bool) preparation {
	return func(api *apitest.Service) pair {
		p := prepare(api)
		if swapped {
			p.first, p.second = p.second, p.first
		}
		return p
	}
}

func (prepare preparation) check(t *testing.T) {
	t.Helper()
	api := apitest.New(t)
	p := prepare(api)
	prepared := api.TakeSnapshot()
	p.views = newViews(api)
	var allowed []string
	for _, run := range []func() (first, second int){
		func() (int, int) { first := p.first().Status; return first, p.second().Status },
		func() (int, int) { second := p.second().Status; return p.first().Status, second },
		func() (int, int) { return http.StatusConflict, p.second().Status },
	} {
		api.Restore(t, prepared)
		first, second := run()
		allowed = append(allowed, p.outcome(first, second))
	}
	for point := int64(0); ; point++ {
		api.Restore(t, prepared)
		got, reached := p.interleave(api, point)
		if !reached {
			break
		}
		if !slices.Contains(allowed, got) {
			t.Errorf("at point %d%s", point, differences(got, allowed))
		}
	}
}

// differences are the lines of an outcome that each of the allowed ones lacks, and its
// own ones in their place.
func differences(got string, allowed []string) string {
	var all strings.Builder
	for i, want := range allowed {
		expected := strings.Split(want, "\n")
		for n, line := range strings.Split(got, "\n") {
			if line != expected[n] {
				fmt.Fprintf(&all, "\n%s\n\tallowed %d: %s", line, i+1, expected[n])
			}
		}
	}
	return all.String()
}

// interleave sends the second request at a point of the first one: before a call to the
// database, or between two keys of a batch read.
func (p pair) interleave(api *apitest.Service, at int64) (outcome string, reached bool) {
	var points atomic.Int64
	var isInSecond atomic.Bool
	second := 0
	visit := func() {
		if isInSecond.Load() || points.Add(1)-1 != at {
			return
		}
		isInSecond.Store(true)
		second = p.second().Status
		isInSecond.Store(false)
	}
	api.Probe.Inject(testkit.Fault{Where: testkit.On("BatchGetItem"), Times: testkit.Always,
		Effect: testkit.TearBatchRead(func(int) { visit() })})
	api.Probe.Inject(testkit.Fault{Times: testkit.Always,
		Effect: func(r *http.Request, exchange func(*http.Request) (*http.Response, error)) (*http.Response, error) {
			visit()
			return exchange(r)
		}})
	first := p.first().Status
	api.Probe.Reset()
	return p.outcome(first, second), second != 0
}

// outcome is how both requests were answered and what is there after them.
func (p pair) outcome(first, second int) string {
	return fmt.Sprint(first, " and ", second, "\n", p.view())
}

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
