package functions_test

import (
	"bytes"
	"regexp"
	"testing"

	"stint/functions"
	"stint/internal/apitest"
	"stint/internal/testkit"
	"stint/shared/auth"
	"stint/shared/route"
)

// workspaceDriver sends random requests for one of several workspaces.
type workspaceDriver struct {
	*generator
	seenIDs map[string]bool // every UUID in an answer
}

var uuidPattern = regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}`)

// Three workspaces send a thousand random requests to one process concurrently, and
// sometimes use ids of each other. No answer contains a name of another workspace,
// and no id is in the answers of two of them, correlation ids included.
func TestWorkspacesNeverMixInOneProcess(t *testing.T) {
	t.Parallel()
	api, _, calendars := apitest.NewWithSSOAndCalendar(t)
	names := []string{"aardvark", "buffalo", "capybara"}
	drivers, start := make([]*workspaceDriver, len(names)), readSeed(t)
	for i, name := range names {
		w := &world{Service: api, calendars: calendars, owner: api.Register(name)}
		w.analyst = w.owner.AddMember(name+"-analyst", "analyst")
		w.createRecords(name)
		drivers[i] = &workspaceDriver{newGenerator(w, start+uint64(i), name, 2), map[string]bool{}}
	}
	var specs []route.Spec
	for _, spec := range functions.Routes() {
		if spec.Credential != auth.Public && !isDestructive(spec) && spec.ID != "account.profile" {
			specs = append(specs, spec)
		}
	}
	each := requestCount(t, 600)/len(names) + 1
	testkit.Race(t, len(names), func(i int) {
		for range each {
			n := drivers[i]
			n.step(t, pick(n.generator, specs...), drivers[(i+1)%len(drivers)], names)
		}
	})
	checkDisjoint(t, names, drivers)
}

// step sends one request. One of ten uses the id of a record of the other workspace.
func (n *workspaceDriver) step(t *testing.T, spec route.Spec, other *workspaceDriver, names []string) {
	r := n.request(t, spec)
	if body, ok := r.Body.(object); ok {
		delete(body, "requireSecondFactor") // by a key, it would lock the sessions out of the workspace
	}
	foreign := namesRecord(spec) && n.chance(10)
	if foreign {
		r.Path = n.w.pathOf(t, spec, func(segment, _ string) string { return other.w.ids[segment] })
	}
	answer := n.w.Send(r)
	if answer.Status >= 500 || foreign && answer.Status != 404 {
		t.Errorf("%s %s: %d\n%s", r.Method, r.Path, answer.Status, answer.Body)
	}
	for _, name := range names {
		if name != n.prefix && bytes.Contains(answer.Body, []byte(name)) {
			t.Errorf("%s reads of %s in %s %s\n%s", n.prefix, name, r.Method, r.Path, answer.Body)
		}
	}
	n.seenIDs[answer.Header.Get("X-Correlation-Id")] = true
	for _, id := range uuidPattern.FindAll(answer.Body, -1) {
		n.seenIDs[string(id)] = true
	}
}

func checkDisjoint(t *testing.T, names []string, drivers []*workspaceDriver) {
	t.Helper()
	for i, n := range drivers {
		if len(n.seenIDs) < 100 {
			t.Errorf("%s got only %d ids", names[i], len(n.seenIDs))
		}
		for j := range i {
			for id := range n.seenIDs {
				if drivers[j].seenIDs[id] {
					t.Errorf("%s is in answers to %s and to %s", id, names[j], names[i])
				}
			}
		}
	}
}
