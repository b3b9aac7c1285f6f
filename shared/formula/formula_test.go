package formula_test

import (
	"testing"

	"stint/shared/formula"
)

// What is a formula gets an apostrophe, and every text comes back as it was.
func TestGuard(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"": "", "a": "a", "a=1": "a=1", "'a": "'a", "'": "'", "''": "''", "=1+1": "'=1+1", "-5": "'-5", "@x": "'@x",
		" \t=1": " \t'=1", "a;=1": "a;'=1", "a;'=1": "a;''=1", "x,\"=1\"": "x,'\"=1\"", "a\r\n+1|-2": "a\r\n'+1|'-2",
		"a;b=1": "a;b=1", "=1;=2": "'=1;'=2", "a\u2028@x": "a\u2028'@x",
		"\uff1d1": "'\uff1d1", "'=1+1": "''=1+1", "''=1": "'''=1", "' =1": "'' =1", "\x00=1": "\x00'=1",
	} {
		if got := formula.Guard(text); got != want || formula.Unguard(got) != text {
			t.Errorf("%q is written as %q and read as %q, want %q", text, got, formula.Unguard(got), want)
		}
	}
}
