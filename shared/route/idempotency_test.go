package route_test

import (
	"errors"
	"strings"
	"testing"

	"stint/shared/auth"
	"stint/shared/domain"
	"stint/shared/domain/people"
	"stint/shared/problem"
)

// rememberAnswers makes the gate give back what the last create remembered, when
// it is asked for under the same digest.
func (h *testServer) rememberAnswers() {
	h.authenticator.replay = func(request auth.Request) *domain.Replay {
		if request.ReplayDigest != h.family.put.Digest || request.ReplayDigest == "" {
			return nil
		}
		return &h.family.put.Replay
	}
}

func TestReplay(t *testing.T) {
	t.Parallel()
	h := newTestServer(t, people.RoleOwner)
	h.rememberAnswers()
	first := h.send("POST", "/api/things", `{"name":"n"}`, "Idempotency-Key", "k1")
	h.want(first, "OK", "admit", "work")
	if first.Header().Values("Idempotency-Replayed") != nil {
		t.Error("the first answer says that it is replayed")
	}
	again := h.send("POST", "/api/things", `{"name":"n"}`, "Idempotency-Key", "k1")
	h.want(again, "OK", "admit")
	if again.Body.String() != first.Body.String() || again.Header().Get("ETag") != first.Header().Get("ETag") ||
		again.Header().Get("ETag") == "" {
		t.Errorf("replayed %s %s, want %s %s", again.Header().Get("ETag"), again.Body, first.Header().Get("ETag"), first.Body)
	}
	if again.Header().Get("Idempotency-Replayed") != "true" ||
		again.Header().Get("Content-Type") != first.Header().Get("Content-Type") {
		t.Errorf("headers %v", again.Header())
	}
}

func TestReplayOfAnotherBody(t *testing.T) {
	t.Parallel()
	h := newTestServer(t, people.RoleOwner)
	h.rememberAnswers()
	h.send("POST", "/api/things", `{"name":"n"}`, "Idempotency-Key", "k1")
	for _, body := range []string{`{"name":"m"}`, `{"name":"n"} `, "", `{broken`} {
		h.family.steps = nil
		w := h.send("POST", "/api/things", body, "Idempotency-Key", "k1")
		h.want(w, "validation", "admit")
		if !strings.Contains(w.Body.String(), `"errors":[{"field":"Idempotency-Key","code":"idempotency_key_reused"`) {
			t.Errorf("%q: %s", body, w.Body)
		}
	}
}

// The key counts per method and path, and only its digest is kept.
func TestDigestOfAKey(t *testing.T) {
	t.Parallel()
	h := newTestServer(t, people.RoleOwner)
	digests := map[string]string{}
	for _, key := range []string{"k1", "k2"} {
		h.send("POST", "/api/things", `{"name":"n"}`, "Idempotency-Key", key)
		digests[h.family.put.Digest] = key
	}
	if len(digests) != 2 || digests[""] != "" {
		t.Errorf("digests %v", digests)
	}
	for digest := range digests {
		if len(digest) != 64 || digest != strings.ToLower(digest) {
			t.Errorf("digest %q, want SHA-256 in hex", digest)
		}
	}
}

func TestNoReplayWithoutAnIdempotencyKey(t *testing.T) {
	t.Parallel()
	h := newTestServer(t, people.RoleOwner)
	h.send("POST", "/api/things", `{"name":"n"}`)
	if h.family.put.Digest != "" || h.family.put.Replay.Answer != nil {
		t.Errorf("remembered %+v", h.family.put)
	}
	h.send("POST", "/api/things:bulk", `{"name":"n"}`, "Idempotency-Key", "k1")
	if h.family.put.Digest != "" || h.authenticator.requests[1].ReplayDigest != "" {
		t.Error("a route that creates nothing remembers")
	}
}

// Another request with the same key was faster, so its answer is given.
func TestLostRace(t *testing.T) {
	t.Parallel()
	h := newTestServer(t, people.RoleOwner)
	h.family.work = domain.ErrReplayExists
	times := 0
	h.authenticator.replay = func(auth.Request) *domain.Replay {
		if times++; times == 1 {
			return nil // not there yet when the request came
		}
		return &h.family.put.Replay
	}
	w := h.send("POST", "/api/things", `{"name":"n"}`, "Idempotency-Key", "k1")
	h.want(w, "OK", "admit", "work", "admit")
	if w.Header().Get("Idempotency-Replayed") != "true" || !strings.Contains(w.Body.String(), `"id":"new"`) {
		t.Errorf("%v %s", w.Header(), w.Body)
	}
}

// A request that fails because of what a faster one with the same key wrote gets its
// answer, whatever the failure is.
func TestFailureAfterALostRace(t *testing.T) {
	t.Parallel()
	for _, failure := range []error{problem.Conflict(problem.TimerRunning, "A timer runs."),
		problem.InvalidField("name", problem.MaxLength), problem.Forbidden(problem.RoleInsufficient), errors.New("broken")} {
		h := newTestServer(t, people.RoleOwner)
		h.family.work = failure
		times := 0
		h.authenticator.replay = func(auth.Request) *domain.Replay {
			if times++; times == 1 {
				return nil
			}
			return &h.family.put.Replay
		}
		w := h.send("POST", "/api/things", `{"name":"n"}`, "Idempotency-Key", "k1")
		h.want(w, "OK", "admit", "work", "admit")
		if w.Header().Get("Idempotency-Replayed") != "true" {
			t.Errorf("%v: %v %s", failure, w.Header(), w.Body)
		}
	}
}

// Without a remembered answer, a failure is what it was.
func TestFailureWithoutARememberedAnswer(t *testing.T) {
	t.Parallel()
	h := newTestServer(t, people.RoleOwner)
	h.family.work = problem.Conflict(problem.TimerRunning, "A timer runs.")
	h.want(h.send("POST", "/api/things", `{"name":"n"}`, "Idempotency-Key", "k1"), "conflict", "admit", "work", "admit")
	h.family.steps = nil
	h.want(h.send("POST", "/api/things", `{"name":"n"}`), "conflict", "admit", "work")
}

func TestLostRaceWithAnotherBody(t *testing.T) {
	t.Parallel()
	h := newTestServer(t, people.RoleOwner)
	h.family.work = domain.ErrReplayExists
	times := 0
	h.authenticator.replay = func(auth.Request) *domain.Replay {
		if times++; times == 1 {
			return nil
		}
		return &domain.Replay{BodyHash: "another", Answer: []byte(`{}`)}
	}
	h.want(h.send("POST", "/api/things", `{"name":"n"}`, "Idempotency-Key", "k1"), "validation", "admit", "work", "admit")
}

// A winner that cannot be seen yet is still running, as far as anybody knows.
func TestLostRaceWithoutAVisibleWinner(t *testing.T) {
	t.Parallel()
	h := newTestServer(t, people.RoleOwner)
	h.family.work = domain.ErrReplayExists
	h.want(h.send("POST", "/api/things", `{"name":"n"}`, "Idempotency-Key", "k1"), "conflict", "admit", "work", "admit")
}

// An answer is replayed only to those who may still do it: the checks before
// the body come first.
func TestReplayAfterThePermissionIsGone(t *testing.T) {
	t.Parallel()
	h := newTestServer(t, people.RoleOwner)
	h.rememberAnswers()
	h.send("POST", "/api/things", `{"name":"n"}`, "Idempotency-Key", "k1")
	h.family.steps = nil
	h.authenticator.caller = caller(people.RoleAnalyst)
	h.want(h.send("POST", "/api/things", `{"name":"n"}`, "Idempotency-Key", "k1"), "analyst_read_only", "admit")
}
