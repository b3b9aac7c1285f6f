package main

import (
	"bytes"
	"context"
	"encoding/base64"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"stint/internal/apitest"
	"stint/internal/testkit"
	"stint/shared/config"
	"stint/shared/table"
)

// start starts a service with limits, at the time of this machine.
func start(t *testing.T) (api *apitest.Service, address string) {
	return startWith(t, func(c *config.Config) { c.AttemptsPerAccount, c.AttemptsPerNetwork = 5, 60 })
}

// startWith starts a service. Its deliverer serves webhooks after each test event.
func startWith(t *testing.T, options ...apitest.Option) (api *apitest.Service, address string) {
	t.Helper()
	api, _ = apitest.NewWithServer(t, options...)
	api.Clock.Advance(time.Since(apitest.StartTime))
	inner := api.Handler
	api.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		inner.ServeHTTP(w, r)
		if strings.HasSuffix(r.URL.Path, "/test") {
			if err := api.NewDeliverer().DeliverAll(context.WithoutCancel(r.Context())); err != nil {
				t.Error(err)
			}
		}
	})
	server := httptest.NewServer(api.Handler)
	t.Cleanup(server.Close)
	return api, server.URL
}

// smoke runs all checks and returns the names of those that failed.
func smoke(t *testing.T, address string) []string {
	t.Helper()
	var out bytes.Buffer
	receiver := httptest.NewServer(http.NotFoundHandler())
	t.Cleanup(receiver.Close)
	err := run(t.Context(), &out, options{url: address, address: "smoke-{id}@example.com", webhook: receiver.URL,
		load: time.Second})
	var failed []string
	for _, line := range strings.Split(out.String(), "\n") {
		if rest, ok := strings.CutPrefix(line, "FAILED"); ok {
			failed = append(failed, strings.TrimSpace(regexp.MustCompile(`\s{2,}`).Split(strings.TrimSpace(rest), 2)[0]))
		}
	}
	if (err != nil) != (len(failed) > 0) {
		t.Errorf("error %v with %d failed checks\n%s", err, len(failed), out.String())
	}
	t.Log("\n" + out.String())
	return failed
}

func TestAHealthyServicePassesAndNothingIsLeft(t *testing.T) {
	t.Parallel()
	api, address := start(t)
	if failed := smoke(t, address); len(failed) > 0 {
		t.Errorf("failed: %v", failed)
	}
	api.RunWorker()
	for _, item := range apitest.TableItems(api) {
		pk := testkit.TextOf(item["pk"])
		// Mailed tokens keep the address until they expire.
		if testkit.TextOf(item["email"]) != "" && !strings.HasPrefix(pk, "TOK#") {
			t.Errorf("an account is left: %s", pk)
		}
	}
}

// Each check fails with a service that breaks its promise.
func TestBrokenServicesFail(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		breaks func(next http.Handler, w http.ResponseWriter, r *http.Request)
		want   string
	}{
		"a header is missing": {func(next http.Handler, w http.ResponseWriter, r *http.Request) {
			next.ServeHTTP(w, r)
			w.Header().Del("Cache-Control")
		}, "it is healthy, and its headers are there"},
		"problems are plain text": {func(next http.Handler, w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/api/no-such-path" {
				http.NotFound(w, r)
				return
			}
			next.ServeHTTP(w, r)
		}, "an unknown path is 404"},
		"timers fail": {func(next http.Handler, w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/api/timers/start" {
				w.WriteHeader(http.StatusBadGateway)
				return
			}
			next.ServeHTTP(w, r)
		}, "one tracks time with a timer and a batch"},
		"the gateway decodes nothing": {func(next http.Handler, w http.ResponseWriter, r *http.Request) {
			made := httptest.NewRecorder()
			next.ServeHTTP(made, r)
			maps.Copy(w.Header(), made.Header())
			if made.Header().Get("Content-Encoding") == "gzip" {
				fmt.Fprint(w, base64.StdEncoding.EncodeToString(made.Body.Bytes()))
				return
			}
			w.WriteHeader(made.Code)
			_, _ = w.Write(made.Body.Bytes())
		}, "compressed documents can be read"},
		"files are in base64": {func(next http.Handler, w http.ResponseWriter, r *http.Request) {
			if strings.HasSuffix(r.URL.Path, "/document") {
				fmt.Fprint(w, base64.StdEncoding.EncodeToString([]byte("%PDF-1.7")))
				return
			}
			next.ServeHTTP(w, r)
		}, "the timesheet can be read as PDF"},
		"workbooks are text": {func(next http.Handler, w http.ResponseWriter, r *http.Request) {
			if strings.HasSuffix(r.URL.Path, "/export") {
				fmt.Fprint(w, "date,seconds")
				return
			}
			next.ServeHTTP(w, r)
		}, "the time can be exported as a workbook"},
		"other workspaces are open": {func(next http.Handler, w http.ResponseWriter, r *http.Request) {
			if strings.HasSuffix(r.URL.Path, "/members") {
				_, _ = w.Write([]byte("{}"))
				return
			}
			next.ServeHTTP(w, r)
		}, "the other sees nothing of it"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			api, _ := start(t)
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				answer := httptest.NewRecorder()
				c.breaks(api.Handler, answer, r)
				for name, values := range answer.Header() {
					w.Header()[name] = values
				}
				w.WriteHeader(answer.Code)
				_, _ = w.Write(answer.Body.Bytes())
			}))
			t.Cleanup(server.Close)
			if failed := smoke(t, server.URL); !slices.Contains(failed, c.want) {
				t.Errorf("failed: %v, want %q", failed, c.want)
			}
		})
	}
}

func TestUnlimitedGuessesFail(t *testing.T) {
	t.Parallel()
	_, address := startWith(t)
	if failed := smoke(t, address); !slices.Contains(failed, "guesses are limited") {
		t.Errorf("failed: %v", failed)
	}
}

// A run that lasts longer than an access token still deletes both accounts.
func TestALongRunDeletesItsAccounts(t *testing.T) {
	t.Parallel()
	api, _ := start(t)
	var once sync.Once
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodDelete {
			once.Do(func() { api.Clock.Advance(16 * time.Minute) })
		}
		api.Handler.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	if failed := smoke(t, server.URL); len(failed) > 0 {
		t.Errorf("failed: %v", failed)
	}
}

// A deletion that fails does not keep the other account.
func TestOneFailedDeletionKeepsOneAccount(t *testing.T) {
	t.Parallel()
	api, _ := start(t)
	owner := ""
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodDelete && (owner == "" || owner == r.Header.Get("Authorization")) {
			owner = r.Header.Get("Authorization")
			w.WriteHeader(http.StatusBadGateway)
			return
		}
		if r.Method == http.MethodPost && r.URL.Path == "/api/auth/login" && owner != "" {
			w.WriteHeader(http.StatusBadGateway)
			return
		}
		api.Handler.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	if failed := smoke(t, server.URL); !slices.Equal(failed, []string{"the accounts are deleted again"}) {
		t.Errorf("failed: %v", failed)
	}
	deleted := 0
	for _, item := range apitest.TableItems(api) {
		if table.KeyOf(item).SK == "PROFILE" && item["deleted_at"] != nil {
			deleted++
		}
	}
	if deleted != 1 {
		t.Errorf("%d accounts are deleted, want 1", deleted)
	}
}
