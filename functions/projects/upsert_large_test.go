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
	ada, ursula *apitest.User
	rows        []object
}

// largest is how many projects an upsert makes at most.
const largest = 50

func newLarge(h *apitest.Service, projects int) large {
	x := large{ada: h.Register("ada")}
	x.ursula = x.ada.AddMember("ursula", "user")
	x.ada.Patch("/api/workspaces/"+x.ada.WorkspaceID, object{"membersCanCreateProjects": true}).OK()
	var clients []object
	for i := range projects {
		clients = append(clients, object{"name": fmt.Sprint("Client ", i)})
	}
	for i, made := range x.ada.Post("/api/clients:upsert", object{"items": clients}).Items() {
		x.rows = append(x.rows, object{
			"name": fmt.Sprint("Project ", i), "externalId": fmt.Sprint("p", i), "clientId": made["record"].(object)["id"],
			"visibility": "private",
		})
	}
	return x
}

func (x large) send() *apitest.Answer {
	return x.ursula.Send(apitest.Request{
		Method: "POST", Path: "/api/projects:upsert", Body: object{"items": x.rows}, Bearer: x.ursula.Token,
		Header: map[string]string{"Idempotency-Key": "k"},
	})
}

// state is what the upsert changes, without ids. It checks what clients count.
func (x large) state(t *testing.T, h *apitest.Service) string {
	checkCounts(t, h)
	counts := apitest.ItemCounts(h)
	// the worker may still have to show the managers to the change feed
	if strings.Contains(counts, fmt.Sprintf("WS P:%d ", len(x.rows))) {
		counts = strings.NewReplacer(" WS RSV:1", "", " Q 0:1", "").Replace(counts)
	}
	return fmt.Sprint(counts, len(apitest.TakenNames(h)), len(apitest.TakenExternalIDs(h)),
		names(x.ursula.Get("/api/projects?limit=200").Items()))
}

func TestLargestProjectUpsert(t *testing.T) {
	t.Parallel()
	h := apitest.New(t)
	x := newLarge(h, largest)
	made := x.send().Items()
	for i, item := range made {
		record := item["record"].(object)
		if item["created"] != true || record["name"] != x.rows[i]["name"] || record["client_id"] != x.rows[i]["clientId"] ||
			record["can_edit"] != true {
			t.Fatalf("row %d: %v", i, item)
		}
		x.ada.Delete("/api/clients/"+x.rows[i]["clientId"].(string)).Problem(409, "conflict")
	}
	if replayed := x.send(); replayed.Header.Get("Idempotency-Replayed") != "true" {
		t.Errorf("%v", replayed.Header)
	}
	found := x.ursula.Post("/api/projects:upsert", object{"items": x.rows}).Items()
	for i, item := range found {
		if item["created"] != false || item["record"].(object)["id"] != made[i]["record"].(object)["id"] {
			t.Fatalf("row %d: %v", i, item)
		}
	}
	h.Clock.Advance(10 * time.Minute)
	h.RunWorker() // which finds nothing to end
	if got := len(x.ursula.Get("/api/projects?limit=200").Items()); got != 50 {
		t.Errorf("%d projects, want 50", got)
	}
}

func TestLargestProjectUpsertSurvivesFaults(t *testing.T) {
	t.Parallel()
	var x large
	apitest.RetryableWrite{
		Prepare: func(h *apitest.Service) func() *apitest.Answer {
			x = newLarge(h, testkit.Size(26, largest))
			return x.send
		},
		State: func(h *apitest.Service) string { return x.state(t, h) },
	}.Walk(t)
}

// A request dies after each of its writes. The worker frees what it reserved, and the
// projects can be made.
func TestDeadProjectUpsertLeavesNothing(t *testing.T) {
	t.Parallel()
	h := apitest.New(t)
	x := newLarge(h, testkit.Size(26, largest))
	before, begin := x.state(t, h), h.TakeSnapshot()
	for k := 1; ; k++ {
		h.Restore(t, begin)
		died := h.Probe.Inject(testkit.Fault{
			Effect: testkit.FailBefore(testkit.Disconnected), Where: testkit.On("TransactWriteItems", "DeleteItem"), Skip: k,
			Times: testkit.Always,
		})
		answer := x.send()
		hits := died.Hits()
		h.Probe.Reset()
		if hits == 0 {
			answer.OK()
			return
		}
		if answer.Status == http.StatusOK { // only the change feed waits for the managers
			x.checkManagersFollow(t, h)
			continue
		}
		if answer.Status != http.StatusServiceUnavailable {
			t.Fatalf("%d\n%s", answer.Status, answer.Body)
		}
		if got := len(x.ursula.Get("/api/projects").Items()); got != 0 {
			t.Fatalf("after %d writes: %d projects", k, got)
		}
		h.Clock.Advance(3 * time.Minute)
		h.RunWorker()
		if after := x.state(t, h); after != before {
			t.Fatalf("after %d writes:\n%s\nwant\n%s", k, after, before)
		}
		x.send().OK()
	}
}

// checkManagersFollow checks that the change feed has the managers as soon as the worker has
// ended the reservation, and that nothing is left of it.
func (x large) checkManagersFollow(t *testing.T, h *apitest.Service) {
	t.Helper()
	h.Clock.Advance(3 * time.Minute)
	h.RunWorker()
	if counts := apitest.ItemCounts(h); strings.Contains(counts, "RSV") {
		t.Errorf("left: %s", counts)
	}
	changes := x.ada.Get("/api/changes?types=project_member&limit=200&since=" +
		h.Clock.Now().Add(-time.Minute).Format(time.RFC3339)).Items()
	if len(changes) != len(x.rows) {
		t.Errorf("%d changes of managers, want %d", len(changes), len(x.rows))
	}
}

// A client is deleted while projects are made for it: either it goes and nothing is made,
// or they come and it stays.
func TestProjectUpsertRacesTheDeleteOfAClient(t *testing.T) {
	t.Parallel()
	ada := apitest.NewLagging(t).Register("ada")
	for round := range 4 {
		id := ada.Post("/api/clients", object{"name": "Racing"}).ID()
		rows := []object{{"name": "Free"}, {"name": fmt.Sprint("Of it ", round), "clientId": id}}
		for i := range 48 {
			rows = append(rows, object{"name": fmt.Sprint(round, " ", i), "externalId": fmt.Sprint(round, "-", i)})
		}
		var made, deleted atomic.Bool
		testkit.Race(t, 2, func(i int) {
			if i == 0 {
				deleted.Store(ada.Delete("/api/clients/"+id).Status == http.StatusOK)
				return
			}
			answer := ada.Post("/api/projects:upsert", object{"items": rows})
			made.Store(answer.Status == http.StatusOK)
			if answer.Status != http.StatusOK && answer.Status != http.StatusUnprocessableEntity {
				t.Errorf("%d\n%s", answer.Status, answer.Body)
			}
		})
		if made.Load() == deleted.Load() {
			t.Fatalf("made %t, deleted %t", made.Load(), deleted.Load())
		}
		if made.Load() {
			ada.Patch("/api/clients/"+id, object{"name": "Was racing " + id}).OK()
		}
	}
}

// A request is so slow that the worker ends its reservation, and another one takes one of
// the names. The slow one must not make its projects beside it.
func TestSlowProjectUpsertLosesItsReservation(t *testing.T) {
	t.Parallel()
	h := apitest.New(t)
	x := newLarge(h, largest)
	h.Probe.Reset()
	until := make(chan struct{})
	last := h.Probe.Inject(testkit.Fault{Effect: testkit.Hold(until), Where: testkit.On("TransactWriteItems"), Skip: 3})
	done := make(chan *apitest.Answer)
	go func() { done <- x.send() }()
	<-last.Reached()
	x.ada.Post("/api/projects", object{"name": "Project 0", "clientId": x.rows[0]["clientId"]}).Invalid(
		"name duplicate_value")
	h.Clock.Advance(3 * time.Minute)
	h.RunWorker()
	x.ada.Post("/api/projects", object{"name": "project 0", "clientId": x.rows[0]["clientId"]}).OK()
	close(until)
	(<-done).Invalid("items[0].name duplicate_value")
	if got := names(x.ada.Get("/api/projects?limit=200").Items()); got != "project 0" {
		t.Errorf("projects %s", got)
	}
	checkCounts(t, h)
}
