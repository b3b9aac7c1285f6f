package deliverer_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"stint/internal/apitest"
	"stint/internal/documented"
	"stint/shared/domain/feed"
)

type object = map[string]any

const all = "/api/webhooks"

// message is one request that a receiver got.
type message struct {
	ID     string
	path   string
	Type   string
	Body   object
	raw    []byte
	header http.Header
}

func (m message) data() object { return m.Body["data"].(object) }

// receiver is the server of a webhook. It answers with the status, or as respond does.
type receiver struct {
	*httptest.Server
	t       *testing.T
	events  *documented.Schemas
	mu      sync.Mutex
	got     []message
	respond func(w http.ResponseWriter, n int) // n counts from 1; nil is 200
}

func newReceiver(t *testing.T) *receiver {
	t.Helper()
	r := &receiver{t: t, events: readEvents(t)}
	r.Server = httptest.NewServer(http.HandlerFunc(r.receive))
	t.Cleanup(r.Close)
	return r
}

func (r *receiver) receive(w http.ResponseWriter, h *http.Request) {
	raw, _ := io.ReadAll(h.Body)
	m := message{ID: h.Header.Get("webhook-id"), path: h.URL.Path, raw: raw, header: h.Header}
	_ = json.Unmarshal(raw, &m.Body)
	m.Type, _ = m.Body["type"].(string)
	r.checkDocumented(m)
	r.mu.Lock()
	r.got = append(r.got, m)
	n, respond := len(r.got), r.respond
	r.mu.Unlock()
	if respond != nil {
		respond(w, n)
	}
}

// events are the events of the OpenAPI document, and the schemas of their bodies.
var events struct {
	once    sync.Once
	schemas *documented.Schemas
	err     error
}

// readEvents reads the events once.
func readEvents(t *testing.T) *documented.Schemas {
	t.Helper()
	events.once.Do(func() { events.schemas, events.err = documented.New(apitest.Document(t), true) })
	if events.err != nil {
		t.Fatal(events.err)
	}
	return events.schemas
}

// checkDocumented checks that the document describes the body of a delivery. A batch has the events of others.
func (r *receiver) checkDocumented(m message) {
	name := m.Type
	if strings.HasPrefix(name, "audit.") {
		name = string(feed.AuditEvents)
	}
	if m.Body == nil || name == "batch" {
		return
	}
	body := "/post/requestBody/content/application~1json/schema"
	if err := r.events.CheckText("#/webhooks/"+url.PathEscape(name)+body, m.raw); err != nil {
		r.t.Errorf("the document does not describe %s: %v\n%s", m.Type, err, m.raw)
	}
}

// take returns what was received since the last call.
func (r *receiver) take() []message {
	r.mu.Lock()
	defer r.mu.Unlock()
	got := r.got
	r.got = nil
	return got
}

func (r *receiver) answer(respond func(w http.ResponseWriter, n int)) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.respond = respond
}

func (r *receiver) answerStatus(code int) {
	r.answer(func(w http.ResponseWriter, _ int) { w.WriteHeader(code) })
}

func typesOf(all []message) string {
	names := make([]string, len(all))
	for i, m := range all {
		names[i] = m.Type
	}
	return strings.Join(names, " ")
}

// setup is a workspace with a webhook of a receiver.
type setup struct {
	*apitest.Service
	owner  *apitest.User
	to     *receiver
	id     string
	secret string
}

func newSetup(t *testing.T, api *apitest.Service, events ...string) *setup {
	t.Helper()
	s := &setup{Service: api, owner: api.Register("ada"), to: newReceiver(t)}
	api.Clock.Advance(time.Minute) // what registration wrote is older
	made := s.owner.Post(all, object{"url": s.to.URL + "/in?key=canary", "events": events})
	s.id, s.secret = made.ID(), made.OK()["secret"].(string)
	return s
}

func (s *setup) path(below string) string { return all + "/" + s.id + below }

// run wakes the deliverer for the workspace and returns what was received.
func (s *setup) run() []message {
	s.RunDeliverer(s.owner.WorkspaceID)
	return s.to.take()
}

func (s *setup) deliveries() []object { return s.owner.Get(s.path("/deliveries")).Items() }

func (s *setup) wantSigned(t *testing.T, m message, secrets ...string) {
	t.Helper()
	for _, secret := range secrets {
		wh, err := standardwebhooks.NewWebhook(secret)
		if err != nil {
			t.Fatal(err)
		}
		if err := wh.VerifyIgnoringTimestamp(m.raw, m.header); err != nil { // the clock of the test does not move
			t.Errorf("%s: %v", m.Type, err)
		}
	}
}

// later moves the clock, and signs in again where the session is too old.
func (s *setup) later(d time.Duration) {
	s.Clock.Advance(d)
	if d >= 10*time.Minute {
		s.owner.Token = s.owner.SignInAgain().Token
	}
}

// tag makes a tag, a second after what was before.
func (s *setup) tag(name string) string {
	s.later(time.Second)
	return s.owner.Post("/api/tags", object{"name": name}).ID()
}
