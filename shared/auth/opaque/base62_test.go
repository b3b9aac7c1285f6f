package opaque

import (
	"math/big"
	"testing"
)

func TestBase62(t *testing.T) {
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
		if got := encodeBase62(c.data, c.width); got != c.want {
			t.Errorf("Encode(%x, %d) = %q, want %q", c.data, c.width, got, c.want)
		}
	}
}

func TestBase62IsInjective(t *testing.T) {
	t.Parallel()
	data := []byte{1, 2, 3, 250, 251, 252, 0, 7}
	back, ok := new(big.Int).SetString(encodeBase62(data, 20), 62)
	if !ok || back.Cmp(new(big.Int).SetBytes(data)) != 0 {
		t.Errorf("came back as %v", back)
	}
}

func TestRandomUsesEveryDigitAlike(t *testing.T) {
	t.Parallel()
	const draws = 62_000
	text := randomBase62(draws)
	if len(text) != draws || !isBase62(text) {
		t.Fatalf("%d characters, valid: %v", len(text), isBase62(text))
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

func TestBase62IsValid(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{"": true, "09azAZ": true, "a-b": false, "a b": false, "é": false, "a\n": false,
		"\x00": false} {
		if isBase62(text) != want {
			t.Errorf("Valid(%q) = %v", text, !want)
		}
	}
}
