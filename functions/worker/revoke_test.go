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
var firstProofs = map[string]func(api *apitest.Service, squatter *apitest.User) *apitest.Answer{
	"a reset": func(api *apitest.Service, p *apitest.User) *apitest.Answer {
		api.Send(apitest.Request{Method: "POST", Path: "/api/auth/password-reset/request",
			Body: map[string]any{"email": p.Email}}).OK()
		body := map[string]any{"token": api.MailedToken(p.Email, "password-reset"), "newPassword": "another good password"}
		return api.Send(apitest.Request{Method: "POST", Path: "/api/auth/password-reset/confirm", Body: body})
	},
	"the password": func(api *apitest.Service, p *apitest.User) *apitest.Answer {
		body := map[string]any{"token": api.MailedToken(p.Email, "verify-email"), "password": apitest.Password}
		return api.Send(apitest.Request{Method: "POST", Path: "/api/auth/verify-email", Body: body})
	},
	"an invitation": func(api *apitest.Service, p *apitest.User) *apitest.Answer {
		api.Register("boss").Invite(p.Email, "user")
		token := api.MailedToken(p.Email, "invitation")
		return api.Send(apitest.Form("/p/invitation", "token", token, "email", p.Email, "password", apitest.Password))
	},
}

// The grant behind a calendar connection that a first proof ends is revoked at the
// provider, and its token is forgotten.
func TestFirstProofRevokesTheGrant(t *testing.T) {
	t.Parallel()
	for name, prove := range firstProofs {
		api, provider := apitest.NewWithCalendar(t)
		p := api.Register("ada")
		p.ConnectCalendar(provider, squattersCalendar)
		if answer := prove(api, p); answer.Status != 200 {
			t.Fatalf("%s: %d\n%s", name, answer.Status, answer.Body)
		}
		api.RunWorker()
		if n := provider.CountGrants(squattersCalendar); n != 0 {
			t.Errorf("%s: %d grants are left at the provider", name, n)
		}
		wantNoGrant(t, api)
	}
}

// A provider that does not answer is asked again, and in the end the token is forgotten
// all the same.
func TestRevocationIsBestEffort(t *testing.T) {
	t.Parallel()
	api, provider := apitest.NewWithCalendar(t)
	p := api.Register("ada")
	p.ConnectCalendar(provider, squattersCalendar)
	provider.SetHandler(gcalendar.RevokePath, func(w http.ResponseWriter,
		_ *http.Request) {
		w.WriteHeader(http.StatusBadGateway)
	})
	firstProofs["a reset"](api, p).OK()
	for range 12 {
		api.RunWorker()
		api.Clock.Advance(time.Hour)
	}
	if n := provider.CountCalls(gcalendar.RevokePath); n != 10 {
		t.Errorf("%d revocations, want 10", n)
	}
	wantNoGrant(t, api)
}

func wantNoGrant(t *testing.T, api *apitest.Service) {
	t.Helper()
	if counts := apitest.ItemCounts(api); strings.Contains(counts, "GRANT") || strings.Contains(counts, "CAL") ||
		strings.Contains(counts, "Q ") {
		t.Errorf("something of the grant is left: %s", counts)
	}
}

// A grant that waits for its revocation is revoked also after the account is deleted.
func TestADeletedAccountDoesNotKeepAGrant(t *testing.T) {
	t.Parallel()
	api, provider := apitest.NewWithCalendar(t)
	p := api.Register("ada")
	p.ConnectCalendar(provider, squattersCalendar)
	provider.SetHandler(gcalendar.RevokePath, func(w http.ResponseWriter,
		_ *http.Request) {
		w.WriteHeader(http.StatusBadGateway)
	})
	firstProofs["the password"](api, p).OK()
	proved := p.SignInAgain()
	proved.ConnectCalendar(provider, "ada@calendars.example")
	api.RunWorker()
	proved.Delete("/api/me").OK()
	api.RunWorker()
	provider.SetHandler(gcalendar.RevokePath, nil)
	api.Clock.Advance(time.Hour)
	api.RunWorker()
	for _, account := range []string{squattersCalendar, "ada@calendars.example"} {
		if n := provider.CountGrants(account); n != 0 {
			t.Errorf("%d grants of %s are left at the provider", n, account)
		}
	}
	wantNoGrant(t, api)
}
