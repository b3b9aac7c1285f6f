package account_test

import (
	"sync/atomic"
	"testing"

	"stint/internal/apitest"
	"stint/internal/testkit"
)

// holdReset sends the confirmation of a reset, and acts before its write.
func holdReset(api *apitest.Service, token string, act func()) *apitest.Answer {
	release := make(chan struct{})
	held := api.Probe.Inject(testkit.Fault{Effect: testkit.Hold(release), Where: testkit.On("TransactWriteItems")})
	answered := make(chan *apitest.Answer)
	go func() { answered <- confirmReset(api, token, newPassword) }()
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
			api := apitest.New(t)
			owner := api.Register("ada")
			if prove {
				owner.VerifyEmail()
			}
			requestReset(api, owner.Email).OK()
			token := owner.MailedToken(owner.Email, "password-reset")
			api.Probe.Reset()
			version := 0.0
			holdReset(api, token, func() {
				version = owner.Patch(profile,
					object{"displayName": "Stolen"}).OK()["version"].(float64)
			}).OK()
			if writes := api.Probe.Snapshot().Calls["TransactWriteItems"]; writes != 2 { // one changes the name
				t.Errorf("%d writes of the name and the reset, want one of each", writes)
			}
			owner.Get("/api/auth/me").Problem(401, "unauthorized")
			me := api.UserOf(login(api, owner.Email, newPassword)).Get("/api/auth/me").OK()
			if me["display_name"] != "Stolen" || me["version"] != version+1 || me["email_verified"] != true {
				t.Errorf("the account is %v", me)
			}
		})
	}
}

// Sessions that change the account all the time do not hold a reset off.
func TestStolenSessionsDoNotHoldAResetOff(t *testing.T) {
	api := apitest.NewLagging(t)
	owner := api.Register("ada")
	requestReset(api, owner.Email).OK()
	token := owner.MailedToken(owner.Email, "password-reset")
	var over atomic.Bool
	testkit.Race(t, 9, func(i int) {
		if i == 0 {
			defer over.Store(true) // also if the reset fails
			confirmReset(api, token, newPassword).OK()
			return
		}
		for !over.Load() {
			owner.Patch(profile, object{"displayName": "Stolen"})
		}
	})
	login(api, owner.Email, newPassword).OK()
}

// A second factor that a squatter begins during the first proof does not stay.
func TestASecondFactorBesideTheFirstProofEnds(t *testing.T) {
	api := apitest.New(t)
	owner := api.Register("ada")
	requestReset(api, owner.Email).OK()
	token := owner.MailedToken(owner.Email, "password-reset")
	holdReset(api, token, func() { owner.EnableSecondFactor() }).OK()
	login(api, owner.Email, newPassword).OK()
}

// A new password during a reset makes the token of the reset invalid.
func TestAChangeOfAccessEndsAReset(t *testing.T) {
	api := apitest.New(t)
	owner := api.Register("ada")
	owner.VerifyEmail()
	requestReset(api, owner.Email).OK()
	token := owner.MailedToken(owner.Email, "password-reset")
	holdReset(api, token, func() {
		owner.Patch(profile, object{"currentPassword": apitest.Password, "newPassword": "yet another one"}).OK()
	}).Invalid("token token_invalid")
	login(api, owner.Email, "yet another one").OK()
}
