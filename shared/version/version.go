// Package version knows which release a program is of. make release sets it by the linker. The
// functions in AWS are built without it, so that a release replaces only what changed; the
// deployment tells those that show it.
package version

import "cmp"

// Development is the version of a program that is of no release.
const Development = "development"

// Both are set by -ldflags "-X stint/shared/version.number=1.0.0 -X stint/shared/version.commit=…".
var number, commit string

// Number is the version of this program, such as 1.0.0, or Development.
func Number() string { return cmp.Or(number, Development) }

// Commit is the commit of the source of this program; "" is none that is known.
func Commit() string { return commit }

// shownDigits are the digits of a commit that people are shown.
const shownDigits = 12

// Text is the version with the commit, for people: 1.0.0 (0123456789ab).
func Text() string { return text(Number(), Commit()) }

func text(number, commit string) string {
	if commit == "" {
		return number
	}
	return number + " (" + commit[:min(len(commit), shownDigits)] + ")"
}
