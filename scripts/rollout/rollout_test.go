package main

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"stint/functions"
	"stint/internal/apitest"
)

func TestMain(m *testing.M) { apitest.MainOfAll(m, functions.Families()...) }

// newReleases are two instances over one table, the second behind a filter, and a mixer in front of them.
func newReleases(t *testing.T, filter func(http.Handler) http.Handler) (*releases, *mixer, string) {
	t.Helper()
	api := apitest.New(t)
	api.Clock.Set(time.Now())
	serve := func(name string, h http.Handler) *release {
		server := httptest.NewServer(h)
		t.Cleanup(server.Close)
		return &release{name: name, address: server.URL, version: name}
	}
	both := &releases{old: serve("old", api.Handler), new: serve("new", filter(api.NewInstance()))}
	m := newMixer(1)
	m.sendTo(both.old, both.new)
	entrance := httptest.NewServer(m)
	t.Cleanup(entrance.Close)
	return both, m, entrance.URL
}

func unchanged(h http.Handler) http.Handler { return h }

// replacing replaces a text in the answers to requests of a method.
func replacing(method, text, by string) func(http.Handler) http.Handler {
	return func(h http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			answer := httptest.NewRecorder()
			h.ServeHTTP(answer, r)
			body := answer.Body.Bytes()
			if r.Method == method {
				body = bytes.ReplaceAll(body, []byte(text), []byte(by))
			}
			for name, values := range answer.Header() {
				w.Header()[name] = values
			}
			w.Header().Del("Content-Length")
			w.WriteHeader(answer.Code)
			_, _ = w.Write(body)
		})
	}
}

// tryBoth lets a person work through both, and exchanges and compares their records.
func tryBoth(t *testing.T, filter func(http.Handler) http.Handler) (sent, exchanged, compared int, errs [3]error) {
	t.Helper()
	both, m, address := newReleases(t, filter)
	crew, err := newTeam(t.Context(), address, options{people: 1, seed: 7})
	if err != nil {
		t.Fatal(err)
	}
	sent, errs[0] = crew.work(t.Context(), 300*time.Millisecond)
	exchanged, errs[1] = exchangeAll(t.Context(), crew, both)
	compared, errs[2] = compareAll(t.Context(), crew.Maker, both)
	if err := m.failures(); err != nil {
		t.Error(err)
	}
	return sent, exchanged, compared, errs
}

func TestTwoReleasesThatAgree(t *testing.T) {
	t.Parallel()
	sent, exchanged, compared, errs := tryBoth(t, unchanged)
	for _, err := range errs {
		if err != nil {
			t.Error(err)
		}
	}
	if sent < 10 || exchanged != 20 || compared < 30 {
		t.Errorf("%d sent, %d exchanged, %d compared", sent, exchanged, compared)
	}
}

// A new release that shows a record in another way is found by the record, and by the lists.
func TestADifferenceIsFound(t *testing.T) {
	t.Parallel()
	_, exchanged, _, errs := tryBoth(t, replacing(http.MethodGet, `"color":`, `"colour":`))
	if errs[1] == nil || !strings.Contains(errs[1].Error(), "/api/projects, written by old: .color is missing") ||
		exchanged != 18 {
		t.Errorf("%d exchanged, %v", exchanged, errs[1])
	}
	if errs[2] == nil || !strings.Contains(errs[2].Error(), "/api/projects: .items[0].color is missing") {
		t.Error(errs[2])
	}
}

// A new release that does not delete what it says is deleted is found by the old one.
func TestARecordThatStaysIsFound(t *testing.T) {
	t.Parallel()
	_, exchanged, _, errs := tryBoth(t, func(h http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.Method != http.MethodDelete {
				h.ServeHTTP(w, r)
			}
		})
	})
	if errs[1] == nil || !strings.Contains(errs[1].Error(), "/api/clients, written by new: old still shows it") ||
		exchanged >= 20 {
		t.Errorf("%d exchanged, %v", exchanged, errs[1])
	}
}

// An answer with 5xx is a failure, whichever release gives it. Both get requests.
func TestServerErrorsAreKept(t *testing.T) {
	t.Parallel()
	both, m, address := newReleases(t, func(http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusServiceUnavailable) })
	})
	for range 20 {
		answer, err := http.Get(address + "/api/health")
		if err != nil {
			t.Fatal(err)
		}
		_ = answer.Body.Close()
	}
	if err := m.failures(); err == nil || !strings.Contains(err.Error(), "new: GET /api/health: 503") {
		t.Error(err)
	}
	if m.sent[both.old.name] == 0 || m.sent[both.new.name] == 0 {
		t.Errorf("requests went to %v", m.sent)
	}
}

// The mails of both are in one inbox.
func TestMailsOfBothAreShown(t *testing.T) {
	t.Parallel()
	m := newMixer(1)
	var all []*release
	for _, list := range []string{`{"items":[{"a":1}]}`, `{"items":[]}`, `{"items":[{"b":2},{"c":3}]}`} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			_, _ = w.Write([]byte(list + "\n"))
		}))
		t.Cleanup(server.Close)
		all = append(all, &release{address: server.URL})
	}
	m.sendTo(all...)
	answer := httptest.NewRecorder()
	m.ServeHTTP(answer, httptest.NewRequest(http.MethodGet, "/_local/mail?to=a@example.com", nil))
	if got, want := answer.Body.String(), `{"items":[{"a":1},{"b":2},{"c":3}]}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
