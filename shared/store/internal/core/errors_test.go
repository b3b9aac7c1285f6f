package core

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"stint/shared/problem"
)

func TestWrapSaysTheOperationOfAnUnexpectedError(t *testing.T) {
	t.Parallel()
	lost := errors.New("connection lost")
	for what, c := range map[string]struct {
		err  error
		code problem.Code
		text string
	}{
		"unavailable": {problem.Unavailable(lost), problem.CodeServiceUnavailable,
			"service_unavailable: store: Task(w, t): service_unavailable: connection lost"},
		"internal": {fmt.Errorf("table: get: %w", lost), problem.CodeInternal,
			"store: Task(w, t): table: get: connection lost"},
		"cancelled": {context.Canceled, problem.CodeServiceUnavailable,
			"service_unavailable: store: Task(w, t): context canceled"},
	} {
		err := c.err
		Wrap(&err, "Task", "w", "t")
		if err.Error() != c.text || problem.From(err).Code != c.code || !errors.Is(err, c.err) {
			t.Errorf("%s: %v of code %s, want %s", what, err, problem.From(err).Code, c.text)
		}
	}
}

func TestWrapLeavesAnExpectedErrorAsItIs(t *testing.T) {
	t.Parallel()
	for _, want := range []error{nil, problem.NotFound(), ErrRightLost, errors.New("there is another copy")} {
		err := want
		Wrap(&err, "Task", "w", "t")
		if err != want {
			t.Errorf("%v became %v", want, err)
		}
	}
}
