package account_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"stint/internal/apitest"
)

const totpPath = "/api/auth/totp"

func loginWithCode(api *apitest.Service, p *apitest.User, code string) *apitest.Answer {
	return post(api, "/api/auth/login", object{"email": p.Email, "password": apitest.Password, "code": code})
}

func wantFactor(t *testing.T, p *apitest.User, enabled bool, codes float64) {
	t.Helper()
	if got := p.Get(totpPath).OK(); got["enabled"] != enabled || got["recovery_codes_left"] != codes ||
		(got["enabled_at"] != nil) != enabled {
		t.Errorf("second factor %v, want enabled %v and %v codes", got, enabled, codes)
	}
}

func TestSecondFactorIsOnAfterAConfirmation(t *testing.T) {
	api := apitest.New(t)
	owner := api.Register("ada")
	wantFactor(t, owner, false, 0)
	owner.Post(totpPath+"/confirm", object{"code": "123456"}).Problem(409, "conflict")
	first := owner.Post(totpPath, nil).OK()
	second := owner.Post(totpPath, nil).OK()
	if first["secret"] == second["secret"] || !strings.HasPrefix(second["otpauth_url"].(string),
		"otpauth://totp/Stint:ada@example.com?") {
		t.Errorf("answers %v %v", first, second)
	}
	login(api, owner.Email, apitest.Password).OK() // it is not on yet
	owner.Post(totpPath+"/confirm", object{}).Invalid("code required")
	owner.Post(totpPath+"/confirm", object{"code": "12345"}).Invalid("code token_invalid")
	owner.Post(totpPath+"/confirm", object{"code": " "}).Invalid("code token_invalid")
	wantFactor(t, owner, false, 0)

	factor := owner.EnableSecondFactor()
	wantFactor(t, owner, true, 10)
	if len(factor.RecoveryCodes) != 10 {
		t.Errorf("recovery codes %v", factor.RecoveryCodes)
	}
	owner.Post(totpPath, nil).Problem(409, "conflict")
	owner.Post(totpPath+"/confirm", object{"code": factor.NextCode()}).Problem(409, "conflict")
}

func TestLoginNeedsTheCode(t *testing.T) {
	api := apitest.New(t)
	owner := api.Register("ada")
	factor := owner.EnableSecondFactor()
	login(api, owner.Email, apitest.Password).Denied("second_factor_required")
	loginWithCode(api, owner, " ").Denied("second_factor_required")
	login(api, owner.Email, "wrong password").Problem(401, "unauthorized") // nothing is said about the code
	loginWithCode(api, owner, factor.WrongCode()).Problem(401, "unauthorized")
	loginWithCode(api, owner, factor.Code(0)).Problem(401, "unauthorized") // the confirmation used it
	post(api, "/api/auth/login", object{"email": owner.Email, "password": "wrong password",
		"code": factor.Code(1)}).Problem(
		401, "unauthorized")
	code := factor.Code(1)
	loginWithCode(api, owner, code[:3]+" "+code[3:]).OK()
	loginWithCode(api, owner, code).Problem(401, "unauthorized")
	loginWithCode(api, owner, factor.Code(-1)).OK() // another step, which was not used
	loginWithCode(api, owner, factor.Code(-1)).Problem(401, "unauthorized")
	loginWithCode(api, owner, factor.Code(-2)).Problem(401, "unauthorized")
	for range 30 {
		loginWithCode(api, owner, factor.NextCode()).OK()
	}
	if used := getItem(t, api, "USER#"+owner.ID, "PROFILE")["totp"].(object)["used"].(object); len(used) > 12 {
		t.Errorf("%d used steps are remembered", len(used))
	}
}

func TestRecoveryCodeWorksOnce(t *testing.T) {
	api := apitest.New(t)
	owner := api.Register("ada")
	factor := owner.EnableSecondFactor()
	loginWithCode(api, owner, strings.ToUpper(factor.RecoveryCodes[0])).OK()
	wantFactor(t, owner, true, 9)
	loginWithCode(api, owner, factor.RecoveryCodes[0]).Problem(401, "unauthorized")
	loginWithCode(api, owner, strings.ReplaceAll(factor.RecoveryCodes[1], "-", "")).OK()

	again := owner.Post(totpPath+"/recovery-codes", object{"code": factor.Code(1)}).OK()["recovery_codes"].([]any)
	wantFactor(t, owner, true, 10)
	loginWithCode(api, owner, factor.RecoveryCodes[2]).Problem(401, "unauthorized")
	loginWithCode(api, owner, factor.Code(1)).Problem(401, "unauthorized")
	loginWithCode(api, owner, again[0].(string)).OK()
	owner.Post(totpPath+"/recovery-codes", object{"code": again[1]}).OK()
	owner.Post(totpPath+"/recovery-codes", object{"code": again[2]}).Invalid("code token_invalid")
}

func TestSecondFactorIsSwitchedOffByACode(t *testing.T) {
	api := apitest.New(t)
	owner := api.Register("ada")
	owner.Do("DELETE", totpPath, object{"code": "123456"}).Problem(409, "conflict")
	owner.Post(totpPath+"/recovery-codes", object{"code": "123456"}).Problem(409, "conflict")
	factor := owner.EnableSecondFactor()
	owner.Do("DELETE", totpPath, nil).Invalid(" required")
	owner.Do("DELETE", totpPath, object{"code": factor.WrongCode()}).Invalid("code token_invalid")
	wantFactor(t, owner, true, 10)
	owner.Do("DELETE", totpPath, object{"code": factor.RecoveryCodes[3]}).OK()
	wantFactor(t, owner, false, 0)
	login(api, owner.Email, apitest.Password).OK()
	loginWithCode(api, owner, "123456").OK() // a code that nothing asks for is ignored
	owner.EnableSecondFactor()
	loginWithCode(api, owner, factor.RecoveryCodes[4]).Problem(401, "unauthorized")
}

func TestReauthenticationNeedsTheCode(t *testing.T) {
	api := apitest.New(t)
	owner := api.Register("ada")
	factor := owner.EnableSecondFactor()
	api.Clock.Advance(time.Hour)
	owner = api.UserOf(refreshSession(api, owner.RefreshCookie, nil))
	reauthenticate(owner, apitest.Password).Denied("second_factor_required")
	reauthenticate(owner, "wrong password").Invalid("password password_incorrect")
	prove := func(code string) *apitest.Answer {
		return owner.Post(reauthenticatePath, object{"password": apitest.Password, "code": code})
	}
	prove(factor.WrongCode()).Invalid("code token_invalid")
	makeKey(owner).Denied("reauthentication_required")
	prove(factor.Code(0)).OK()
	prove(factor.Code(0)).Invalid("code token_invalid")
	makeKey(owner).OK()
	prove(factor.RecoveryCodes[0]).OK()
}

func TestGuessesOfCodesAreLimited(t *testing.T) {
	api := apitest.New(t, withLimits(3, 0))
	owner := api.Register("ada")
	factor := owner.EnableSecondFactor() // confirming it is the first attempt
	for range 2 {
		loginWithCode(api, owner, factor.WrongCode()).Problem(401, "unauthorized")
	}
	loginWithCode(api, owner, factor.Code(1)).Problem(429, "rate_limited")

	owner = api.Register("bob")
	factor = owner.EnableSecondFactor()
	for range 2 {
		owner.Do("DELETE", totpPath, object{"code": factor.WrongCode()}).Invalid("code token_invalid")
	}
	owner.Do("DELETE", totpPath, object{"code": factor.Code(1)}).Problem(429, "rate_limited")
	owner.Post(totpPath+"/recovery-codes", object{"code": factor.Code(1)}).Problem(429, "rate_limited")
}

// A reset proves that somebody reads the mail, and nothing about the second factor.
func TestResetKeepsTheSecondFactor(t *testing.T) {
	api := apitest.New(t)
	owner := api.Register("ada")
	owner.VerifyEmail()
	factor := owner.EnableSecondFactor()
	requestReset(api, owner.Email).OK()
	confirmReset(api, owner.MailedToken(owner.Email, "password-reset"), newPassword).OK()
	login(api, owner.Email, newPassword).Denied("second_factor_required")
	post(api, "/api/auth/login", object{"email": owner.Email, "password": newPassword, "code": factor.Code(1)}).OK()
}

// Secrets and codes are shown once. They are neither in the table nor in the log.
func TestSecretsOfTheSecondFactorAreNotStored(t *testing.T) {
	api := apitest.New(t)
	owner := api.Register("ada")
	factor := owner.EnableSecondFactor()
	loginWithCode(api, owner, factor.RecoveryCodes[0]).OK()
	text := dumpTable(t, api) + api.Logs.String() + string(owner.Get(totpPath).Body) +
		string(owner.Get("/api/auth/me").Body)
	for _, secret := range append(factor.RecoveryCodes, factor.Secret) {
		if strings.Contains(text, secret) || strings.Contains(text, strings.ReplaceAll(secret, "-", "")) {
			t.Errorf("%q is in the table, the log or an answer", secret)
		}
	}
	outsider := api.Register("bob")
	sealed := getItem(t, api, "USER#"+owner.ID, "PROFILE")["totp"]
	setAttribute(t, api, "USER#"+outsider.ID, "PROFILE", "totp", sealed)
	if got := loginWithCode(api, outsider, factor.NextCode()).Status; got == http.StatusOK {
		t.Error("a secret that was sealed for one user works for another")
	}
}
