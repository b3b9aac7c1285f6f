package password

import (
	"strings"
	"testing"
)

const salted = "$c2FsdHNhbHRzYWx0c2FsdA$aGFzaGhhc2hoYXNoaGFzaGhhc2hoYXNoaGFzaGhhc2g"

func TestParseBoundsCostParameters(t *testing.T) {
	for params, want := range map[string]bool{
		"m=19456,t=2,p=1":        true,
		"m=8,t=1,p=1":            true,
		"m=7,t=1,p=1":            false,
		"m=31,t=1,p=4":           false,
		"m=32,t=1,p=4":           true,
		"m=65536,t=10,p=4":       true,
		"m=65537,t=1,p=1":        false,
		"m=4294967295,t=1,p=1":   false,
		"m=4294986752,t=2,p=1":   false, // 2^32 + 19456
		"m=19456,t=11,p=1":       false,
		"m=19456,t=0,p=1":        false,
		"m=19456,t=2,p=5":        false,
		"m=19456,t=2,p=257":      false,
		"m=19456,t=2,p=0":        false,
		"m=-19456,t=2,p=1":       false,
		"m=+19456,t=2,p=1":       false,
		"m=019456,t=2,p=1":       false,
		"m=0x4c00,t=2,p=1":       false,
		"m=19_456,t=2,p=1":       false,
		"t=2,m=19456,p=1":        false,
		"m=19456,t=2":            false,
		"m=19456,t=2,p=1,data=x": false,
	} {
		if _, ok := parsePHC("$argon2id$v=19$" + params + salted); ok != want {
			t.Errorf("%s: %v", params, ok)
		}
	}
}

func TestParseBoundsSaltAndHash(t *testing.T) {
	const head = "$argon2id$v=19$m=19456,t=2,p=1"
	letters := func(n int) string { return strings.Repeat("A", n) }
	for _, c := range []struct {
		salt, hash int // letters of base64
		want       bool
	}{
		{11, 22, true},
		{10, 22, false},  // 7 bytes
		{11, 20, false},  // 15 bytes
		{86, 86, true},   // 64 bytes each
		{87, 86, false},  // 65 bytes
		{86, 87, false},  //
		{11, 200, false}, // longer than any
		{0, 43, false},
		{22, 0, false},
		{13, 43, false}, // no length of base64
	} {
		if _, ok := parsePHC(head + "$" + letters(c.salt) + "$" + letters(c.hash)); ok != c.want {
			t.Errorf("%d and %d letters: %v", c.salt, c.hash, ok)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add("$argon2id$v=19$m=19456,t=2,p=1$c2FsdHNhbHRzYWx0c2FsdA$aGFzaGhhc2hoYXNoaGFzaGhhc2hoYXNoaGFzaGhhc2g")
	f.Add("$argon2id$v=19$m=4294967295,t=2,p=1$c2FsdA$aGFzaA")
	f.Add("")
	f.Fuzz(func(t *testing.T, encoded string) {
		r, ok := parsePHC(encoded)
		if !ok {
			return
		}
		if r.String() != encoded {
			t.Errorf("%q reads as %q", encoded, r.String())
		}
		if r.memory > maxMemory || r.passes > maxPasses || r.lanes > maxLanes || len(r.salt) > maxBlob ||
			len(r.hash) > maxBlob {
			t.Errorf("out of bounds: %+v", r)
		}
	})
}
