package opaque_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"log/slog"
	"math/big"
	"regexp"
	"strings"
	"testing"

	"stint/shared/auth/opaque"
)

var envs = []string{opaque.Live, opaque.Test, opaque.Local}

func TestNewHasTheForm(t *testing.T) {
	t.Parallel()
	for _, env := range envs {
		key := opaque.NewAPIKey(env)
		if !regexp.MustCompile(`^stint_` + env + `_[0-9A-Za-z]{38}$`).MatchString(key.Reveal()) {
			t.Errorf("key of another form, %d characters", len(key.Reveal()))
		}
		if want := "stint_" + env + "_"; key.Prefix() != want {
			t.Errorf("prefix %q, want %q", key.Prefix(), want)
		}
		if !strings.HasSuffix(key.Reveal(), key.LastFour()) || len(key.LastFour()) != 4 {
			t.Errorf("last four %q", key.LastFour())
		}
		sum := sha256.Sum256([]byte(key.Reveal()))
		if key.Digest() != hex.EncodeToString(sum[:]) {
			t.Errorf("digest %q", key.Digest())
		}
	}
}

func TestNewRefusesUnknownEnvironments(t *testing.T) {
	t.Parallel()
	for _, env := range []string{"", "LIVE", "prod", "live_"} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("made a key for %q", env)
				}
			}()
			opaque.NewAPIKey(env)
		}()
		if opaque.IsKnownAPIKeyEnv(env) {
			t.Errorf("%q counts as known", env)
		}
	}
}

func TestKeysDoNotRepeat(t *testing.T) {
	t.Parallel()
	seen := make(map[string]bool)
	for range 100_000 {
		raw := opaque.NewAPIKey(opaque.Live).Reveal()
		if seen[raw] {
			t.Fatal("a key came twice")
		}
		seen[raw] = true
	}
}

func TestParseRefusesOtherEnvironments(t *testing.T) {
	t.Parallel()
	for _, made := range envs {
		key := opaque.NewAPIKey(made)
		for _, here := range append([]string{"", "prod"}, envs...) {
			got, ok := opaque.ParseAPIKey(key.Reveal(), here)
			if ok != (made == here) {
				t.Errorf("a %s key in %q: %v", made, here, ok)
			}
			if ok && got != key {
				t.Errorf("a %s key changed when read", made)
			}
			if !ok && got != (opaque.APIKey{}) {
				t.Errorf("a refused %s key is not the zero value", made)
			}
		}
	}
}

// The published form must not drift: keys live for years.
func TestParseReadsKeysOfEarlierVersions(t *testing.T) {
	t.Parallel()
	const raw = "stint_live_abcdefghijklmnopqrstuvwxyzABCDEF3FoSLK"
	if _, ok := opaque.ParseAPIKey(raw, opaque.Live); !ok {
		t.Error("a key of the first format is refused")
	}
}

func TestParseRefuses(t *testing.T) {
	t.Parallel()
	raw := opaque.NewAPIKey(opaque.Live).Reveal()
	const prefix = "stint_live_"
	for name, text := range map[string]string{
		"empty":             "",
		"prefix only":       prefix,
		"one short":         raw[:len(raw)-1],
		"one more":          raw + "0",
		"trailing newline":  raw + "\n",
		"newline inside":    raw[:len(raw)-1] + "\n",
		"leading space":     " " + raw,
		"space inside":      raw[:20] + " " + raw[21:],
		"another product":   "stunt" + raw[5:],
		"upper case prefix": "STINT" + raw[5:],
		"no environment":    "stint_" + raw[len(prefix):],
		"letters of others": raw[:len(raw)-2] + "é",
		"NUL":               raw[:len(raw)-1] + "\x00",
		"64 KB":             prefix + strings.Repeat("a", 64<<10),
		"swapped halves":    prefix + raw[len(prefix)+19:] + raw[len(prefix):len(prefix)+19],
		"a JWT":             "eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln",
	} {
		if _, ok := opaque.ParseAPIKey(text, opaque.Live); ok {
			t.Errorf("%s: accepted", name)
		}
	}
}

// A right checksum does not make up for characters that no key has.
func TestParseRefusesForeignCharactersWithARightChecksum(t *testing.T) {
	t.Parallel()
	for _, random := range []string{strings.Repeat("a", 32), strings.Repeat("a", 31) + "-", strings.Repeat("é", 16),
		strings.Repeat("a", 31) + "\n"} {
		body := "stint_live_" + random
		sum := big.NewInt(int64(crc32.ChecksumIEEE([]byte(body)))).Text(62)
		raw := body + strings.Repeat("0", 6-len(sum)) + sum
		if _, ok := opaque.ParseAPIKey(raw, opaque.Live); ok != (random == strings.Repeat("a", 32)) {
			t.Errorf("%q: %v", raw, ok)
		}
	}
}

func TestParseFindsEveryMistypedCharacter(t *testing.T) {
	t.Parallel()
	raw := opaque.NewAPIKey(opaque.Test).Reveal()
	for i := range raw {
		for _, other := range []byte("0aZ_") {
			if raw[i] == other {
				continue
			}
			if _, ok := opaque.ParseAPIKey(raw[:i]+string(other)+raw[i+1:], opaque.Test); ok {
				t.Errorf("character %d changed to %c: accepted", i, other)
			}
		}
	}
}

func TestKeyDoesNotPrintItsSecret(t *testing.T) {
	t.Parallel()
	key := opaque.NewAPIKey(opaque.Live)
	secret := key.Reveal()[len("stint_live_") : len(key.Reveal())-4]
	var out bytes.Buffer
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%d"} {
		fmt.Fprintf(&out, verb+"\n", key)
		fmt.Fprintf(&out, verb+"\n", &key)
		fmt.Fprintf(&out, verb+"\n", struct{ Key opaque.APIKey }{key})
	}
	slog.New(slog.NewTextHandler(&out, nil)).Info("made", "key", key)
	slog.New(slog.NewJSONHandler(&out, nil)).Info("made", "key", key, "in", struct{ Key opaque.APIKey }{key})
	if err := json.NewEncoder(&out).Encode(map[string]any{"key": key}); err != nil {
		t.Fatal(err)
	}
	for _, form := range []string{secret, hex.EncodeToString([]byte(secret))} {
		if strings.Contains(out.String(), form) {
			t.Errorf("the secret is in\n%s", out.String())
		}
	}
	if want := "stint_live_…" + key.LastFour(); strings.Count(out.String(), want) < 20 {
		t.Errorf("%q is missing in\n%s", want, out.String())
	}
	if got := (opaque.APIKey{}).String(); got != "…" {
		t.Errorf("the zero key prints as %q", got)
	}
}

func FuzzParse(f *testing.F) {
	f.Add(opaque.NewAPIKey(opaque.Live).Reveal(), opaque.Live)
	f.Add(opaque.NewAPIKey(opaque.Test).Reveal(), opaque.Live)
	f.Add("stint__", "")
	f.Fuzz(func(t *testing.T, raw, env string) {
		key, ok := opaque.ParseAPIKey(raw, env)
		if !ok {
			return
		}
		if key.Reveal() != raw || key.Prefix() != "stint_"+env+"_" || !opaque.IsKnownAPIKeyEnv(env) {
			t.Errorf("accepted %d characters for %q", len(raw), env)
		}
	})
}
