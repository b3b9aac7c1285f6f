package integrators_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"testing"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"stint/internal/testkit"
)

// notifier is the program behind a webhook. It tells people what happened, once for each
// event. What it keeps on its disk survives its restarts.
type notifier struct {
	t       *testing.T
	address string // host and port
	secret  string
	server  *httptest.Server
	dies    bool // it ends after it has written to its disk, and before it answers

	seen  map[string]bool // on the disk: the ids of messages
	notes []string        // on the disk: what people were told
	again int             // messages that came before
}

// start starts the program, at first at any free port. Hardly anything else takes the port
// while the program does not run.
func (n *notifier) start() {
	n.t.Helper()
	address := n.address
	if address == "" {
		address = fmt.Sprint("127.0.0.1:", testkit.FreePort(n.t))
	}
	listener, err := net.Listen("tcp", address)
	if err != nil {
		n.t.Fatal(err)
	}
	n.address, n.dies = listener.Addr().String(), false
	n.server = &httptest.Server{Listener: listener, Config: &http.Server{Handler: http.HandlerFunc(n.receive)}}
	n.server.Start()
	n.t.Cleanup(n.server.Close)
}

func (n *notifier) stop() { n.server.Close() }

// receive is the program: it verifies, drops what came before, tells, and answers.
func (n *notifier) receive(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		http.Error(w, "incomplete", http.StatusBadRequest)
		return
	}
	verifier, err := standardwebhooks.NewWebhook(n.secret)
	if err != nil {
		n.t.Error(err)
		return
	}
	if err := verifier.Verify(body, r.Header); err != nil {
		http.Error(w, "not from Stint", http.StatusUnauthorized)
		return
	}
	if id := r.Header.Get("webhook-id"); n.seen[id] {
		n.again++
	} else {
		n.seen[id] = true
		n.notes = append(n.notes, noteOf(n.t, body))
	}
	if n.dies {
		panic(http.ErrAbortHandler)
	}
}

// noteOf is what people are told of an event.
func noteOf(t *testing.T, body []byte) string {
	var event struct {
		Type string
		Data struct {
			Record struct {
				Period string `json:"period_start"`
				Name   string
			}
			Event struct{ Reason *string }
		}
	}
	if err := json.Unmarshal(body, &event); err != nil {
		t.Error(err)
	}
	note := fmt.Sprint(event.Type, " ", event.Data.Record.Period, event.Data.Record.Name)
	if reason := event.Data.Event.Reason; reason != nil {
		note += ": " + *reason
	}
	return note
}
