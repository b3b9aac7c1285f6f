package account_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"stint/internal/apitest"
	"stint/internal/testkit"
	"stint/internal/testkit/idp"
)

func signInWith(api *apitest.Service, body map[string]any) *apitest.Answer {
	return api.Send(apitest.Request{Method: "POST", Path: "/api/auth/passkey", Body: body})
}

// A passkey is added, listed, renamed, signs in as both factors, and is deleted.
func TestPasskeys(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	owner.VerifyEmail()
	key := apitest.NewPasskey(api)
	made := key.AddTo(owner, "Laptop").OK()
	if made["name"] != "Laptop" || made["last_used_at"] != nil {
		t.Errorf("made %v", made)
	}
	owner.Patch("/api/me/passkeys/"+made["id"].(string), object{"name": "Work laptop"}).OK()
	api.Clock.Advance(time.Hour)
	in := api.UserOf(key.SignIn())
	shown := in.Get("/api/me/passkeys").Items()
	exported := in.Get("/api/me/export").OK()["account"].(object)["passkeys"].([]any)
	if len(exported) != 1 || exported[0].(object)["name"] != "Work laptop" {
		t.Errorf("the export has %v", exported)
	}
	if len(shown) != 1 || shown[0]["name"] != "Work laptop" || shown[0]["last_used_at"] != "2026-06-17T13:00:00Z" {
		t.Errorf("the list has %v", shown)
	}
	in.Patch("/api/workspaces/"+in.WorkspaceID, object{"requireSecondFactor": true}).OK()
	in.Get("/api/timers/current").OK()
	owner.SignInAgain().Get("/api/timers/current").Denied("second_factor_required")

	api.UserOf(key.SignIn()).Delete("/api/me/passkeys/" + made["id"].(string)).OK()
	key.SignIn().Problem(401, "unauthorized")
	in.Get("/api/timers/current").Denied("second_factor_required") // the session lacks the factor that proved it
	api.RunWorker()
	subjects := ""
	for _, m := range api.MailsTo(owner.Email) {
		subjects += m.Subject + "; "
	}
	for _, want := range []string{"A passkey was added to your account; ", "A passkey was removed from your account; "} {
		if !strings.Contains(subjects, want) {
			t.Errorf("mails: %s", subjects)
		}
	}
}

// A credential is one passkey of an account, so that it ends when that passkey is deleted. It can be added again.
func TestACredentialIsAddedOnce(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	key := apitest.NewPasskey(api)
	made := key.AddTo(owner, "Laptop").OK()["id"].(string)
	key.AddTo(owner, "Laptop again").Invalid("credential duplicate_value")
	apitest.NewPasskey(api).AddTo(owner, "Phone").OK()
	key.SignIn().OK()
	owner.Delete("/api/me/passkeys/" + made).OK()
	key.SignIn().Problem(401, "unauthorized")
	key.AddTo(owner, "Laptop").OK()
	key.SignIn().OK()
}

// Where a second factor is required, a password alone neither adds a factor nor removes one.
func TestAPasswordAddsNoFactor(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	owner.VerifyEmail()
	key := apitest.NewPasskey(api)
	made := key.AddTo(owner, "Laptop").OK()["id"].(string)
	proved := api.UserOf(key.SignIn())
	thief := owner.SignInAgain()
	app := apitest.NewSecondFactor(api, thief.Post("/api/auth/totp", nil).OK()["secret"].(string))
	proved.Patch("/api/workspaces/"+proved.WorkspaceID, object{"requireSecondFactor": true}).OK()
	apitest.NewPasskey(api).AddTo(thief, "Mine").Denied("second_factor_required")
	thief.Post("/api/auth/totp", nil).Denied("second_factor_required")
	thief.Post("/api/auth/totp/confirm", object{"code": app.Code(0)}).Denied("second_factor_required")
	thief.Delete("/api/me/passkeys/" + made).Denied("second_factor_required")
	thief.Get("/api/timers/current").Denied("second_factor_required")
	apitest.NewPasskey(api).AddTo(proved, "Phone").OK()
	proved.Delete("/api/me/passkeys/" + made).OK()
}

// The name of a passkey has 1 to 100 characters.
func TestNamesOfPasskeysAreBounded(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	owner.VerifyEmail()
	made := apitest.NewPasskey(api).AddTo(owner, strings.Repeat("x", 100)).OK()["id"].(string)
	for name, code := range map[string]string{"": "min_length", strings.Repeat("x", 101): "max_length"} {
		apitest.NewPasskey(api).AddTo(owner, name).Invalid("name " + code)
		owner.Patch("/api/me/passkeys/"+made, object{"name": name}).Invalid("name " + code)
	}
}

// What proves nothing is refused: a challenge that was answered, has expired or was given to another user, another
// origin or relying party, an authenticator that did not verify its user, a changed signature, an unknown passkey.
func TestRefusedPasskeys(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner, other := api.Register("ada"), api.Register("olga")
	key := apitest.NewPasskey(api)
	body := key.Answer("Key", owner.Post("/api/me/passkeys/options", nil))
	other.Post("/api/me/passkeys", body).Invalid("credential token_invalid")
	owner.Post("/api/me/passkeys", body).OK()
	owner.Post("/api/me/passkeys", body).Invalid("credential token_invalid")
	late := apitest.NewPasskey(api).Answer("Late", owner.Post("/api/me/passkeys/options", nil))

	assertion := key.Assert()
	tooLate := key.Assert()
	signInWith(api, assertion).OK()
	signInWith(api, assertion).Problem(401, "unauthorized")
	api.Clock.Advance(5 * time.Minute)
	signInWith(api, tooLate).Problem(401, "unauthorized")
	owner.Post("/api/me/passkeys", late).Invalid("credential token_invalid")

	for name, spoil := range map[string]func(*apitest.Passkey){
		"another origin":        func(k *apitest.Passkey) { k.Party.Origin = "https://evil.example" },
		"another relying party": func(k *apitest.Passkey) { k.Party.ID = "evil.example" },
		"a user not verified":   func(k *apitest.Passkey) { k.Authenticator.Options.UserNotVerified = true },
		"an unknown passkey":    func(k *apitest.Passkey) { k.Credential.ID = []byte("0123456789abcdef0123456789abcdef") },
		"the account of another": func(k *apitest.Passkey) {
			k.Authenticator.Options.UserHandle = []byte(other.ID)
		},
		"an account that is not there": func(k *apitest.Passkey) {
			k.Authenticator.Options.UserHandle = []byte("01890000-0000-7000-8000-000000000000")
		},
	} {
		t.Run(name, func(t *testing.T) {
			spoiled := *key
			spoil(&spoiled)
			key.Credential.Counter += 10
			spoiled.SignIn().Problem(401, "unauthorized")
			if name == "another origin" || name == "a user not verified" || name == "another relying party" {
				added := apitest.NewPasskey(api)
				spoil(added)
				added.AddTo(owner, "Spoiled").Invalid("credential token_invalid")
			}
		})
	}
	changed := key.Assert()
	changed["credential"].(map[string]any)["response"].(map[string]any)["signature"] = "MEUCIQ"
	signInWith(api, changed).Problem(401, "unauthorized")
	signInWith(api, object{"credential": object{"id": "x", "rawId": "x", "type": "public-key",
		"response": object{"clientDataJSON": "x", "authenticatorData": "x", "signature": "x", "userHandle": "x"}}}).
		Problem(401, "unauthorized")
	key.SignIn().OK()
}

// A counter that goes back is refused, mailed and audited, and the passkey still signs in with a higher one.
func TestCopiedPasskey(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	owner.VerifyEmail()
	key := apitest.NewPasskey(api)
	key.AddTo(owner, "Key").OK()
	key.Credential.Counter = 10
	key.SignIn().OK()
	copied := *key
	copied.Credential.Counter = 3
	copied.SignIn().Problem(401, "unauthorized")
	api.RunWorker()
	api.RunWorker()
	mails := 0
	for _, m := range api.MailsTo(owner.Email) {
		if m.Subject == "A sign-in with a passkey was refused" {
			mails++
		}
	}
	failed := owner.Get("/api/workspaces/" + owner.WorkspaceID + "/audit-log?action=sign_in.failed").Items()
	if mails != 1 || len(failed) != 1 {
		t.Errorf("%d mails and %d events", mails, len(failed))
	}
	key.SignIn().OK()
}

// An account has at most ten passkeys, also when two are added at once. One that is deleted makes room.
func TestPasskeysAreBounded(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	for i := range 9 {
		apitest.NewPasskey(api).AddTo(owner, fmt.Sprint("Key ", i)).OK()
	}
	first, second := apitest.NewPasskey(api), apitest.NewPasskey(api)
	a := first.Answer("First", owner.Post("/api/me/passkeys/options", nil))
	b := second.Answer("Second", owner.Post("/api/me/passkeys/options", nil))
	answers := make([]*apitest.Answer, 2)
	testkit.Race(t, 2, func(i int) { answers[i] = owner.Post("/api/me/passkeys", []map[string]any{a, b}[i]) })
	if n := len(owner.Get("/api/me/passkeys").Items()); n != 10 {
		t.Fatalf("%d passkeys, want 10", n)
	}
	owner.Post("/api/me/passkeys/options", nil).Conflict("limit_reached")
	last := owner.Get("/api/me/passkeys").Items()[9]["id"].(string)
	owner.Delete("/api/me/passkeys/" + last).OK()
	owner.Delete("/api/me/passkeys/"+last).Problem(404, "not_found")
	apitest.NewPasskey(api).AddTo(owner, "Tenth again").OK()
}

// A password reset leaves passkeys, and the first proof of the address ends them.
func TestWhatEndsPasskeys(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner, unproven := api.Register("ada"), api.Register("olga")
	owner.VerifyEmail()
	kept, ended := apitest.NewPasskey(api), apitest.NewPasskey(api)
	kept.AddTo(owner, "Kept").OK()
	ended.AddTo(unproven, "Ended").OK()
	for _, p := range []*apitest.User{owner, unproven} {
		p.Send(apitest.Request{Method: "POST", Path: "/api/auth/password-reset/request",
			Body: object{"email": p.Email}}).OK()
		p.Send(apitest.Request{Method: "POST", Path: "/api/auth/password-reset/confirm", Body: object{
			"token": p.MailedToken(p.Email, "password-reset"), "newPassword": "another good password"}}).OK()
	}
	kept.SignIn().OK()
	ended.SignIn().Problem(401, "unauthorized")
	unproven = api.UserOf(login(api, unproven.Email, "another good password"))
	if n := len(unproven.Get("/api/me/passkeys").Items()); n != 0 {
		t.Errorf("%d passkeys after the first proof", n)
	}
	apitest.NewPasskey(api).AddTo(unproven, "New").OK()
}

// The only way to sign in to an account stays: a user who came by single sign-on and unlinked it has the passkey alone.
func TestLastPasskeyStays(t *testing.T) {
	t.Parallel()
	api, provider := apitest.NewWithSSO(t)
	user := idp.User{Subject: "ada", Email: "ada@example.com", Name: "Ada", EmailVerified: true}
	owner := api.UserOf(api.StartSSO("", "").Login(provider, user).Finish())
	made := apitest.NewPasskey(api).AddTo(owner, "Key").OK()["id"].(string)
	owner.Delete("/api/auth/me/external-logins/external").OK()
	owner.Delete("/api/me/passkeys/" + made).Conflict("last_login")
	owner.Post("/api/auth/password/set", object{"newPassword": "another good password"}).OK()
	owner.Delete("/api/me/passkeys/" + made).OK()
}

// Two sign-ins with the same counter: one of them is refused.
func TestPasskeyIsUsedOnce(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	key := apitest.NewPasskey(api)
	key.AddTo(owner, "Key").OK()
	bodies := []map[string]any{key.Assert(), nil}
	key.Credential.Counter--
	bodies[1] = key.Assert()
	succeeded := 0
	answers := make([]*apitest.Answer, 2)
	testkit.Race(t, 2, func(i int) { answers[i] = signInWith(api, bodies[i]) })
	for _, a := range answers {
		if a.Status == http.StatusOK {
			succeeded++
		}
	}
	if succeeded != 1 {
		t.Errorf("%d sign-ins with one counter", succeeded)
	}
}

// Adding, renaming, deleting and using a passkey happen wholly or not at all.
func TestPasskeysUnderFaults(t *testing.T) {
	var owner *apitest.User
	var key *apitest.Passkey
	writes := map[string]struct {
		begin   func(api *apitest.Service) func() *apitest.Answer
		refused func(*apitest.Answer)
	}{
		"options": {func(*apitest.Service) func() *apitest.Answer {
			return func() *apitest.Answer { return owner.Post("/api/me/passkeys/options", nil) }
		}, nil},
		"options to sign in": {func(api *apitest.Service) func() *apitest.Answer {
			return func() *apitest.Answer {
				return api.Send(apitest.Request{Method: "POST", Path: "/api/auth/passkey/options"})
			}
		}, nil},
		"add": {func(api *apitest.Service) func() *apitest.Answer {
			body := apitest.NewPasskey(api).Answer("Second", owner.Post("/api/me/passkeys/options", nil))
			return func() *apitest.Answer { return owner.Post("/api/me/passkeys", body) }
		}, func(a *apitest.Answer) { a.Invalid("credential token_invalid") }},
		"rename": {func(*apitest.Service) func() *apitest.Answer {
			id := owner.Get("/api/me/passkeys").Items()[0]["id"].(string)
			return func() *apitest.Answer { return owner.Patch("/api/me/passkeys/"+id, object{"name": "Other"}) }
		}, nil},
		"delete": {func(*apitest.Service) func() *apitest.Answer {
			id := owner.Get("/api/me/passkeys").Items()[0]["id"].(string)
			return func() *apitest.Answer { return owner.Delete("/api/me/passkeys/" + id) }
		}, func(a *apitest.Answer) { a.Problem(404, "not_found") }},
		"sign in": {func(api *apitest.Service) func() *apitest.Answer {
			body := key.Assert()
			return func() *apitest.Answer { return signInWith(api, body) }
		}, func(a *apitest.Answer) { a.Problem(401, "unauthorized") }},
		"sign in to the pages": {func(api *apitest.Service) func() *apitest.Answer {
			body := key.Assert()
			return func() *apitest.Answer {
				return api.Send(apitest.Request{Method: "POST", Path: "/api/auth/passkey/apps", Body: body})
			}
		}, func(a *apitest.Answer) { a.Problem(401, "unauthorized") }},
	}
	for name, write := range writes {
		t.Run(name, func(t *testing.T) {
			apitest.FaultWalk{
				Prepare: func(api *apitest.Service) func() *apitest.Answer {
					owner, key = api.Register("ada"), apitest.NewPasskey(api)
					key.AddTo(owner, "First").OK()
					return write.begin(api)
				},
				CheckRetry: func(_ *apitest.Service, again *apitest.Answer) {
					if again.Status != 200 && write.refused != nil {
						write.refused(again)
					}
				},
			}.Run(t)
		})
	}
}
