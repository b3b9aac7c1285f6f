package timelog_test

import (
	"fmt"
	"strings"
	"testing"

	"stint/shared/domain/timelog"
	"stint/shared/problem"
)

// The message of in_future names the bound.
func TestInFutureNamesTheBound(t *testing.T) {
	bound := fmt.Sprintf("%.0f minutes", timelog.ClockSkew.Minutes())
	if message := problem.InFuture.Message(); !strings.Contains(message, bound) {
		t.Errorf("%q does not name %s", message, bound)
	}
}
