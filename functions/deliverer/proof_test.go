package deliverer_test

import (
	"testing"
	"time"

	"stint/internal/apitest"
)

// enter makes an entry a second after what was before.
func (s *setup) enter(by *apitest.User) {
	s.later(time.Second)
	by.Post("/api/entries", object{"startedAt": "2026-06-16T09:00:00Z", "stoppedAt": "2026-06-16T10:00:00Z"}).OK()
}

// takeOver proves the owner's address by a password reset, and signs in with the new password.
func (s *setup) takeOver() {
	reset := "/api/auth/password-reset/"
	s.owner.Post(reset+"request", object{"email": s.owner.Email}).OK()
	s.owner.Post(reset+"confirm", object{"token": s.owner.MailedToken(s.owner.Email, "password-reset"),
		"newPassword": "another good password"}).OK()
	s.owner = s.UserOf(s.Send(apitest.Request{Method: "POST", Path: "/api/auth/login",
		Body: object{"email": s.owner.Email, "password": "another good password"}}))
}

// Whoever held the account before the first proof of its address gets nothing of what the prover does. The prover may
// switch the webhook on again.
func TestFirstProofSwitchesWebhooksOff(t *testing.T) {
	t.Parallel()
	s := newSetup(t, apitest.New(t), "*")
	s.enter(s.owner)
	if got := typesOf(s.run()); got != "entry.created" {
		t.Fatalf("before the proof: %s", got)
	}
	s.takeOver()
	s.enter(s.owner)
	if got := s.run(); len(got) != 0 {
		t.Errorf("after the proof: %s", typesOf(got))
	}
	if h := s.owner.Get(s.path("")).OK(); h["is_active"] != false || h["disabled_reason"] != "proved" {
		t.Errorf("the webhook is %v", h)
	}
	s.later(time.Second)
	s.owner.Patch(s.path(""), object{"isActive": true}).OK()
	s.enter(s.owner)
	if got := typesOf(s.run()); got != "entry.created" {
		t.Errorf("switched on again: %s", got)
	}
}

// What waited for the webhook before the proof is not sent after it.
func TestFirstProofHoldsWaitingDeliveries(t *testing.T) {
	t.Parallel()
	s := newSetup(t, apitest.New(t), "*")
	s.to.answerStatus(500)
	s.enter(s.owner)
	s.run()
	s.to.answerStatus(200)
	s.takeOver()
	s.Clock.Advance(time.Minute)
	if got := s.run(); len(got) != 0 {
		t.Errorf("sent %s", typesOf(got))
	}
}

// No test is sent to the address that was set before the proof: one that waits is cancelled, and another one is refused
// until the webhook is switched on.
func TestFirstProofEndsTests(t *testing.T) {
	t.Parallel()
	s := newSetup(t, apitest.New(t), "*")
	s.owner.Post(s.path("/test"), nil).OK()
	s.takeOver()
	s.owner.Post(s.path("/test"), nil).Conflict("webhook_inactive")
	if got := s.run(); len(got) != 0 {
		t.Errorf("sent %s", typesOf(got))
	}
	if d := s.deliveries()[0]; d["status"] != "cancelled" {
		t.Errorf("the test is %v", d)
	}
	s.owner.Post(s.path("/test"), nil).Conflict("webhook_inactive")
	s.owner.Patch(s.path(""), object{"isActive": true}).OK()
	s.owner.Post(s.path("/test"), nil).OK()
	if got := typesOf(s.run()); got != "webhook.test" {
		t.Errorf("switched on again: %s", got)
	}
}

// The first proof of a user voids a webhook of an admin with a proved address only where the user gave it its address.
func TestFirstProofVoidsWhatTheUserSet(t *testing.T) {
	t.Parallel()
	for name, changesAddress := range map[string]bool{"the address": true, "the events": false} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newSetup(t, apitest.New(t), "*")
			admin := s.owner.AddMember("ida", "admin")
			s.id = admin.Post(all, object{"url": s.to.URL + "/proved", "events": []string{"tag.created"}}).ID()
			change, want := object{"events": []string{"entry.created"}}, "entry.created"
			if changesAddress {
				change["url"], want = s.to.URL+"/other", ""
			}
			s.owner.Patch(s.path(""), change).OK()
			s.owner.VerifyEmail()
			s.enter(admin)
			if got := typesOf(s.run()); got != want {
				t.Errorf("received %q, want %q", got, want)
			}
		})
	}
}
