package main

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httputil"
	"net/url"
	"slices"
	"strings"
	"sync"

	"stint/scripts/internal/inbox"
)

// mixer is the address of the service. It sends each request to one of the releases at random, as a gateway does while
// functions are replaced.
type mixer struct {
	mu      sync.Mutex
	random  *rand.Rand
	targets []*release
	sent    map[string]int // requests by release
	failed  []error        // answers with 5xx
}

func newMixer(seed uint64) *mixer {
	return &mixer{random: rand.New(rand.NewPCG(seed, 1)), sent: map[string]int{}}
}

// sendTo sends the next requests to these releases.
func (m *mixer) sendTo(targets ...*release) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.targets = targets
}

// ServeHTTP implements http.Handler.
func (m *mixer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path == inbox.Path {
		m.showMails(w, r)
		return
	}
	to := m.choose()
	proxy := httputil.ReverseProxy{
		Rewrite: func(p *httputil.ProxyRequest) {
			target, _ := url.Parse(to.address)
			p.SetURL(target)
			p.Out.Host = p.In.Host
		},
		ModifyResponse: func(answer *http.Response) error { m.note(to, r, answer.StatusCode); return nil },
		ErrorHandler: func(w http.ResponseWriter, r *http.Request, err error) {
			if r.Context().Err() == nil {
				m.note(to, r, http.StatusBadGateway)
			}
			http.Error(w, err.Error(), http.StatusBadGateway)
		},
	}
	proxy.ServeHTTP(w, r)
}

func (m *mixer) choose() *release {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.targets[m.random.IntN(len(m.targets))]
}

// note counts an answer, and keeps those that no user may get during an update.
func (m *mixer) note(from *release, r *http.Request, status int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.sent[from.name]++
	if status >= http.StatusInternalServerError {
		m.failed = append(m.failed, fmt.Errorf("%s: %s %s: %d", from.version, r.Method, r.URL.Path, status))
	}
}

// counts says how many requests each release got.
func (m *mixer) counts() string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return fmt.Sprintf("%d to the old, %d to the new release, %d answers are 5xx", m.sent["old"], m.sent["new"],
		len(m.failed))
}

// failures are the first answers with 5xx.
func (m *mixer) failures() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	return errors.Join(m.failed[:min(len(m.failed), 10)]...)
}

// showMails shows the mails that both have sent: each worker takes work that the other has not taken.
func (m *mixer) showMails(w http.ResponseWriter, r *http.Request) {
	m.mu.Lock()
	targets := slices.Clone(m.targets)
	m.mu.Unlock()
	var lists []string
	for _, to := range targets {
		answer, err := http.Get(to.address + r.URL.RequestURI())
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadGateway)
			return
		}
		text, err := io.ReadAll(answer.Body)
		_ = answer.Body.Close()
		list, ok := strings.CutPrefix(strings.TrimSpace(string(text)), `{"items":[`)
		if err != nil || !ok {
			http.Error(w, string(text), http.StatusBadGateway)
			return
		}
		if list = strings.TrimSuffix(list, "]}"); list != "" {
			lists = append(lists, list)
		}
	}
	_, _ = fmt.Fprintf(w, `{"items":[%s]}`, strings.Join(lists, ","))
}
