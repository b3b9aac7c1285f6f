package account_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"stint/internal/apitest"
)

const totpPath = "/api/auth/totp"

func loginWithCode(h *apitest.Service, p *apitest.User, code string) *apitest.Answer {
	return post(h, "/api/auth/login", object{"email": p.Email, "password": apitest.Password, "code": code})
}

func wantFactor(t *testing.T, p *apitest.User, enabled bool, codes float64) {
	t.Helper()
	if got := p.Get(totpPath).OK(); got["enabled"] != enabled || got["recovery_codes_left"] != codes ||
		(got["enabled_at"] != nil) != enabled {
		t.Errorf("second factor %v, want enabled %v and %v codes", got, enabled, codes)
	}
}

func TestSecondFactorIsOnAfterAConfirmation(t *testing.T) {
	h := apitest.New(t)
	ada := h.Register("ada")
	wantFactor(t, ada, false, 0)
	ada.Post(totpPath+"/confirm", object{"code": "123456"}).Problem(409, "conflict")
	first := ada.Post(totpPath, nil).OK()
	second := ada.Post(totpPath, nil).OK()
	if first["secret"] == second["secret"] || !strings.HasPrefix(second["otpauth_url"].(string),
		"otpauth://totp/Stint:ada@example.com?") {
		t.Errorf("answers %v %v", first, second)
	}
	login(h, ada.Email, apitest.Password).OK() // it is not on yet
	ada.Post(totpPath+"/confirm", object{}).Invalid("code required")
	ada.Post(totpPath+"/confirm", object{"code": "12345"}).Invalid("code token_invalid")
	ada.Post(totpPath+"/confirm", object{"code": " "}).Invalid("code token_invalid")
	wantFactor(t, ada, false, 0)

	factor := ada.EnableSecondFactor()
	wantFactor(t, ada, true, 10)
	if len(factor.RecoveryCodes) != 10 {
		t.Errorf("recovery codes %v", factor.RecoveryCodes)
	}
	ada.Post(totpPath, nil).Problem(409, "conflict")
	ada.Post(totpPath+"/confirm", object{"code": factor.NextCode()}).Problem(409, "conflict")
}

func TestLoginNeedsTheCode(t *testing.T) {
	h := apitest.New(t)
	ada := h.Register("ada")
	factor := ada.EnableSecondFactor()
	login(h, ada.Email, apitest.Password).Denied("second_factor_required")
	loginWithCode(h, ada, " ").Denied("second_factor_required")
	login(h, ada.Email, "wrong password").Problem(401, "unauthorized") // nothing is said about the code
	loginWithCode(h, ada, factor.WrongCode()).Problem(401, "unauthorized")
	loginWithCode(h, ada, factor.Code(0)).Problem(401, "unauthorized") // the confirmation used it
	post(h, "/api/auth/login", object{"email": ada.Email, "password": "wrong password", "code": factor.Code(1)}).Problem(
		401, "unauthorized")
	code := factor.Code(1)
	loginWithCode(h, ada, code[:3]+" "+code[3:]).OK()
	loginWithCode(h, ada, code).Problem(401, "unauthorized")
	loginWithCode(h, ada, factor.Code(-1)).OK() // another step, which was not used
	loginWithCode(h, ada, factor.Code(-1)).Problem(401, "unauthorized")
	loginWithCode(h, ada, factor.Code(-2)).Problem(401, "unauthorized")
	for range 30 {
		loginWithCode(h, ada, factor.NextCode()).OK()
	}
	if used := getItem(t, h, "USER#"+ada.ID, "PROFILE")["totp"].(object)["used"].(object); len(used) > 12 {
		t.Errorf("%d used steps are remembered", len(used))
	}
}

func TestRecoveryCodeWorksOnce(t *testing.T) {
	h := apitest.New(t)
	ada := h.Register("ada")
	factor := ada.EnableSecondFactor()
	loginWithCode(h, ada, strings.ToUpper(factor.RecoveryCodes[0])).OK()
	wantFactor(t, ada, true, 9)
	loginWithCode(h, ada, factor.RecoveryCodes[0]).Problem(401, "unauthorized")
	loginWithCode(h, ada, strings.ReplaceAll(factor.RecoveryCodes[1], "-", "")).OK()

	again := ada.Post(totpPath+"/recovery-codes", object{"code": factor.Code(1)}).OK()["recovery_codes"].([]any)
	wantFactor(t, ada, true, 10)
	loginWithCode(h, ada, factor.RecoveryCodes[2]).Problem(401, "unauthorized")
	loginWithCode(h, ada, factor.Code(1)).Problem(401, "unauthorized")
	loginWithCode(h, ada, again[0].(string)).OK()
	ada.Post(totpPath+"/recovery-codes", object{"code": again[1]}).OK()
	ada.Post(totpPath+"/recovery-codes", object{"code": again[2]}).Invalid("code token_invalid")
}

func TestSecondFactorIsSwitchedOffByACode(t *testing.T) {
	h := apitest.New(t)
	ada := h.Register("ada")
	ada.Do("DELETE", totpPath, object{"code": "123456"}).Problem(409, "conflict")
	ada.Post(totpPath+"/recovery-codes", object{"code": "123456"}).Problem(409, "conflict")
	factor := ada.EnableSecondFactor()
	ada.Do("DELETE", totpPath, nil).Invalid(" required")
	ada.Do("DELETE", totpPath, object{"code": factor.WrongCode()}).Invalid("code token_invalid")
	wantFactor(t, ada, true, 10)
	ada.Do("DELETE", totpPath, object{"code": factor.RecoveryCodes[3]}).OK()
	wantFactor(t, ada, false, 0)
	login(h, ada.Email, apitest.Password).OK()
	loginWithCode(h, ada, "123456").OK() // a code that nothing asks for is ignored
	ada.EnableSecondFactor()
	loginWithCode(h, ada, factor.RecoveryCodes[4]).Problem(401, "unauthorized")
}

func TestReauthenticationNeedsTheCode(t *testing.T) {
	h := apitest.New(t)
	ada := h.Register("ada")
	factor := ada.EnableSecondFactor()
	h.Clock.Advance(time.Hour)
	ada = h.UserOf(refreshSession(h, ada.RefreshCookie, nil))
	reauthenticate(ada, apitest.Password).Denied("second_factor_required")
	reauthenticate(ada, "wrong password").Invalid("password password_incorrect")
	prove := func(code string) *apitest.Answer {
		return ada.Post(reauthenticatePath, object{"password": apitest.Password, "code": code})
	}
	prove(factor.WrongCode()).Invalid("code token_invalid")
	makeKey(ada).Denied("reauthentication_required")
	prove(factor.Code(0)).OK()
	prove(factor.Code(0)).Invalid("code token_invalid")
	makeKey(ada).OK()
	prove(factor.RecoveryCodes[0]).OK()
}

func TestGuessesOfCodesAreLimited(t *testing.T) {
	h := apitest.New(t, withLimits(3, 0))
	ada := h.Register("ada")
	factor := ada.EnableSecondFactor() // confirming it is the first attempt
	for range 2 {
		loginWithCode(h, ada, factor.WrongCode()).Problem(401, "unauthorized")
	}
	loginWithCode(h, ada, factor.Code(1)).Problem(429, "rate_limited")

	ada = h.Register("bob")
	factor = ada.EnableSecondFactor()
	for range 2 {
		ada.Do("DELETE", totpPath, object{"code": factor.WrongCode()}).Invalid("code token_invalid")
	}
	ada.Do("DELETE", totpPath, object{"code": factor.Code(1)}).Problem(429, "rate_limited")
	ada.Post(totpPath+"/recovery-codes", object{"code": factor.Code(1)}).Problem(429, "rate_limited")
}

// A reset proves that somebody reads the mail, and nothing about the second factor.
func TestResetKeepsTheSecondFactor(t *testing.T) {
	h := apitest.New(t)
	ada := h.Register("ada")
	ada.VerifyEmail()
	factor := ada.EnableSecondFactor()
	requestReset(h, ada.Email).OK()
	confirmReset(h, ada.MailedToken(ada.Email, "password-reset"), newPassword).OK()
	login(h, ada.Email, newPassword).Denied("second_factor_required")
	post(h, "/api/auth/login", object{"email": ada.Email, "password": newPassword, "code": factor.Code(1)}).OK()
}

// Secrets and codes are shown once. They are neither in the table nor in the log.
func TestSecretsOfTheSecondFactorAreNotStored(t *testing.T) {
	h := apitest.New(t)
	ada := h.Register("ada")
	factor := ada.EnableSecondFactor()
	loginWithCode(h, ada, factor.RecoveryCodes[0]).OK()
	text := dumpTable(t, h) + h.Logs.String() + string(ada.Get(totpPath).Body) + string(ada.Get("/api/auth/me").Body)
	for _, secret := range append(factor.RecoveryCodes, factor.Secret) {
		if strings.Contains(text, secret) || strings.Contains(text, strings.ReplaceAll(secret, "-", "")) {
			t.Errorf("%q is in the table, the log or an answer", secret)
		}
	}
	bob := h.Register("bob")
	sealed := getItem(t, h, "USER#"+ada.ID, "PROFILE")["totp"]
	setAttribute(t, h, "USER#"+bob.ID, "PROFILE", "totp", sealed)
	if got := loginWithCode(h, bob, factor.NextCode()).Status; got == http.StatusOK {
		t.Error("a secret that was sealed for one user works for another")
	}
}
