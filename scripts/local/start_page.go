package main

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"html/template"
	"net/http"
	"slices"
	"strings"
	"sync"

	"stint/scripts/internal/sampledata"
	"stint/shared/domain"
	"stint/shared/domain/feed"
	"stint/shared/edge"
	"stint/shared/mail"
	"stint/shared/store"
)

// startPath is the path of the start page of the home server. The cloud has no such route.
const startPath = "/_local"

// maxShown is how many mails and deliveries the start page shows.
const maxShown = 20

// deliveryReader reads webhooks and their deliveries; the store implements it.
type deliveryReader interface {
	// DueWebhooks lists the webhooks that are due at a time.
	DueWebhooks(ctx context.Context, at domain.Instant) ([]feed.Webhook, error)
	// Deliveries lists the deliveries of a webhook, newest first.
	Deliveries(ctx context.Context, workspace, webhook domain.ID, p store.PageRequest) (store.Page[feed.Delivery], error)
}

var _ deliveryReader = (*store.Store)(nil)

// startPage shows developers what the service does: its mails, the deliveries of webhooks, and the demo.
type startPage struct {
	store  deliveryReader
	box    *mail.Mailbox
	isDemo bool
	url    string

	mu    sync.Mutex
	hooks map[domain.ID]feed.Webhook // that were due since the start: the others sent nothing
}

// noting is a run of the deliverer that notes the webhooks that are due before.
func (s *startPage) noting(run func(context.Context) error, now func() domain.Instant) func(context.Context) error {
	return func(ctx context.Context) error {
		due, err := s.store.DueWebhooks(ctx, now())
		if err == nil {
			s.mu.Lock()
			for _, h := range due {
				s.hooks[h.ID] = h
			}
			s.mu.Unlock()
		}
		return run(ctx)
	}
}

// inFrontOf serves the start page, and passes all other requests on.
func (s *startPage) inFrontOf(gateway http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet || strings.TrimSuffix(r.URL.Path, "/") != startPath {
			gateway.ServeHTTP(w, r)
			return
		}
		edge.SetCorrelationID(w, r)
		shown, err := s.read(r.Context())
		if err != nil {
			http.Error(w, "the deliveries cannot be read", http.StatusServiceUnavailable)
			return
		}
		h := w.Header()
		h.Set("Cache-Control", "no-store")
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'")
		if strings.Contains(r.Header.Get("Accept"), "text/html") {
			h.Set("Content-Type", "text/html; charset=utf-8")
			_ = startTemplate.Execute(w, shown)
			return
		}
		h.Set("Content-Type", "application/json; charset=utf-8")
		_ = json.NewEncoder(w).Encode(shown)
	})
}

//go:embed start_page.html
var startHTML string

var startTemplate = template.Must(template.New("start").Parse(startHTML))

// startView is what the start page shows.
type startView struct {
	URL        string         `json:"url"`
	Mails      []mailLine     `json:"mails"`      // newest first
	Deliveries []deliveryLine `json:"deliveries"` // newest first
	Demo       *demoView      `json:"demo"`       // null without the demo
}

type mailLine struct {
	To      domain.Email   `json:"to"`
	Subject string         `json:"subject"`
	SentAt  domain.Instant `json:"sent_at"`
}

type deliveryLine struct {
	URL       string              `json:"url"` // of the webhook
	Event     feed.EventName      `json:"event"`
	Status    feed.DeliveryStatus `json:"status"`
	Code      int                 `json:"response_status"` // 0 without a response
	Attempts  int64               `json:"attempts"`
	CreatedAt domain.Instant      `json:"created_at"`
}

// demoView is what is in the demo.
type demoView struct {
	Password string       `json:"password"`
	People   []demoPerson `json:"people"`
	Projects []string     `json:"projects"` // with their clients
}

type demoPerson struct {
	Name  string `json:"name"`
	Email string `json:"email"`
	Role  string `json:"role"`
}

func (s *startPage) read(ctx context.Context) (startView, error) {
	v := startView{URL: s.url, Mails: []mailLine{}, Deliveries: []deliveryLine{}}
	for _, m := range firstOf(s.box.Messages("")) {
		v.Mails = append(v.Mails, mailLine{m.To, m.Subject, m.SentAt})
	}
	if s.isDemo {
		v.Demo = demoOf(sampledata.Agency())
	}
	s.mu.Lock()
	hooks := make([]feed.Webhook, 0, len(s.hooks))
	for _, h := range s.hooks {
		hooks = append(hooks, h)
	}
	s.mu.Unlock()
	for _, h := range hooks {
		page, err := s.store.Deliveries(ctx, h.WorkspaceID, h.ID, store.PageRequest{Limit: maxShown})
		if err != nil {
			return v, err
		}
		for _, d := range page.Items {
			v.Deliveries = append(v.Deliveries, deliveryLine{string(h.URL), d.Event, d.Status, d.ResponseStatus, d.Attempts,
				d.CreatedAt})
		}
	}
	slices.SortStableFunc(v.Deliveries, func(a, b deliveryLine) int { return b.CreatedAt.Compare(a.CreatedAt.Time) })
	v.Deliveries = firstOf(v.Deliveries)
	return v, nil
}

func firstOf[T any](all []T) []T { return all[:min(len(all), maxShown)] }

func demoOf(team *sampledata.Team) *demoView {
	d := &demoView{Password: team.Password}
	for _, p := range team.People {
		d.People = append(d.People, demoPerson{p.Name, p.Email, p.Role})
	}
	for _, c := range team.Clients {
		for _, p := range c.Projects {
			d.Projects = append(d.Projects, fmt.Sprintf("%v (%s)", p.Fields["name"], c.Name))
		}
	}
	return d
}
