package account_test

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"testing"

	"stint/internal/apitest"
	"stint/internal/testkit"
	"stint/internal/testkit/idp"
)

// A squatter registers the address of another person, the owner, and takes every kind of
// access to the account. The owner then proves the address by one of the acts that need
// no password. The squatter must be left with nothing, in every order of events.

var (
	ownersLogin    = idp.User{Subject: "owner", Email: "ada@example.com", Name: "Ada", EmailVerified: true}
	squattersLogin = idp.User{Subject: "squatter", Email: "mallory@example.com", Name: "Mallory", EmailVerified: true}
	// says that it has the address
	claimedLogin = idp.User{Subject: "squatter-2", Email: "ada@example.com", Name: "Mallory"}
)

// squat is an account that a squatter registered, and what they have of it.
type squat struct {
	api      *apitest.Service
	provider *idp.StandIn
	calendar *apitest.CalendarProvider
	squatter *apitest.User
	sessions []*apitest.User
	keys     []string
	linking  *apitest.SSOFlow
	consent  *apitest.CalendarFlow
}

func newSquat(t *testing.T) *squat {
	t.Helper()
	api, provider, calendar := apitest.NewWithSSOAndCalendar(t)
	s := &squat{api: api, provider: provider, calendar: calendar, squatter: api.Register("ada")}
	s.sessions = []*apitest.User{s.squatter}
	return s
}

// moves are what the squatter does, in parts that must follow each other. A move that
// the service refuses changes nothing.
var moves = map[string][]func(s *squat){
	"link": {
		func(s *squat) {
			if answer := s.squatter.Get(apitest.SSOPath + "/start"); answer.Status == 200 {
				s.linking = s.api.StartSSO(s.squatter.Token, "").Login(s.provider, squattersLogin)
			}
		},
		func(s *squat) {
			if s.linking != nil {
				s.linking.Finish()
			}
		},
	},
	"connect a calendar": {
		func(s *squat) {
			if s.squatter.Get(apitest.ConnectionsPath+"/external/start").Status == 200 {
				s.consent = s.squatter.StartCalendarConsent().Consent(s.calendar, "mallory@calendars.example")
			}
		},
		func(s *squat) {
			if s.consent != nil {
				s.api.Send(s.consent.CallbackRequest())
			}
		},
	},
	"make a key": {func(s *squat) {
		answer := s.squatter.Post("/api/me/workspaces/"+s.squatter.WorkspaceID+"/api-keys", object{"name": "mine"})
		if answer.Status == 200 {
			s.keys = append(s.keys, answer.OK()["token"].(string))
		}
	}},
	"sign in again": {func(s *squat) {
		if answer := login(s.api, s.squatter.Email, apitest.Password); answer.Status == 200 {
			s.sessions = append(s.sessions, s.api.UserOf(answer))
		}
	}},
	"switch a second factor on": {func(s *squat) {
		if s.squatter.Get("/api/auth/me").Status == 200 {
			s.squatter.EnableSecondFactor()
		}
	}},
	"change the password": {func(s *squat) {
		s.squatter.Patch(profile, object{"currentPassword": apitest.Password, "newPassword": "squatters password"})
	}},
	"ask for a sign-in mail": {func(s *squat) {
		s.api.StartSSO("", "").Login(s.provider, claimedLogin).Finish().OK()
	}},
}

// proofs are the acts with which the owner proves the address without a password of the
// account. Each returns the owner's session.
var proofs = map[string]func(s *squat) *apitest.User{
	"a reset": func(s *squat) *apitest.User {
		requestReset(s.api, "ada@example.com").OK()
		token := s.api.MailedToken("ada@example.com", "password-reset")
		post(s.api, "/api/auth/password-reset/confirm", object{"token": token, "newPassword": newPassword,
			"keepApiKeys": true}).OK()
		return s.api.UserOf(login(s.api, "ada@example.com", newPassword))
	},
	"a reset on the page": func(s *squat) *apitest.User {
		requestReset(s.api, "ada@example.com").OK()
		token := s.api.MailedToken("ada@example.com", "password-reset")
		s.api.Send(apitest.Form("/p/password-reset", "token", token, "newPassword", newPassword)).Page(200)
		return s.api.UserOf(login(s.api, "ada@example.com", newPassword))
	},
	"a sign-in mail": func(s *squat) *apitest.User {
		s.api.RunWorker() // what the squatter asked for is in the mailbox before
		s.api.StartSSO("", "").Login(s.provider, ownersLogin).Finish().OK()
		return s.api.UserOf(post(s.api, apitest.SSOPath+"/verify-email",
			object{"token": s.api.MailedToken("ada@example.com", "sso-verify")}))
	},
	"a sign-in mail on the page": func(s *squat) *apitest.User {
		s.api.RunWorker() // what the squatter asked for is in the mailbox before
		s.api.StartSSO("", "").Login(s.provider, ownersLogin).Finish().OK()
		s.api.Send(apitest.Form("/p/sso-verify", "token", s.api.MailedToken("ada@example.com", "sso-verify"))).Page(200)
		return s.api.UserOf(s.api.StartSSO("", "").Login(s.provider, ownersLogin).Finish())
	},
}

// TestProofLeavesTheOwnerAlone plays the squatter's moves and the proof in many orders.
func TestProofLeavesTheOwnerAlone(t *testing.T) {
	t.Parallel()
	for name, prove := range proofs {
		for seed := range uint64(testkit.Size(4, 24)) {
			t.Run(fmt.Sprint(name, " ", seed), func(t *testing.T) {
				t.Parallel()
				s := newSquat(t)
				order := playOrder(rand.New(rand.NewPCG(seed, 1)))
				var owner *apitest.User
				for _, event := range order {
					if event.move == "" {
						owner = prove(s)
						continue
					}
					moves[event.move][event.part](s)
				}
				s.checkAlone(t, owner, fmt.Sprint(order))
			})
		}
	}
}

// event is a part of a move, or the proof for "".
type event struct {
	move string
	part int
}

// playOrder is a random order of all moves and the proof, in which the parts of a move
// keep theirs.
func playOrder(random *rand.Rand) (order []event) {
	for _, name := range []string{"", "link", "connect a calendar", "make a key", "sign in again", "change the password",
		"switch a second factor on", "ask for a sign-in mail"} {
		at := 0
		for part := range max(1, len(moves[name])) {
			at += random.IntN(len(order) - at + 1)
			order = append(order[:at], append([]event{{name, part}}, order[at:]...)...)
			at++
		}
	}
	return order
}

// checkAlone checks that nothing of the squatter opens the account of its owner.
func (s *squat) checkAlone(t *testing.T, owner *apitest.User, order string) {
	t.Helper()
	me := owner.Get("/api/auth/me").OK()
	if owner.ID != s.squatter.ID || me["email_verified"] != true {
		t.Fatalf("%s: the owner has %v", order, me)
	}
	for _, session := range s.sessions {
		session.Get("/api/auth/me").Problem(401, "unauthorized")
		refreshSession(s.api, session.RefreshCookie, nil).Problem(401, "unauthorized")
	}
	for _, key := range s.keys {
		s.api.UseKey(key).Problem(401, "unauthorized")
	}
	for _, password := range []string{apitest.Password, "squatters password"} {
		login(s.api, owner.Email, password).Problem(401, "unauthorized")
	}
	if items := owner.Get(apitest.ConnectionsPath).Items(); len(items) != 0 {
		t.Errorf("%s: the calendar stays: %v", order, items)
	}
	if in := s.api.UserOf(s.api.StartSSO("", "").Login(s.provider, squattersLogin).Finish()); in.ID == owner.ID {
		t.Errorf("%s: the squatter's login opens the account", order)
	}
	switch logins := me["external_logins"].([]any); len(logins) {
	case 0:
	case 1:
		if in := s.api.UserOf(s.api.StartSSO("", "").Login(s.provider, ownersLogin).Finish()); in.ID != owner.ID {
			t.Errorf("%s: the login %v is another's", order, logins[0])
		}
	default:
		t.Errorf("%s: one provider has the logins %v", order, logins)
	}
}

// A mail that the squatter asked for before the proof links nothing after it.
func TestOldSignInMailLinksNothing(t *testing.T) {
	t.Parallel()
	for name, prove := range proofs {
		s := newSquat(t)
		s.api.StartSSO("", "").Login(s.provider, claimedLogin).Finish().OK()
		token := s.api.MailedToken("ada@example.com", "sso-verify")
		owner := prove(s)
		answer := post(s.api, apitest.SSOPath+"/verify-email", object{"token": token})
		if answer.Status == 200 {
			t.Errorf("%s: %s", name, answer.Body)
		}
		if in := s.api.StartSSO("", "").Login(s.provider,
			claimedLogin).Finish().OK(); in["status"] != "email_verification_required" {
			t.Errorf("%s: the squatter is signed in to %v", name, owner.ID)
		}
	}
}

// TestProofRacesTheSquatter runs the proof and the ends of the squatter's moves at the
// same time.
func TestProofRacesTheSquatter(t *testing.T) {
	t.Parallel()
	for round := range 6 {
		s := newSquat(t)
		moves["link"][0](s)
		moves["connect a calendar"][0](s)
		requestReset(s.api, "ada@example.com").OK()
		token := s.api.MailedToken("ada@example.com", "password-reset")
		key, again := make(chan string, 1), make(chan *http.Cookie, 1)
		racing := []func(){
			func() { confirmReset(s.api, token, newPassword).OK() },
			func() { s.linking.Finish() },
			func() { s.api.Send(s.consent.CallbackRequest()) },
			func() {
				if made := s.squatter.Post("/api/me/workspaces/"+s.squatter.WorkspaceID+"/api-keys",
					object{"name": "mine"}); made.Status == 200 {
					key <- made.OK()["token"].(string)
				}
			},
			func() {
				if answer := login(s.api, s.squatter.Email, apitest.Password); answer.Status == 200 {
					again <- refreshCookieOf(answer)
				}
			},
			func() { s.squatter.Patch(profile, object{"displayName": "Mallory"}) },
		}
		testkit.Race(t, len(racing), func(i int) { racing[i]() })
		if len(key) > 0 {
			s.keys = append(s.keys, <-key)
		}
		if len(again) > 0 {
			refreshSession(s.api, <-again, nil).Problem(401, "unauthorized")
		}
		s.checkAlone(t, s.api.UserOf(login(s.api, "ada@example.com", newPassword)), fmt.Sprint("round ", round))
	}
}

// TestFirstProofUnderFaults walks over a first proof that ends all kinds of access.
func TestFirstProofUnderFaults(t *testing.T) {
	clock := testkit.NewClock(apitest.StartTime)
	provider, calendar := idp.NewStandIn(t, clock.Now), apitest.StartCalendarProvider(t, clock)
	acts := map[string]func(s *squat) func() *apitest.Answer{
		"a reset": func(s *squat) func() *apitest.Answer {
			requestReset(s.api, "ada@example.com").OK()
			token := s.api.MailedToken("ada@example.com", "password-reset")
			return func() *apitest.Answer { return confirmReset(s.api, token, newPassword) }
		},
		"the password": func(s *squat) func() *apitest.Answer {
			token := s.api.MailedToken("ada@example.com", "verify-email")
			return func() *apitest.Answer { return verify(s.api, token) }
		},
		"a sign-in mail": func(s *squat) func() *apitest.Answer {
			s.api.StartSSO("", "").Login(s.provider, ownersLogin).Finish().OK()
			token := s.api.MailedToken("ada@example.com", "sso-verify")
			return func() *apitest.Answer {
				return post(s.api, apitest.SSOPath+"/verify-email", object{"token": token})
			}
		},
	}
	for name, act := range acts {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var s *squat
			apitest.FaultWalk{
				Options: []apitest.Option{apitest.WithSSO(provider.Issuer), apitest.WithCalendar(calendar.URL)},
				Prepare: func(api *apitest.Service) func() *apitest.Answer {
					s = &squat{api: api, provider: provider, calendar: calendar, squatter: api.Register("ada")}
					for _, move := range []string{"link", "connect a calendar", "make a key"} {
						for _, part := range moves[move] {
							part(s)
						}
					}
					return act(s)
				},
				CheckRetry: func(api *apitest.Service, again *apitest.Answer) {
					if again.Status != 200 {
						again.Invalid("token token_invalid")
					}
					s.squatter.Get("/api/auth/me").Problem(401, "unauthorized")
					api.UseKey(s.keys[0]).Problem(401, "unauthorized")
				},
			}.Run(t)
		})
	}
}
