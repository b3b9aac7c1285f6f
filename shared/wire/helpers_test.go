package wire_test

import (
	"errors"
	"slices"
	"testing"

	"stint/shared/problem"
	"stint/shared/wire"
)

// read reads a JSON body, which must be readable.
func read[In any](t *testing.T, query, body string) (In, *wire.Issues) {
	t.Helper()
	in, issues, err := wire.Read[In](query, "application/json", "", []byte(body))
	if err != nil {
		t.Fatalf("Read(%q, %q): %v", query, body, err)
	}
	return in, issues
}

// asProblem is the problem behind an error; nil for none.
func asProblem(t *testing.T, err error) *problem.Error {
	t.Helper()
	if err == nil {
		return nil
	}
	var p *problem.Error
	if !errors.As(err, &p) {
		t.Fatalf("%v is no problem", err)
	}
	return p
}

// problemsOf lists a validation problem as field:code.
func problemsOf(t *testing.T, err error) []string {
	t.Helper()
	p := asProblem(t, err)
	if p == nil {
		return nil
	}
	if p.Code != problem.CodeValidation {
		t.Fatalf("%v is no validation problem", err)
	}
	var all []string
	for _, f := range p.Fields {
		if f.Message == "" {
			t.Errorf("%s has no message", f.Field)
		}
		if f.In == "" {
			t.Errorf("%s has no place", f.Field)
		}
		all = append(all, f.Field+":"+string(f.Code))
	}
	return all
}

// wantProblems compares the problems of a validation error, in order.
func wantProblems(t *testing.T, err error, want ...string) {
	t.Helper()
	if got := problemsOf(t, err); !slices.Equal(got, want) {
		t.Errorf("reported %q, want %q", got, want)
	}
}

// wantCode compares the top-level code of a problem.
func wantCode(t *testing.T, err error, want problem.Code) {
	t.Helper()
	if p := asProblem(t, err); p == nil || p.Code != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

func equal[T comparable](t *testing.T, what string, got, want T) {
	t.Helper()
	if got != want {
		t.Errorf("%s is %v, want %v", what, got, want)
	}
}
