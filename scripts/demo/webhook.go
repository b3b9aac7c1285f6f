package demo

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"sync"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"stint/internal/apiclient"
	"stint/scripts/internal/sampledata"
)

// Receiver is the program behind the webhook of the demo. It prints one line for each delivery:
// the time, the type, and what it is about. It is safe for concurrent use.
type Receiver struct {
	out io.Writer
	now func() time.Time

	mu     sync.Mutex
	secret string // "" refuses all
}

// NewReceiver makes a receiver that prints to out.
func NewReceiver(out io.Writer, now func() time.Time) *Receiver { return &Receiver{out: out, now: now} }

// maxDelivery bounds the bodies that the receiver reads, in bytes.
const maxDelivery = 1 << 20

// ServeHTTP takes a delivery, if the demo's webhook signed it.
func (r *Receiver) ServeHTTP(w http.ResponseWriter, request *http.Request) {
	body, err := io.ReadAll(http.MaxBytesReader(w, request.Body, maxDelivery))
	if err != nil {
		http.Error(w, "the body cannot be read", http.StatusBadRequest)
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	verifier, err := standardwebhooks.NewWebhook(r.secret)
	if err != nil || r.secret == "" || verifier.Verify(body, request.Header) != nil {
		http.Error(w, "the signature is not that of the webhook", http.StatusUnauthorized)
		return
	}
	fmt.Fprintf(r.out, "Webhook: %s %s\n", r.now().Format(time.TimeOnly), describe(body))
}

// describe is the type of an event, and what it is about.
func describe(body []byte) string {
	var event struct {
		Type string
		Data struct {
			ID     string
			Record struct {
				Name, Description string
				DisplayName       string `json:"display_name"`
				PeriodStart       string `json:"period_start"`
			}
		}
	}
	if json.Unmarshal(body, &event) != nil {
		return "a body that is no event"
	}
	record := event.Data.Record
	for _, what := range []string{record.Name, record.Description, record.DisplayName, record.PeriodStart, event.Data.ID} {
		if what != "" {
			return fmt.Sprintf("%s %q", event.Type, what)
		}
	}
	return event.Type
}

// webhookDescription is how ConnectWebhook finds the webhook of an earlier start.
const webhookDescription = "Prints to the terminal of make demo"

// ConnectWebhook sends all events of the demo workspace to a receiver at an address, and a test
// first. A later start gives the webhook of an earlier one a new address and a new secret.
func ConnectWebhook(ctx context.Context, address string, r *Receiver, at string) error {
	m, owner := signedIn(ctx, address)
	made := webhookAt(m, owner.Token, at)
	if m.Err == nil {
		r.mu.Lock()
		r.secret = apiclient.Text(made, "secret")
		r.mu.Unlock()
	}
	m.Post(owner.Token, "/api/webhooks/"+apiclient.Text(made, "id")+"/test", nil)
	return m.Err
}

// webhookAt makes the webhook of the demo, or moves that of an earlier start. The answer has
// its secret.
func webhookAt(m *sampledata.Maker, token, at string) object {
	items, _ := m.Get(token, "/api/webhooks")["items"].([]any)
	for _, item := range items {
		if h := item.(object); h["description"] == webhookDescription {
			path := "/api/webhooks/" + apiclient.Text(h, "id")
			m.Send(token, http.MethodPatch, path, object{"url": at, "isActive": true})
			return m.Post(token, path+"/rotate-secret", nil)
		}
	}
	return m.Post(token, "/api/webhooks", object{"url": at, "events": []string{"*"}, "description": webhookDescription})
}
