package deliverer_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"stint/functions/deliverer"
	"stint/internal/apitest"
	"stint/internal/testkit"
	"stint/shared/domain"
	"stint/shared/dynamo"
	"stint/shared/table"
)

// chaos is a workspace with two webhooks, of which everything dies at random: the deliverer at
// a call of the database or during an attempt, the database from a call on, the receivers
// before and during an answer. The index of changes lags behind the table.
type chaos struct {
	*apitest.Service
	workspace domain.ID
	key       string   // of a program that makes and deletes tags
	old       []string // tags from before the webhooks
	hooks     [2]*chaoticHook

	mu     sync.Mutex // a receiver may still answer when the deliverer it answers has died
	random *rand.Rand
	end    context.CancelFunc // of the runs of this step
	isCalm bool
}

// chaoticHook is a webhook with its receiver.
type chaoticHook struct {
	path   string
	to     *receiver
	expect []string // its events in order
	got    []message
}

func newChaos(t *testing.T, seed uint64) *chaos {
	t.Helper()
	api := apitest.New(t)
	owner := api.Register("ada")
	c := &chaos{Service: api, workspace: domain.ID(owner.WorkspaceID), random: rand.New(rand.NewPCG(seed, 0))}
	c.key, _ = owner.Post("/api/me/workspaces/"+owner.WorkspaceID+"/api-keys",
		object{"name": "tags"}).OK()["token"].(string)
	for i := range 20 {
		c.old = append(c.old, c.send("POST", "/tags", object{"name": fmt.Sprint("old", i)}).ID())
	}
	api.Clock.Advance(time.Minute)
	for i, events := range [][]string{{"tag.created", "tag.deleted"}, {"tag.created"}} {
		to := newReceiver(t)
		to.answer(c.respond)
		path := "/webhooks/" + c.send("POST", "/webhooks", object{"url": to.URL, "events": events}).ID()
		c.hooks[i] = &chaoticHook{path: path, to: to}
	}
	return c
}

func (c *chaos) send(method, path string, body any) *apitest.Answer {
	return c.As(c.key).Do(method, "/api/v1"+path, body)
}

// roll is a random number from 0 to n-1; 0 is likely to do harm.
func (c *chaos) roll(n int) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.random.IntN(n)
}

// begin notes how the runs of a step are killed.
func (c *chaos) begin(end context.CancelFunc) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.end = end
}

// kill ends the runs of this step.
func (c *chaos) kill() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.end()
}

// calm ends the deaths of receivers and deliverers.
func (c *chaos) calm() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.isCalm = true
}

func (c *chaos) calmed() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.isCalm
}

// respond answers as a receiver that dies often, or during whose answer the deliverer dies.
func (c *chaos) respond(w http.ResponseWriter, _ int) {
	if c.calmed() {
		return
	}
	switch c.roll(10) {
	case 0:
		w.WriteHeader(http.StatusInternalServerError)
	case 1:
		panic(http.ErrAbortHandler)
	case 2:
		c.kill()
	case 3:
		c.kill()
		panic(http.ErrAbortHandler)
	case 4:
		w.Header().Set("Content-Length", "100")
		_, _ = w.Write([]byte("half"))
		panic(http.ErrAbortHandler)
	}
}

// write makes a tag, or deletes an old one. It makes fewer events than those with which a webhook is behind, because
// one that is behind has the order of each record only.
func (c *chaos) write(n int) {
	c.Clock.Advance(time.Second)
	if len(c.hooks[0].expect) == deliverer.ManyWaiting-1 {
		return
	}
	if c.roll(4) == 0 && len(c.old) > 0 {
		id := c.old[0]
		c.old = c.old[1:]
		c.send("DELETE", "/tags/"+id, nil).OK()
		c.hooks[0].expect = append(c.hooks[0].expect, "tag.deleted "+id)
		return
	}
	event := "tag.created " + c.send("POST", "/tags", object{"name": fmt.Sprint("new", n)}).ID()
	for _, h := range c.hooks {
		h.expect = append(h.expect, event)
	}
}

// harm makes a call of the database fail, or all from one on, and the index of changes late.
func (c *chaos) harm() {
	at := c.roll(40)
	f := testkit.Fault{Effect: testkit.FailBefore(testkit.Disconnected), Skip: at, WholeCall: true}
	if c.roll(2) == 0 {
		f.Effect = testkit.FailAfter(testkit.Disconnected)
	}
	if c.roll(2) == 0 {
		f.Times = testkit.Always
	}
	if c.roll(3) > 0 {
		c.Probe.Inject(f)
	}
	lag := time.Duration(c.roll(100)) * time.Second // less than what the feed allows for
	late := testkit.LateIndex(dynamo.AttrCS, func() string { return table.Moment(c.Clock.Now().Add(-lag)) })
	c.Probe.Inject(testkit.Fault{Where: testkit.OnIndexes(dynamo.IndexChange), Times: testkit.Always, Effect: late})
}

// deliver runs up to three deliverers at the same time.
func (c *chaos) deliver(t *testing.T) {
	ctx, end := context.WithCancel(t.Context())
	defer end()
	c.begin(end)
	c.harm()
	testkit.Race(t, 1+c.roll(3), func(i int) {
		var woken []domain.ID
		if i > 0 {
			woken = append(woken, c.workspace)
		}
		_ = c.NewDeliverer().Deliver(ctx, woken...)
	})
	c.Probe.Reset()
	for _, h := range c.hooks {
		h.got = append(h.got, h.to.take()...)
	}
}

// check compares what a webhook received with its events, without what came again.
func (c *chaos) check(t *testing.T, h *chaoticHook) {
	t.Helper()
	bodies, order := map[string]string{}, []string(nil)
	for _, m := range h.got {
		body, again := bodies[m.ID]
		if again && body != string(m.raw) {
			t.Errorf("two bodies with one id:\n%s\n%s", body, m.raw)
		}
		if !again {
			order = append(order, fmt.Sprint(m.Type, " ", m.data()["id"]))
		}
		bodies[m.ID] = string(m.raw)
	}
	for i, want := range h.expect {
		if i >= len(order) || order[i] != want {
			t.Fatalf("%d events of %d; number %d is not %s:\n%s", len(order), len(h.expect), i, want,
				strings.Join(order[min(i, len(order)):], "\n"))
		}
	}
	if len(order) > len(h.expect) {
		t.Errorf("%d events too many: %s", len(order)-len(h.expect), strings.Join(order[len(h.expect):], "\n"))
	}
	for _, d := range c.send("GET", h.path+"/deliveries?limit=200", nil).Items() {
		if d["status"] != "succeeded" {
			t.Errorf("the delivery is %v", d)
		}
	}
}

// Whatever dies at any moment, every event arrives, in order for each webhook, and what comes
// again is the same message.
func TestDeathsAtRandom(t *testing.T) {
	t.Parallel()
	for seed := range uint64(testkit.Size(4, 24)) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			c := newChaos(t, seed)
			for step := range 40 {
				for i := range c.roll(3) {
					c.write(10*step + i)
				}
				c.Clock.Advance(time.Duration(c.roll(80)) * time.Second)
				c.deliver(t)
			}
			c.calm()
			for range 4 {
				c.Clock.Advance(3 * time.Hour) // longer than any rest
				c.RunDeliverer()
			}
			for _, h := range c.hooks {
				h.got = append(h.got, h.to.take()...)
				c.check(t, h)
			}
		})
	}
}
