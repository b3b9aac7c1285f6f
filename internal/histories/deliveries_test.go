package histories_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"github.com/anishathalye/porcupine"

	"stint/internal/apitest"
	"stint/internal/testkit"
	"stint/shared/domain"
	"stint/shared/dynamo"
	"stint/shared/table"
)

// tagTeam is a workspace with a webhook for the events of tags.
type tagTeam struct {
	api   *apitest.Service
	owner *apitest.User
	to    *receiver
	state apitest.Snapshot
	lag   time.Duration // of the index of changes, more than what each seed has
}

// receiver is the server of the webhook.
type receiver struct {
	*httptest.Server
	mu      sync.Mutex
	history *history
	ids     map[string]bool // of the deliveries that it got
	fails   int             // it fails for one of so many; 0 is never
}

func newTagTeam(t *testing.T) tagTeam {
	t.Helper()
	team := tagTeam{api: apitest.New(t), to: new(receiver)}
	team.owner = team.api.Register("ada")
	team.to.Server = httptest.NewServer(http.HandlerFunc(team.to.receive))
	t.Cleanup(team.to.Close)
	team.api.Clock.Advance(time.Minute)
	events := []string{"tag.created", "tag.updated", "tag.deleted"}
	team.owner.Post("/api/webhooks", object{"url": team.to.URL, "events": events}).OK()
	team.api.Clock.Advance(time.Minute)
	team.state = team.api.TakeSnapshot()
	return team
}

// receive records the first delivery of each event.
func (x *receiver) receive(w http.ResponseWriter, r *http.Request) {
	raw, _ := io.ReadAll(r.Body)
	var body struct {
		Type string
		Data struct {
			ID     string
			Record object
		}
	}
	_ = json.Unmarshal(raw, &body)
	x.mu.Lock()
	defer x.mu.Unlock()
	id := r.Header.Get("webhook-id")
	if x.fails > 0 && len(id)%x.fails == 0 && !x.ids[id] {
		x.fails = 0
		w.WriteHeader(http.StatusInternalServerError)
		return
	}
	if !x.ids[id] {
		x.ids[id] = true
		x.history.received(body.Data.ID, body.Data.Record)
	}
}

// received records a delivery with the version of the record.
func (h *history) received(id string, record object) {
	r := tagRequest{does: "receive", tag: h.nameOf(id, record), version: deleted}
	if version, ok := record["version"].(float64); ok {
		r.version = int(version)
	}
	call := h.Step()
	h.record(porcupine.Operation{ClientId: len(h.People), Input: r, Call: call, Output: output{Status: 200},
		Return: h.Step()})
}

// nameOf is the name with which a record was made. A record whose maker got no answer still has it.
func (h *history) nameOf(id string, record object) string {
	h.mu.Lock()
	defer h.mu.Unlock()
	for name, known := range h.known {
		if known == id {
			return name
		}
	}
	name, _ := record["name"].(string)
	return name
}

const tagRequests = 8 // of each writer

// history runs a seed: two people write tags, and two deliverers run beside them.
func (team tagTeam) history(t testing.TB, seed uint64, plant ...testkit.Fault) *history {
	t.Helper()
	lag := team.lag + time.Duration(seed%100)*time.Second // without team.lag, less than what the feed allows for
	late := testkit.LateIndex(dynamo.AttrCS, func() string { return table.Moment(team.api.Clock.Now().Add(-lag)) })
	faults := append(plant, testkit.Fault{Where: testkit.OnIndexes(dynamo.IndexChange), Effect: late})
	h := newHistory(t, team.api, team.state, seed, 4, faults...)
	team.to.mu.Lock()
	team.to.history, team.to.ids, team.to.fails = h, map[string]bool{}, int(seed%2)
	team.to.mu.Unlock()
	h.Run(func(p *testkit.Person) {
		for n := range tagRequests {
			if p.Number < 2 {
				team.write(h, p, n)
			} else {
				team.deliver(h, p)
			}
		}
	})
	team.settle(h)
	return h
}

// write makes, renames or deletes a tag.
func (team tagTeam) write(h *history, p *testkit.Person, n int) {
	r := tagRequest{does: []string{"rename", "rename", "delete"}[p.Random.IntN(3)]}
	request := apitest.Request{Method: "PATCH", Bearer: team.owner.Token}
	name, id, ok := h.some(p, "")
	if n < 2 || !ok || p.Random.IntN(3) == 0 {
		r.does, name = "create", fmt.Sprintf("%d-by-%d", n, p.Number)
	}
	r.tag = name
	request.Path, request.Body = "/api/tags/"+id, object{"name": fmt.Sprintf("renamed %d by %d", n, p.Number)}
	switch r.does {
	case "create":
		request.Method, request.Path, request.Body = "POST", "/api/tags", object{"name": name}
		request.Header = map[string]string{"Idempotency-Key": name}
	case "delete":
		request.Method, request.Body = "DELETE", nil
	}
	out := h.do(p, r, request)
	if r.does == "create" {
		h.learn(name, out)
	}
}

// deliver runs the deliverer, which may die.
func (team tagTeam) deliver(h *history, p *testkit.Person) {
	ctx, end := context.WithCancel(context.Background())
	defer end()
	q := &request{person: p, fate: drawFate(p.Random), die: end}
	q.fate.at += p.Random.IntN(20)
	h.Clock.Advance(time.Duration(p.Random.IntN(40)) * time.Second)
	_ = h.NewDeliverer().Deliver(context.WithValue(ctx, requestKey{}, q), domain.ID(team.owner.WorkspaceID))
}

// settle delivers what waits. Then all deliveries have come.
func (team tagTeam) settle(h *history) {
	h.Probe.Reset()
	for range 3 {
		h.Clock.Advance(3 * time.Hour) // longer than any rest
		h.RunDeliverer()
	}
	for name := range h.known {
		call := h.Step()
		h.record(porcupine.Operation{Input: tagRequest{does: "settle", tag: name}, Call: call, Output: output{Status: 200},
			Return: h.Step()})
	}
}

// A webhook is sent the versions of each record in their order, and the last one in the end.
func TestHistoriesOfDeliveries(t *testing.T) {
	t.Parallel()
	tagModel.checkSeeds(t, newTagTeam(t).history)
}
