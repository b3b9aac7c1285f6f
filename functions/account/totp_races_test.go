package account_test

import (
	"fmt"
	"sync/atomic"
	"testing"

	"stint/internal/apitest"
	"stint/internal/testkit"
)

// wantOneSuccess races the same request and checks that it has its effect once.
func wantOneSuccess(t *testing.T, send func() *apitest.Answer) {
	t.Helper()
	var successes atomic.Int32
	testkit.Race(t, 6, func(int) {
		if send().Status == 200 {
			successes.Add(1)
		}
	})
	if got := successes.Load(); got != 1 {
		t.Errorf("%d of 6 requests with one code succeeded, want 1", got)
	}
}

func TestCodeWorksOnceInARace(t *testing.T) {
	api := apitest.New(t)
	owner := api.Register("ada")
	secret := owner.Post(totpPath, nil).OK()["secret"].(string)
	factor := apitest.NewSecondFactor(api, secret)
	wantOneSuccess(t, func() *apitest.Answer { return owner.Post(totpPath+"/confirm", object{"code": factor.Code(0)}) })
	wantOneSuccess(t, func() *apitest.Answer { return loginWithCode(api, owner, factor.Code(1)) })
	code := factor.NextCode()
	codes := owner.Post(totpPath+"/recovery-codes", object{"code": code}).OK()["recovery_codes"].([]any)
	wantOneSuccess(t, func() *apitest.Answer { return loginWithCode(api, owner, codes[0].(string)) })
	code = factor.NextCode()
	wantOneSuccess(t, func() *apitest.Answer {
		return owner.Post(reauthenticatePath, object{"password": apitest.Password, "code": code})
	})
	code = factor.NextCode()
	wantOneSuccess(t, func() *apitest.Answer { return owner.Post(totpPath+"/recovery-codes", object{"code": code}) })
	code = factor.NextCode()
	wantOneSuccess(t, func() *apitest.Answer { return owner.Do("DELETE", totpPath, object{"code": code}) })
}

// Different codes do not hinder each other.
func TestDifferentCodesWorkAtTheSameTime(t *testing.T) {
	api := apitest.NewLagging(t)
	owner := api.Register("ada")
	factor := owner.EnableSecondFactor()
	codes := append(factor.RecoveryCodes[:4:4], factor.Code(1), factor.Code(-1))
	testkit.Race(t, len(codes), func(i int) {
		if got := loginWithCode(api, owner, codes[i]); got.Status != 200 {
			t.Errorf("code %d: %d\n%s", i, got.Status, got.Body)
		}
	})
	wantFactor(t, owner, true, 6)
}

// walkSecondFactor walks faults through a request of a user whose second factor is on.
func walkSecondFactor(t *testing.T, retryIsRefused func(*apitest.Answer),
	request func(api *apitest.Service, p *apitest.User, f *apitest.SecondFactor) *apitest.Answer) {
	var owner *apitest.User
	apitest.FaultWalk{
		Prepare: func(api *apitest.Service) func() *apitest.Answer {
			owner = api.Register("ada")
			factor := owner.EnableSecondFactor()
			return func() *apitest.Answer { return request(api, owner, factor) }
		},
		CheckRetry: func(_ *apitest.Service, again *apitest.Answer) {
			if again.Status != 200 {
				retryIsRefused(again)
			}
		},
	}.Run(t)
}

func TestLoginWithACodeUnderFaults(t *testing.T) {
	refused := func(a *apitest.Answer) { a.Problem(401, "unauthorized") }
	walkSecondFactor(t, refused, func(api *apitest.Service, p *apitest.User, f *apitest.SecondFactor) *apitest.Answer {
		return loginWithCode(api, p, f.Code(1))
	})
	walkSecondFactor(t, refused, func(api *apitest.Service, p *apitest.User, f *apitest.SecondFactor) *apitest.Answer {
		return loginWithCode(api, p, f.RecoveryCodes[0])
	})
}

func TestChangesOfTheSecondFactorUnderFaults(t *testing.T) {
	walkSecondFactor(t, func(a *apitest.Answer) { a.Invalid("code token_invalid") },
		func(_ *apitest.Service, p *apitest.User, f *apitest.SecondFactor) *apitest.Answer {
			return p.Post(totpPath+"/recovery-codes", object{"code": f.Code(1)})
		})
	walkSecondFactor(t, func(a *apitest.Answer) { a.Problem(409, "conflict") },
		func(_ *apitest.Service, p *apitest.User, f *apitest.SecondFactor) *apitest.Answer {
			return p.Do("DELETE", totpPath, object{"code": f.Code(1)})
		})
	walkSecondFactor(t, func(a *apitest.Answer) { a.Invalid("code token_invalid") },
		func(_ *apitest.Service, p *apitest.User, f *apitest.SecondFactor) *apitest.Answer {
			return p.Post(reauthenticatePath, object{"password": apitest.Password, "code": f.Code(1)})
		})
}

func TestConfirmationOfTheSecondFactorUnderFaults(t *testing.T) {
	var owner *apitest.User
	apitest.FaultWalk{
		Prepare: func(api *apitest.Service) func() *apitest.Answer {
			owner = api.Register("ada")
			factor := apitest.NewSecondFactor(api, owner.Post(totpPath, nil).OK()["secret"].(string))
			return func() *apitest.Answer { return owner.Post(totpPath+"/confirm", object{"code": factor.Code(0)}) }
		},
		State: func(api *apitest.Service) string {
			factor := getItem(t, api, "USER#"+owner.ID, "PROFILE")["totp"].(object)
			session := getItem(t, api, "USER#"+owner.ID, "SESSION#"+sessionID(t, api, owner))
			return fmt.Sprint(factor["since"] != nil, len(factor["codes"].(object)), session["how"])
		},
		CheckRetry: func(_ *apitest.Service, again *apitest.Answer) {
			if again.Status != 200 {
				again.Problem(409, "conflict")
			}
			wantFactor(t, owner, true, 10)
		},
	}.Run(t)
}

func TestEnrollmentUnderFaults(t *testing.T) {
	var owner *apitest.User
	apitest.FaultWalk{
		Prepare: func(api *apitest.Service) func() *apitest.Answer {
			owner = api.Register("ada")
			return func() *apitest.Answer { return owner.Post(totpPath, nil) }
		},
		State: func(api *apitest.Service) string {
			user := getItem(t, api, "USER#"+owner.ID, "PROFILE")
			return fmt.Sprint(user["totp"] != nil, user["ver"])
		},
		CheckRetry: func(api *apitest.Service, again *apitest.Answer) {
			factor := apitest.NewSecondFactor(api, again.OK()["secret"].(string))
			owner.Post(totpPath+"/confirm", object{"code": factor.Code(0)}).OK()
		},
	}.Run(t)
}
