package functions_test

import (
	"strings"
	"testing"

	"stint/internal/apitest"
	"stint/shared/auth"
	"stint/shared/config"
	"stint/shared/route"
)

// Every route with a credential counts its caller and says how much is left, whatever
// the answer is. Over the limit it answers 429 before it looks at the request.
func TestEveryCallerIsCounted(t *testing.T) {
	t.Parallel()
	const limit = 3
	w := newWorld(t)
	limited := w.NewInstance(func(c *config.Config) { c.Limits.PerCaller, c.Limits.PerWorkspace = limit, 1000 })
	check := func(t *testing.T, spec route.Spec) {
		w.Clock.Advance(60e9)
		w.staySignedIn()
		send := func() *apitest.Answer {
			return w.SendTo(limited, apitest.Request{Method: spec.Method, Path: w.pathOf(t, spec, unknownID),
				Bearer: w.bearerFor(spec), Body: "not JSON"})
		}
		for range limit {
			if answer := send(); answer.Status == 429 || !strings.HasPrefix(answer.Header.Get("RateLimit"), `"caller";r=`) ||
				!strings.HasPrefix(answer.Header.Get("RateLimit-Policy"), `"caller";q=3;w=60`) {
				t.Errorf("%d, RateLimit %q, policy %q", answer.Status, answer.Header.Get("RateLimit"),
					answer.Header.Get("RateLimit-Policy"))
			}
		}
		refused := send()
		refused.Problem(429, "rate_limited")
		if refused.Header.Get("Retry-After") == "" || !strings.HasPrefix(refused.Header.Get("RateLimit"), `"caller";r=0;t=`) {
			t.Errorf("Retry-After %q, RateLimit %q", refused.Header.Get("Retry-After"), refused.Header.Get("RateLimit"))
		}
	}
	eachRoute(t, needsCredential, check)
}

// staySignedIn signs the owner in again if the session has ended or the token has expired.
func (w *world) staySignedIn() {
	if w.owner.Get("/api/auth/me").Status != 200 {
		w.signInAgain()
	}
}

// signInAgain gives the owner another session.
func (w *world) signInAgain() {
	session := w.owner.SignInAgain()
	w.owner.Token, w.owner.RefreshCookie = session.Token, session.RefreshCookie
}

// unknownID replaces ids in paths, so that the requests of the test change nothing.
func unknownID(segment, own string) string {
	if segment == "workspaces" {
		return own
	}
	return "019a0000-0000-7000-8000-0000000000ff"
}

// Every public route that takes a secret or an address declares a limit.
func TestEveryPublicRouteWithASecretIsLimited(t *testing.T) {
	t.Parallel()
	eachRoute(t, func(s route.Spec) bool { return s.Credential == auth.Public && takesSecret(s) },
		func(t *testing.T, spec route.Spec) {
			if spec.Limit == route.NoLimit && !spec.LocalOnly {
				t.Errorf("%s %s takes a secret and has no limit", spec.Method, spec.Path)
			}
		})
}

// takesSecret reports whether a public route may take a secret: it changes something,
// or has a token or a state in its path or query.
func takesSecret(s route.Spec) bool {
	if s.Method != "GET" || strings.Contains(s.Path, "{token}") {
		return true
	}
	for _, name := range []string{"Token", "State"} {
		if _, has := s.Op.In.FieldByName(name); has {
			return true
		}
	}
	return false
}

// Requests with a limit cost at most one write in ten more than without.
func TestCountingCallersCostsOneWriteInTenRequests(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	limited := w.NewInstance(func(c *config.Config) { c.Limits.PerCaller, c.Limits.PerWorkspace = 600, 6000 })
	w.Probe.Reset()
	for range 500 {
		w.SendTo(limited, apitest.Request{Method: "GET", Path: "/api/timers/current", Bearer: w.owner.Token}).OK()
	}
	if writes := w.Probe.Snapshot().Write; writes > 50 {
		t.Errorf("%.0f units written for 500 requests", writes)
	}
	if reads := w.Probe.Snapshot().Calls["GetItem"]; reads > 0 {
		t.Errorf("%d reads to count requests", reads)
	}
}

// All functions and instances share the limit of a workspace.
func TestWorkspacesAreLimited(t *testing.T) {
	w := newWorld(t)
	limited := w.NewInstance(func(c *config.Config) { c.Limits.PerWorkspace = 5 })
	for i := range 7 {
		bearer := w.owner.Token
		if i%2 == 1 {
			bearer = w.analyst.Token
		}
		answer := w.SendTo(limited, apitest.Request{Method: "GET", Path: []string{"/api/tags", "/api/clients"}[i%2],
			Bearer: bearer})
		if want := map[bool]int{true: 200, false: 429}[i < 5]; answer.Status != want {
			t.Errorf("request %d: %d, want %d", i+1, answer.Status, want)
		}
	}
}
