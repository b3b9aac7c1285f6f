package opaque_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"regexp"
	"testing"

	"stint/shared/auth/opaque"
	"stint/shared/secret"
)

var (
	master = bytes.Repeat([]byte{7}, 32)
	other  = bytes.Repeat([]byte{8}, 32)
)

// A token that changed between versions would end every open invitation.
func TestMailTokensAreFrozen(t *testing.T) {
	t.Parallel()
	if got := opaque.MailToken(secret.Derive(master, "mail-token"), "reset", "018f",
		1); got != "Ea9iIFN2l3Dujmp62YVeDjJAOoXOHXTyqxZFmqvxfRa" {
		t.Errorf("token %s", got)
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
		token := opaque.MailToken(c.master, c.kind, c.id, c.round)
		if !form.MatchString(token) {
			t.Errorf("case %d: %q", i, token)
		}
		if before, twice := seen[token]; twice {
			t.Errorf("cases %d and %d have one token", before, i)
		}
		seen[token] = i
		if again := opaque.MailToken(c.master, c.kind, c.id, c.round); again != token {
			t.Errorf("case %d: the token changes", i)
		}
	}
}

func TestDigest(t *testing.T) {
	t.Parallel()
	sum := sha256.Sum256([]byte("token"))
	if got := opaque.TokenDigest("token"); got != hex.EncodeToString(sum[:]) {
		t.Errorf("digest %q", got)
	}
}

// A seal belongs to its parts: neither another key nor the same letters divided elsewhere make it.
func TestSeals(t *testing.T) {
	t.Parallel()
	seen := map[string]int{}
	for i, seal := range []string{
		opaque.Seal(master), opaque.Seal(master, ""), opaque.Seal(master, "a", "b"), opaque.Seal(master, "ab"),
		opaque.Seal(master, "ab", ""), opaque.Seal(other, "a", "b"), opaque.Seal(master, "b", "a"),
	} {
		if before, twice := seen[seal]; twice || len(seal) != 43 {
			t.Errorf("case %d: %q, as case %d", i, seal, before)
		}
		seen[seal] = i
	}
	if first, again := opaque.Seal(master, "a", "b"), opaque.Seal(master, "a", "b"); first != again {
		t.Error("a seal changes")
	}
}
