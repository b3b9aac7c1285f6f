package totp_test

import (
	"encoding/base32"
	"net/url"
	"testing"
	"time"

	"stint/shared/auth/totp"
)

// rfcSecret is the secret of RFC 6238, appendix B. Its codes there have eight digits,
// of which ours are the last six.
var rfcSecret = base32.StdEncoding.EncodeToString([]byte("12345678901234567890"))

func TestCodesOfTheStandard(t *testing.T) {
	t.Parallel()
	for at, want := range map[int64]string{
		59: "287082", 1111111109: "081804", 1111111111: "050471", 1234567890: "005924", 2000000000: "279037",
		20000000000: "353130",
	} {
		got, err := totp.Code(rfcSecret, totp.StepOf(time.Unix(at, 0)))
		if err != nil || got != want {
			t.Errorf("at %d: %s, %v; want %s", at, got, err, want)
		}
	}
}

func TestCodeMatchesOneStepBeforeAndAfter(t *testing.T) {
	t.Parallel()
	now := time.Unix(1_800_000_015, 0)
	secret := totp.NewSecret()
	for distance, want := range map[int64]bool{-2: false, -1: true, 0: true, 1: true, 2: false} {
		at := totp.StepOf(now) + distance
		code, err := totp.Code(secret, at)
		if err != nil {
			t.Fatal(err)
		}
		step, ok, err := totp.Match(secret, code, now)
		if err != nil || ok != want || ok && step != at {
			t.Errorf("%+d steps: step %d, %v, %v; want %v", distance, step, ok, err, want)
		}
	}
	for _, code := range []string{"", "1", "abcdef", "1234567"} {
		if _, ok, _ := totp.Match(secret, code, now); ok {
			t.Errorf("%q matches", code)
		}
	}
}

func TestURL(t *testing.T) {
	t.Parallel()
	u, err := url.Parse(totp.URL("ABC", "Stint", "ada+x@example.com"))
	if err != nil || u.Scheme != "otpauth" || u.Host != "totp" || u.Path != "/Stint:ada+x@example.com" {
		t.Errorf("address %v, %v", u, err)
	}
	for name, want := range map[string]string{"secret": "ABC", "issuer": "Stint", "algorithm": "SHA1", "digits": "6",
		"period": "30"} {
		if got := u.Query().Get(name); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
}

func TestRecoveryCodes(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for _, code := range append(totp.NewRecoveryCodes(), totp.NewRecoveryCodes()...) {
		normal := totp.Normalize(code)
		if seen[normal] || len(normal) != 16 || totp.IsCode(normal) {
			t.Errorf("code %q", code)
		}
		seen[normal] = true
	}
	if len(seen) != 20 {
		t.Errorf("%d codes, want 20", len(seen))
	}
	if got := totp.Normalize(" ABCD-efgh 12 "); got != "abcdefgh12" {
		t.Errorf("normal form %q", got)
	}
	if !totp.IsCode("012345") || totp.IsCode("12345") || totp.IsCode("12345a") {
		t.Error("IsCode")
	}
}
