package version

import "testing"

func TestVersionOfAProgramOfNoRelease(t *testing.T) {
	t.Parallel()
	if Number() != "development" || Commit() != "" || Text() != "development" {
		t.Errorf("%q %q %q", Number(), Commit(), Text())
	}
}

func TestVersionForPeople(t *testing.T) {
	t.Parallel()
	for _, c := range [][3]string{
		{"1.0.0", "", "1.0.0"}, {"1.0.0", "0123456789abcdef0123", "1.0.0 (0123456789ab)"}, {"1.0.0", "0123", "1.0.0 (0123)"},
	} {
		if got := text(c[0], c[1]); got != c[2] {
			t.Errorf("%q of %q, want %q", got, c[:2], c[2])
		}
	}
}
