package account_test

import (
	"sync/atomic"
	"testing"

	"stint/internal/apitest"
	"stint/internal/testkit"
)

// holdReset sends the confirmation of a reset, and acts before its write.
func holdReset(h *apitest.Service, token string, act func()) *apitest.Answer {
	release := make(chan struct{})
	held := h.Probe.Inject(testkit.Fault{Effect: testkit.Hold(release), Where: testkit.On("TransactWriteItems")})
	answered := make(chan *apitest.Answer)
	go func() { answered <- confirmReset(h, token, newPassword) }()
	<-held.Reached()
	act()
	close(release)
	return <-answered
}

// A change of the name does not make a reset start again, before and after the first proof
// of the address. Both changes stay.
func TestAChangedNameDoesNotDelayAReset(t *testing.T) {
	for name, prove := range map[string]bool{"proved": true, "unproven": false} {
		t.Run(name, func(t *testing.T) {
			h := apitest.New(t)
			ada := h.Register("ada")
			if prove {
				ada.VerifyEmail()
			}
			requestReset(h, ada.Email).OK()
			token := ada.MailedToken(ada.Email, "password-reset")
			h.Probe.Reset()
			version := 0.0
			holdReset(h, token, func() {
				version = ada.Patch(profile,
					object{"displayName": "Stolen"}).OK()["version"].(float64)
			}).OK()
			if writes := h.Probe.Snapshot().Calls["TransactWriteItems"]; writes != 2 { // one changes the name
				t.Errorf("%d writes of the name and the reset, want one of each", writes)
			}
			ada.Get("/api/auth/me").Problem(401, "unauthorized")
			me := h.UserOf(login(h, ada.Email, newPassword)).Get("/api/auth/me").OK()
			if me["display_name"] != "Stolen" || me["version"] != version+1 || me["email_verified"] != true {
				t.Errorf("the account is %v", me)
			}
		})
	}
}

// Sessions that change the account all the time do not hold a reset off.
func TestStolenSessionsDoNotHoldAResetOff(t *testing.T) {
	h := apitest.NewLagging(t)
	ada := h.Register("ada")
	requestReset(h, ada.Email).OK()
	token := ada.MailedToken(ada.Email, "password-reset")
	var over atomic.Bool
	testkit.Race(t, 9, func(i int) {
		if i == 0 {
			defer over.Store(true) // also if the reset fails
			confirmReset(h, token, newPassword).OK()
			return
		}
		for !over.Load() {
			ada.Patch(profile, object{"displayName": "Stolen"})
		}
	})
	login(h, ada.Email, newPassword).OK()
}

// A second factor that a squatter begins during the first proof does not stay.
func TestASecondFactorBesideTheFirstProofEnds(t *testing.T) {
	h := apitest.New(t)
	ada := h.Register("ada")
	requestReset(h, ada.Email).OK()
	token := ada.MailedToken(ada.Email, "password-reset")
	holdReset(h, token, func() { ada.EnableSecondFactor() }).OK()
	login(h, ada.Email, newPassword).OK()
}

// A new password during a reset makes the token of the reset invalid.
func TestAChangeOfAccessEndsAReset(t *testing.T) {
	h := apitest.New(t)
	ada := h.Register("ada")
	ada.VerifyEmail()
	requestReset(h, ada.Email).OK()
	token := ada.MailedToken(ada.Email, "password-reset")
	holdReset(h, token, func() {
		ada.Patch(profile, object{"currentPassword": apitest.Password, "newPassword": "yet another one"}).OK()
	}).Invalid("token token_invalid")
	login(h, ada.Email, "yet another one").OK()
}
