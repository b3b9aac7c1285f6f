package changes_test

import (
	"encoding/json"
	"net/url"
	"reflect"
	"testing"

	"stint/internal/apitest"
)

type object = map[string]any

// follower follows the changes of a workspace as one user, and keeps what they add up to.
type follower struct {
	t       testing.TB
	user    *apitest.User
	query   string // of every request
	cursor  string
	records map[string]object   // by type, id, user and project
	seen    map[string]string   // the revisions, likewise
	times   map[string][]string // by id, when each item of it was changed, in their order
	last    []object            // the items of the last poll, without those that came again
}

// follow begins to follow from now on.
func follow(t testing.TB, u *apitest.User, query string) *follower {
	f := newFollower(t, u, query)
	f.read("/api/changes?" + query)
	return f
}

// followSince begins to follow from a time on.
func followSince(t testing.TB, u *apitest.User, since, query string) *follower {
	f := newFollower(t, u, query)
	if f.read("/api/changes?" + query + "&since=" + url.QueryEscape(since)) {
		f.poll()
	}
	return f
}

func newFollower(t testing.TB, u *apitest.User, query string) *follower {
	return &follower{t: t, user: u, query: query, records: map[string]object{}, seen: map[string]string{},
		times: map[string][]string{}}
}

// poll reads until there is no more to read at once, and returns the new items.
func (f *follower) poll() []object {
	f.last = nil
	for f.read("/api/changes?" + f.query + "&cursor=" + url.QueryEscape(f.cursor)) {
	}
	return f.last
}

// read reads one page.
func (f *follower) read(path string) (more bool) {
	f.t.Helper()
	answer := f.user.Get(path)
	page := answer.OK()
	for _, item := range answer.Items() {
		f.apply(item)
	}
	f.cursor = page["next_cursor"].(string)
	if len(f.cursor) > 4000 {
		f.t.Errorf("the cursor has %d characters", len(f.cursor))
	}
	return page["has_more"].(bool)
}

func (f *follower) apply(item object) {
	f.t.Helper()
	key, id := keyOf(item), item["id"].(string)
	f.times[id] = append(f.times[id], item["changed_at"].(string))
	revision := item["revision"].(string)
	if f.seen[key] == revision {
		if record, _ := item["record"].(object); record != nil && record["stopped_at"] != nil &&
			!reflect.DeepEqual(record, f.records[key]) {
			f.t.Errorf("%s came with the same revision and another record", key)
		}
		return
	}
	f.seen[key] = revision
	f.last = append(f.last, item)
	switch item["change"] {
	case "upsert":
		f.records[key] = item["record"].(object)
	case "delete":
		if item["record"] != nil {
			f.t.Errorf("a deleted record shows %v", item["record"])
		}
		delete(f.records, key)
	default:
		f.t.Errorf("change %v", item["change"])
	}
}

func keyOf(item object) string {
	key, _ := json.Marshal([]any{item["type"], item["id"], item["user_id"], item["project_id"]})
	return string(key)
}

// wantItems checks the new items of a poll: type, change and id of each, in any order.
func (f *follower) wantItems(want ...[3]string) {
	f.t.Helper()
	got := map[[3]string]int{}
	for _, item := range f.poll() {
		got[[3]string{item["type"].(string), item["change"].(string), item["id"].(string)}]++
	}
	for _, w := range want {
		got[w]--
	}
	for item, n := range got {
		if n != 0 {
			f.t.Errorf("%s: %d more than wanted", item, n)
		}
	}
}
