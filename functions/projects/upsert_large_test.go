package projects_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"stint/internal/apitest"
	"stint/internal/testkit"
)

// large is an upsert that takes several transactions: projects with external ids, each of
// another client and with its first manager.
type large struct {
	owner, member *apitest.User
	rows          []object
}

// largest is how many projects an upsert makes at most.
const largest = 50

func newLarge(api *apitest.Service, projects int) large {
	x := large{owner: api.Register("ada")}
	x.member = x.owner.AddMember("ursula", "user")
	x.owner.Patch("/api/workspaces/"+x.owner.WorkspaceID, object{"membersCanCreateProjects": true}).OK()
	var clients []object
	for i := range projects {
		clients = append(clients, object{"name": fmt.Sprint("Client ", i)})
	}
	for i, made := range x.owner.Post("/api/clients:upsert", object{"items": clients}).Items() {
		x.rows = append(x.rows, object{
			"name": fmt.Sprint("Project ", i), "externalId": fmt.Sprint("p", i), "clientId": made["record"].(object)["id"],
			"visibility": "private",
		})
	}
	return x
}

func (x large) send() *apitest.Answer {
	return x.member.With("Idempotency-Key", "k").Post("/api/projects:upsert", object{"items": x.rows})
}

// state is what the upsert changes, without ids. It checks what clients count.
func (x large) state(t *testing.T, api *apitest.Service) string {
	checkCounts(t, api)
	counts := apitest.ItemCounts(api)
	// the worker may still have to show the managers to the change feed
	if strings.Contains(counts, fmt.Sprintf("WS P:%d ", len(x.rows))) {
		counts = strings.NewReplacer(" WS RSV:1", "", " Q 0:1", "").Replace(counts)
	}
	return fmt.Sprint(counts, len(apitest.TakenNames(api)), len(apitest.TakenExternalIDs(api)),
		apitest.Names(x.member.Get("/api/projects?limit=200").Items()))
}

func TestLargestProjectUpsert(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	x := newLarge(api, largest)
	made := x.send().Items()
	for i, item := range made {
		record := item["record"].(object)
		if item["created"] != true || record["name"] != x.rows[i]["name"] || record["client_id"] != x.rows[i]["clientId"] ||
			record["can_edit"] != true {
			t.Fatalf("row %d: %v", i, item)
		}
		x.owner.Delete("/api/clients/"+x.rows[i]["clientId"].(string)).Problem(409, "conflict")
	}
	if replayed := x.send(); replayed.Header.Get("Idempotency-Replayed") != "true" {
		t.Errorf("%v", replayed.Header)
	}
	found := x.member.Post("/api/projects:upsert", object{"items": x.rows}).Items()
	for i, item := range found {
		if item["created"] != false || item["record"].(object)["id"] != made[i]["record"].(object)["id"] {
			t.Fatalf("row %d: %v", i, item)
		}
	}
	api.Clock.Advance(10 * time.Minute)
	api.RunWorker() // which finds nothing to end
	if got := len(x.member.Get("/api/projects?limit=200").Items()); got != 50 {
		t.Errorf("%d projects, want 50", got)
	}
}

func TestLargestProjectUpsertSurvivesFaults(t *testing.T) {
	t.Parallel()
	var x large
	apitest.RetryableWrite{
		Prepare: func(api *apitest.Service) func() *apitest.Answer {
			x = newLarge(api, testkit.Size(26, largest))
			return x.send
		},
		State: func(api *apitest.Service) string { return x.state(t, api) },
	}.Walk(t)
}

// A request dies after each of its writes. The worker frees what it reserved, and the
// projects can be made.
func TestDeadProjectUpsertLeavesNothing(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	x := newLarge(api, testkit.Size(26, largest))
	before, begin := x.state(t, api), api.TakeSnapshot()
	for k := 1; ; k++ {
		api.Restore(t, begin)
		died := api.Probe.Inject(testkit.Fault{
			Effect: testkit.FailBefore(testkit.Disconnected), Where: testkit.On("TransactWriteItems", "DeleteItem"), Skip: k,
			Times: testkit.Always,
		})
		answer := x.send()
		hits := died.Hits()
		api.Probe.Reset()
		if hits == 0 {
			answer.OK()
			return
		}
		if answer.Status == http.StatusOK { // only the change feed waits for the managers
			x.checkManagersFollow(t, api)
			continue
		}
		if answer.Status != http.StatusServiceUnavailable {
			t.Fatalf("%d\n%s", answer.Status, answer.Body)
		}
		if got := len(x.member.Get("/api/projects").Items()); got != 0 {
			t.Fatalf("after %d writes: %d projects", k, got)
		}
		api.Clock.Advance(3 * time.Minute)
		api.RunWorker()
		if after := x.state(t, api); after != before {
			t.Fatalf("after %d writes:\n%s\nwant\n%s", k, after, before)
		}
		x.send().OK()
	}
}

// checkManagersFollow checks that the change feed has the managers as soon as the worker has
// ended the reservation, and that nothing is left of it.
func (x large) checkManagersFollow(t *testing.T, api *apitest.Service) {
	t.Helper()
	api.Clock.Advance(3 * time.Minute)
	api.RunWorker()
	if counts := apitest.ItemCounts(api); strings.Contains(counts, "RSV") {
		t.Errorf("left: %s", counts)
	}
	changes := x.owner.Get("/api/changes?types=project_member&limit=200&since=" +
		api.Clock.Now().Add(-time.Minute).Format(time.RFC3339)).Items()
	if len(changes) != len(x.rows) {
		t.Errorf("%d changes of managers, want %d", len(changes), len(x.rows))
	}
}

// A client is deleted while projects are made for it: either it goes and nothing is made,
// or they come and it stays.
func TestProjectUpsertRacesTheDeleteOfAClient(t *testing.T) {
	t.Parallel()
	owner := apitest.NewLagging(t).Register("ada")
	for round := range 4 {
		id := owner.Post("/api/clients", object{"name": "Racing"}).ID()
		rows := []object{{"name": "Free"}, {"name": fmt.Sprint("Of it ", round), "clientId": id}}
		for i := range 48 {
			rows = append(rows, object{"name": fmt.Sprint(round, " ", i), "externalId": fmt.Sprint(round, "-", i)})
		}
		var made, deleted atomic.Bool
		testkit.Race(t, 2, func(i int) {
			if i == 0 {
				deleted.Store(owner.Delete("/api/clients/"+id).Status == http.StatusOK)
				return
			}
			answer := owner.Post("/api/projects:upsert", object{"items": rows})
			made.Store(answer.Status == http.StatusOK)
			if answer.Status != http.StatusOK && answer.Status != http.StatusUnprocessableEntity {
				t.Errorf("%d\n%s", answer.Status, answer.Body)
			}
		})
		if made.Load() == deleted.Load() {
			t.Fatalf("made %t, deleted %t", made.Load(), deleted.Load())
		}
		if made.Load() {
			owner.Patch("/api/clients/"+id, object{"name": "Was racing " + id}).OK()
		}
	}
}

// hold sends the rows, and holds the request after some of its transactions. release lets it go on, and waits for its
// answer.
func (x large) hold(api *apitest.Service, transactions int) (release func() *apitest.Answer) {
	api.Probe.Reset()
	until, done := make(chan struct{}), make(chan *apitest.Answer)
	held := api.Probe.Inject(testkit.Fault{Effect: testkit.Hold(until), Where: testkit.On("TransactWriteItems"),
		Skip: transactions})
	go func() { done <- x.send() }()
	<-held.Reached()
	return func() *apitest.Answer { close(until); return <-done }
}

// A request is so slow that the worker ends its reservation, and another one takes one of
// the names. The slow one must not make its projects beside it.
func TestSlowProjectUpsertLosesItsReservation(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	x := newLarge(api, largest)
	release := x.hold(api, 3)
	x.owner.Post("/api/projects", object{"name": "Project 0", "clientId": x.rows[0]["clientId"]}).Invalid(
		"name duplicate_value")
	api.Clock.Advance(3 * time.Minute)
	api.RunWorker()
	x.owner.Post("/api/projects", object{"name": "project 0", "clientId": x.rows[0]["clientId"]}).OK()
	release().Invalid("items[0].name duplicate_value")
	if got := apitest.Names(x.owner.Get("/api/projects?limit=200").Items()); got != "project 0" {
		t.Errorf("projects %s", got)
	}
	checkCounts(t, api)
}

// The worker ends the reservation of a slow request that has not reserved its names yet. The request reserves nothing
// under it any more, which would never be free again, and begins anew.
func TestAProjectUpsertBeginsAgainWithoutItsReservation(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	x := newLarge(api, largest)
	release := x.hold(api, 1)
	api.Clock.Advance(3 * time.Minute)
	api.RunWorker()
	release().OK()
	if got := len(x.owner.Get("/api/projects?limit=200").Items()); got != len(x.rows) {
		t.Errorf("%d projects, want %d", got, len(x.rows))
	}
	checkCounts(t, api)
}
