package derive_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"regexp"
	"testing"

	"stint/shared/auth/derive"
)

var (
	master = bytes.Repeat([]byte{7}, derive.MinMasterBytes)
	other  = bytes.Repeat([]byte{8}, derive.MinMasterBytes)
)

// A derived key that changed between versions would end every session and
// every mailed link.
func TestDerivationsAreFrozen(t *testing.T) {
	t.Parallel()
	if got := hex.EncodeToString(derive.Key(master, "refresh-token")); got != "8acd1a8964a13956435d21d0b7d62c3fc789b7d4495f10166decf3eeca06681c" {
		t.Errorf("key %s", got)
	}
	if got := derive.MailToken(master, "reset", "018f", 1); got != "Ea9iIFN2l3Dujmp62YVeDjJAOoXOHXTyqxZFmqvxfRa" {
		t.Errorf("token %s", got)
	}
}

func TestKeysDifferByPurposeAndMaster(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for _, secret := range [][]byte{master, other, append(bytes.Clone(master), 7)} {
		for _, purpose := range []string{"", "refresh-token", "mail-token", "cursor"} {
			key := derive.Key(secret, purpose)
			if len(key) != 32 {
				t.Errorf("%d bytes", len(key))
			}
			if seen[string(key)] {
				t.Errorf("the key for %q came before", purpose)
			}
			seen[string(key)] = true
			if !bytes.Equal(key, derive.Key(secret, purpose)) {
				t.Errorf("the key for %q changes", purpose)
			}
		}
	}
}

func TestKeyRefusesShortMasters(t *testing.T) {
	t.Parallel()
	for _, secret := range [][]byte{nil, {}, master[1:]} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%d bytes were taken as a master secret", len(secret))
				}
			}()
			derive.Key(secret, "any")
		}()
	}
}

func TestMailTokensAreUniquePerPurposeAndID(t *testing.T) {
	t.Parallel()
	form := regexp.MustCompile(`^[0-9A-Za-z]{43}$`)
	seen := map[string]int{}
	for i, c := range []struct {
		master   []byte
		kind, id string
		round    int
	}{
		{master, "reset", "a", 0},
		{master, "reset", "a", 1},
		{master, "reset", "a", 256},
		{master, "reset", "b", 0},
		{master, "verify", "a", 0},
		{master, "reset", "ab", 0},
		{master, "reseta", "b", 0}, // the same letters, divided elsewhere
		{master, "", "reseta", 0},
		{other, "reset", "a", 0},
	} {
		token := derive.MailToken(c.master, c.kind, c.id, c.round)
		if !form.MatchString(token) {
			t.Errorf("case %d: %q", i, token)
		}
		if before, twice := seen[token]; twice {
			t.Errorf("cases %d and %d have one token", before, i)
		}
		seen[token] = i
		if again := derive.MailToken(c.master, c.kind, c.id, c.round); again != token {
			t.Errorf("case %d: the token changes", i)
		}
	}
}

func TestDigest(t *testing.T) {
	t.Parallel()
	sum := sha256.Sum256([]byte("token"))
	if got := derive.TokenDigest("token"); got != hex.EncodeToString(sum[:]) {
		t.Errorf("digest %q", got)
	}
}
