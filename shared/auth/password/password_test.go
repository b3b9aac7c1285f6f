package password_test

import (
	"encoding/base64"
	"fmt"
	"regexp"
	"strings"
	"sync"
	"testing"

	"golang.org/x/crypto/argon2"

	"stint/shared/auth/password"
	"stint/shared/problem"
)

const plain = "correct horse battery staple"

func TestHashHasTheStoredForm(t *testing.T) {
	t.Parallel()
	h := password.New()
	form := regexp.MustCompile(`^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$`)
	one, two := h.Hash(plain), h.Hash(plain)
	if !form.MatchString(one) {
		t.Errorf("stored as %q", one)
	}
	if one == two {
		t.Error("two people with one password share a hash")
	}
	for _, stored := range []string{one, two} {
		if ok, outdated := h.Verify(stored, plain); !ok || outdated {
			t.Errorf("Verify = %v, %v; want true, false", ok, outdated)
		}
	}
}

func TestVerifyComparesTheNormalForm(t *testing.T) {
	t.Parallel()
	h := password.New()
	for _, c := range []struct {
		name, stored, typed string
		want                bool
	}{
		{"composed, then decomposed", "caf\u00e9 au lait", "cafe\u0301 au lait", true},
		{"decomposed, then composed", "cafe\u0301 au lait", "caf\u00e9 au lait", true},
		{"emoji", "🐎🔋📎✅🐎🔋📎✅", "🐎🔋📎✅🐎🔋📎✅", true},
		{"outer spaces count", "  spaced out  ", "spaced out", false},
		{"inner spaces count", "spaced  out", "spaced out", false},
		{"case counts", "spaced out", "Spaced out", false},
		{"compatibility forms differ", "ﬁnancial plan", "financial plan", false},
	} {
		if ok, _ := h.Verify(h.Hash(c.stored), c.typed); ok != c.want {
			t.Errorf("%s: %v, want %v", c.name, ok, c.want)
		}
	}
}

func TestEveryFailedVerifyHashesOnce(t *testing.T) {
	t.Parallel()
	h := password.New()
	stored := h.Hash(plain)
	for name, c := range map[string]struct{ encoded, plain string }{
		"wrong password":            {stored, "wrong horse"},
		"empty password":            {stored, ""},
		"too long for any password": {stored, strings.Repeat("x", 1<<20)},
		"unknown address":           {"", plain},
		"unknown address, nothing":  {"", ""},
		"another algorithm":         {strings.Replace(stored, "argon2id", "argon2i", 1), plain},
		"another version":           {strings.Replace(stored, "v=19", "v=16", 1), plain},
		"no parameters":             {strings.Replace(stored, "m=19456,t=2,p=1", "", 1), plain},
		"two parameters":            {strings.Replace(stored, ",p=1", "", 1), plain},
		"wrong order":               {strings.Replace(stored, "m=19456,t=2", "t=2,m=19456", 1), plain},
		"4 TiB of memory":           {strings.Replace(stored, "m=19456", "m=4294967295", 1), plain},
		"no memory":                 {strings.Replace(stored, "m=19456", "m=7", 1), plain},
		"overflowing memory":        {strings.Replace(stored, "m=19456", "m=42949692416", 1), plain},
		"endless passes":            {strings.Replace(stored, "t=2", "t=4294967295", 1), plain},
		"no passes":                 {strings.Replace(stored, "t=2", "t=0", 1), plain},
		"no lanes":                  {strings.Replace(stored, "p=1", "p=0", 1), plain},
		"many lanes":                {strings.Replace(stored, "p=1", "p=255", 1), plain},
		"leading zero":              {strings.Replace(stored, "t=2", "t=02", 1), plain},
		"plus sign":                 {strings.Replace(stored, "t=2", "t=+2", 1), plain},
		"line break in the hash":    {stored[:len(stored)-4] + "\n" + stored[len(stored)-4:], plain},
		"padding":                   {stored + "=", plain},
		"no hash":                   {stored[:strings.LastIndexByte(stored, '$')+1], plain},
		"long hash":                 {stored + strings.Repeat("A", 4<<10), plain},
		"seven parts":               {stored + "$", plain},
		"plain text":                {plain, plain},
	} {
		before := h.Derivations()
		if ok, outdated := h.Verify(c.encoded, c.plain); ok || outdated {
			t.Errorf("%s: Verify = %v, %v", name, ok, outdated)
		}
		if runs := h.Derivations() - before; runs != 1 {
			t.Errorf("%s: %d runs, want 1", name, runs)
		}
	}
}

func TestVerifyReportsOutdatedHashes(t *testing.T) {
	t.Parallel()
	h := password.New()
	for name, c := range map[string]struct {
		memory, passes uint32
		lanes          uint8
		salt, hash     int
		outdated       bool
	}{
		"today's":       {19456, 2, 1, 16, 32, false},
		"less memory":   {12288, 2, 1, 16, 32, true},
		"other passes":  {19456, 3, 1, 16, 32, true},
		"more lanes":    {19456, 2, 2, 16, 32, true},
		"shorter salt":  {19456, 2, 1, 8, 32, true},
		"shorter hash":  {19456, 2, 1, 16, 16, true},
		"at the bounds": {64 << 10, 1, 4, 64, 64, true},
	} {
		salt := []byte(strings.Repeat("s", c.salt))
		hash := argon2.IDKey([]byte(plain), salt, c.passes, c.memory, c.lanes, uint32(c.hash))
		b64 := base64.RawStdEncoding.EncodeToString
		stored := fmt.Sprintf("$argon2id$v=19$m=%d,t=%d,p=%d$%s$%s", c.memory, c.passes, c.lanes, b64(salt), b64(hash))
		if ok, outdated := h.Verify(stored, plain); !ok || outdated != c.outdated {
			t.Errorf("%s: Verify = %v, %v; want true, %v", name, ok, outdated, c.outdated)
		}
		if ok, outdated := h.Verify(stored, "wrong horse"); ok || outdated {
			t.Errorf("%s, wrong password: Verify = %v, %v", name, ok, outdated)
		}
	}
}

func TestHasherIsSafeForConcurrentUse(t *testing.T) {
	t.Parallel()
	h := password.New()
	stored := h.Hash(plain)
	var group sync.WaitGroup
	for i := range 8 {
		group.Go(func() {
			if ok, _ := h.Verify(stored, plain); !ok {
				t.Errorf("caller %d was refused", i)
			}
		})
	}
	group.Wait()
	if h.Derivations() != 9 {
		t.Errorf("%d runs, want 9", h.Derivations())
	}
}

func TestCheck(t *testing.T) {
	t.Parallel()
	const email = "Ada.Lovelace+stint@example.com"
	for _, c := range []struct {
		name, plain string
		want        problem.FieldCode
	}{
		{"empty", "", problem.MinLength},
		{"7 characters", "xK4!qz7", problem.MinLength},
		{"8 characters", "xK4!qz7w", ""},
		{"7 characters of 4 bytes", strings.Repeat("🐎", 7), problem.MinLength},
		{"8 characters of 4 bytes", strings.Repeat("🐎", 8), ""},
		{"7 characters after composing", "e\u0301" + "xK4!qz", problem.MinLength},
		{"64 characters", strings.Repeat("qx", 32), ""},
		{"128 characters", strings.Repeat("qx", 64), ""},
		{"129 characters", strings.Repeat("qx", 64) + "q", problem.MaxLength},
		{"128 characters after composing", strings.Repeat("e\u0301", 128), ""},
		{"128 characters of four code points each", strings.Repeat("\u03b1\u0313\u0300\u0345", 128), ""},
		{"128 characters of four bytes", strings.Repeat("🐎", 128), ""},
		{"1 MB", strings.Repeat("q", 1<<20), problem.MaxLength},
		{"spaces", "a b c d e f", ""},
		{"NUL", "correct\x00horse", problem.TypeInvalid},
		{"invalid UTF-8", "correct\xffhorse", problem.TypeInvalid},
		{"passphrase", plain, ""},
		{"common", "password123", problem.PasswordTooWeak},
		{"common in other case", "PassWord123", problem.PasswordTooWeak},
		{"common keys", "qwertyuiop", problem.PasswordTooWeak},
		{"common with sign", "password1!", problem.PasswordTooWeak},
		{"local part", "ada.lovelace+stint", problem.PasswordTooWeak},
		{"local part before the plus", "ada.lovelace", problem.PasswordTooWeak},
		{"local part in other case", "ADA.LoveLace", problem.PasswordTooWeak},
		{"local part and a little", "ada.lovelace12!", problem.PasswordTooWeak},
		{"local part and more", "ada.lovelace wrote notes", ""},
		{"whole address", "ada.lovelace+stint@example.com", problem.PasswordTooWeak},
	} {
		if got := password.Check(c.plain, email); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func TestCheckIgnoresShortLocalParts(t *testing.T) {
	t.Parallel()
	for _, email := range []string{"", "@example.com", "xk4@example.com", "+tag@example.com"} {
		if got := password.Check("xk4!qz7w", email); got != "" {
			t.Errorf("with %q: %q", email, got)
		}
	}
	if got := password.Check("jose\u0301.garci\u0301a",
		"jos\u00e9.garc\u00eda@example.com"); got != problem.PasswordTooWeak {
		t.Errorf("decomposed local part: %q", got)
	}
}
