package worker_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"stint/internal/apitest"
	"stint/internal/testkit/gcalendar"
)

const squattersCalendar = "mallory@calendars.example"

// firstProofs prove the address of an account that another person registered.
var firstProofs = map[string]func(h *apitest.Service, squatter *apitest.User) *apitest.Answer{
	"a reset": func(h *apitest.Service, p *apitest.User) *apitest.Answer {
		h.Send(apitest.Request{Method: "POST", Path: "/api/auth/password-reset/request",
			Body: map[string]any{"email": p.Email}}).OK()
		body := map[string]any{"token": h.MailedToken(p.Email, "password-reset"), "newPassword": "another good password"}
		return h.Send(apitest.Request{Method: "POST", Path: "/api/auth/password-reset/confirm", Body: body})
	},
	"the password": func(h *apitest.Service, p *apitest.User) *apitest.Answer {
		body := map[string]any{"token": h.MailedToken(p.Email, "verify-email"), "password": apitest.Password}
		return h.Send(apitest.Request{Method: "POST", Path: "/api/auth/verify-email", Body: body})
	},
	"an invitation": func(h *apitest.Service, p *apitest.User) *apitest.Answer {
		h.Register("boss").Invite(p.Email, "user")
		token := h.MailedToken(p.Email, "invitation")
		return h.Send(apitest.Form("/p/invitation", "token", token, "email", p.Email, "password", apitest.Password))
	},
}

// The grant behind a calendar connection that a first proof ends is revoked at the
// provider, and its token is forgotten.
func TestFirstProofRevokesTheGrant(t *testing.T) {
	t.Parallel()
	for name, prove := range firstProofs {
		h, provider := apitest.NewWithCalendar(t)
		p := h.Register("ada")
		p.ConnectCalendar(provider, squattersCalendar)
		if answer := prove(h, p); answer.Status != 200 {
			t.Fatalf("%s: %d\n%s", name, answer.Status, answer.Body)
		}
		h.RunWorker()
		if n := provider.CountGrants(squattersCalendar); n != 0 {
			t.Errorf("%s: %d grants are left at the provider", name, n)
		}
		wantNoGrant(t, h)
	}
}

// A provider that does not answer is asked again, and in the end the token is forgotten
// all the same.
func TestRevocationIsBestEffort(t *testing.T) {
	t.Parallel()
	h, provider := apitest.NewWithCalendar(t)
	p := h.Register("ada")
	p.ConnectCalendar(provider, squattersCalendar)
	provider.SetHandler(gcalendar.RevokePath, func(w http.ResponseWriter,
		_ *http.Request) {
		w.WriteHeader(http.StatusBadGateway)
	})
	firstProofs["a reset"](h, p).OK()
	for range 12 {
		h.RunWorker()
		h.Clock.Advance(time.Hour)
	}
	if n := provider.CountCalls(gcalendar.RevokePath); n != 10 {
		t.Errorf("%d revocations, want 10", n)
	}
	wantNoGrant(t, h)
}

func wantNoGrant(t *testing.T, h *apitest.Service) {
	t.Helper()
	if counts := apitest.ItemCounts(h); strings.Contains(counts, "GRANT") || strings.Contains(counts, "CAL") ||
		strings.Contains(counts, "Q ") {
		t.Errorf("something of the grant is left: %s", counts)
	}
}

// A grant that waits for its revocation is revoked also after the account is deleted.
func TestADeletedAccountDoesNotKeepAGrant(t *testing.T) {
	t.Parallel()
	h, provider := apitest.NewWithCalendar(t)
	p := h.Register("ada")
	p.ConnectCalendar(provider, squattersCalendar)
	provider.SetHandler(gcalendar.RevokePath, func(w http.ResponseWriter,
		_ *http.Request) {
		w.WriteHeader(http.StatusBadGateway)
	})
	firstProofs["the password"](h, p).OK()
	proved := h.UserOf(h.Send(apitest.Request{Method: "POST", Path: "/api/auth/login",
		Body: map[string]any{"email": p.Email, "password": apitest.Password}}))
	proved.ConnectCalendar(provider, "ada@calendars.example")
	h.RunWorker()
	proved.Delete("/api/me").OK()
	h.RunWorker()
	provider.SetHandler(gcalendar.RevokePath, nil)
	h.Clock.Advance(time.Hour)
	h.RunWorker()
	for _, account := range []string{squattersCalendar, "ada@calendars.example"} {
		if n := provider.CountGrants(account); n != 0 {
			t.Errorf("%d grants of %s are left at the provider", n, account)
		}
	}
	wantNoGrant(t, h)
}
