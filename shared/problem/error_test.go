package problem_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"stint/shared/problem"
)

func TestFrom(t *testing.T) {
	t.Parallel()
	inside := problem.Conflict(problem.InUse, "taken")
	if got := problem.From(fmt.Errorf("create: %w", inside)); got != inside {
		t.Errorf("a wrapped problem became %v", got)
	}
	unknown := problem.From(io.ErrUnexpectedEOF)
	if unknown.Code != problem.CodeInternal || !errors.Is(unknown, io.ErrUnexpectedEOF) {
		t.Errorf("an unknown error became %v", unknown)
	}
	for _, ended := range []error{context.DeadlineExceeded, context.Canceled} {
		if got := problem.From(fmt.Errorf("hash: %w", ended)); got.Code != problem.CodeServiceUnavailable ||
			!errors.Is(got, ended) {
			t.Errorf("%v became %v", ended, got)
		}
	}
	if got := problem.From(nil); got != nil {
		t.Errorf("nil became %v", got)
	}
}

func TestIs(t *testing.T) {
	t.Parallel()
	err := fmt.Errorf("outer: %w", problem.NotFound())
	if !problem.Is(err, problem.CodeNotFound) || problem.Is(err, problem.CodeConflict) ||
		problem.Is(io.EOF, problem.CodeNotFound) {
		t.Error("Is does not distinguish codes")
	}
}

func TestUnknownCodeIsInternal(t *testing.T) {
	t.Parallel()
	if got := problem.New("no_such_code").Status(); got != 500 {
		t.Errorf("status %d, want 500", got)
	}
}

// The text of an error is for the logs: it names the code, the fields and the
// cause.
func TestErrorText(t *testing.T) {
	t.Parallel()
	err := problem.Wrap(problem.CodeServiceUnavailable, errors.New("throttled"))
	if got := err.Error(); got != "service_unavailable: throttled" {
		t.Errorf("text %q", got)
	}
	fields := problem.InvalidField("startedAt", problem.InFuture).Error()
	for _, want := range []string{"validation", "startedAt:in_future"} {
		if !strings.Contains(fields, want) {
			t.Errorf("text %q without %q", fields, want)
		}
	}
	if got := problem.Forbidden(problem.RoleInsufficient).Error(); got != "forbidden (role_insufficient)" {
		t.Errorf("text %q", got)
	}
}
