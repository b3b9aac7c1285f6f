package base62_test

import (
	"math/big"
	"testing"

	"stint/shared/auth/internal/base62"
)

func TestEncode(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		data  []byte
		width int
		want  string
	}{
		{nil, 0, "0"},
		{nil, 3, "000"},
		{[]byte{61}, 1, "Z"},
		{[]byte{62}, 1, "10"},
		{[]byte{0, 0, 9}, 4, "0009"},
		{[]byte{0xff, 0xff, 0xff, 0xff}, 6, "4GFfc3"}, // 2^32 - 1
	} {
		if got := base62.Encode(c.data, c.width); got != c.want {
			t.Errorf("Encode(%x, %d) = %q, want %q", c.data, c.width, got, c.want)
		}
	}
}

func TestEncodeIsInjective(t *testing.T) {
	t.Parallel()
	data := []byte{1, 2, 3, 250, 251, 252, 0, 7}
	back, ok := new(big.Int).SetString(base62.Encode(data, 20), 62)
	if !ok || back.Cmp(new(big.Int).SetBytes(data)) != 0 {
		t.Errorf("came back as %v", back)
	}
}

func TestRandomUsesEveryDigitAlike(t *testing.T) {
	t.Parallel()
	const draws = 62_000
	text := base62.Random(draws)
	if len(text) != draws || !base62.IsValid(text) {
		t.Fatalf("%d characters, valid: %v", len(text), base62.IsValid(text))
	}
	counts := map[rune]int{}
	for _, r := range text {
		counts[r]++
	}
	for r, n := range counts { // 1,000 each; the bounds lie more than 9 standard deviations away
		if n < 700 || n > 1300 {
			t.Errorf("%c drawn %d times", r, n)
		}
	}
	if len(counts) != 62 {
		t.Errorf("%d digits in use", len(counts))
	}
}

func TestValid(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{"": true, "09azAZ": true, "a-b": false, "a b": false, "é": false, "a\n": false,
		"\x00": false} {
		if base62.IsValid(text) != want {
			t.Errorf("Valid(%q) = %v", text, !want)
		}
	}
}
