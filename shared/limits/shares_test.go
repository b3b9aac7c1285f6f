package limits_test

import (
	"testing"

	"stint/shared/limits"
)

// One caller uses at most half of a workspace's window, with a higher limit and without one.
func TestACallerUsesHalfOfTheWindow(t *testing.T) {
	for _, perCaller := range []int{0, 1000} {
		c := newInstance(newShared(), perCaller, 100)
		if n := countPassed(t, 200, func(int) error { _, err := c.Count(t.Context(), request); return err }); n != 50 {
			t.Errorf("limit %d: %d requests passed, want 50", perCaller, n)
		}
	}
}

// Owner and admins have a reserve each, when others have used up the window.
func TestReserveOfOwnerAndAdmins(t *testing.T) {
	c := newInstance(newShared(), 600, 1000)
	for _, caller := range []string{"user:a", "user:b"} {
		countPassed(t, 500, func(int) error {
			_, err := c.Count(t.Context(), limits.Request{Caller: caller, WorkspaceID: "w", Weight: 1})
			return err
		})
	}
	for _, of := range []struct {
		caller     string
		hasReserve bool
		want       int
	}{{"user:member", false, 0}, {"user:owner", true, 60}, {"user:admin", true, 60}} {
		request := limits.Request{Caller: of.caller, WorkspaceID: "w", HasReserve: of.hasReserve, Weight: 1}
		if n := countPassed(t, 100, func(int) error { _, err := c.Count(t.Context(), request); return err }); n != of.want {
			t.Errorf("%s: %d requests passed, want %d", of.caller, n, of.want)
		}
	}
}

// What was done counts although nothing is left, and the next request is refused.
func TestSpentRequestsCount(t *testing.T) {
	c := newInstance(newShared(), 10, 0)
	spent := request
	spent.IsSpent, spent.Weight = true, 25
	if _, err := c.Count(t.Context(), spent); err != nil {
		t.Error(err)
	}
	if _, err := c.Count(t.Context(), request); err == nil {
		t.Error("the request after it passed")
	}
}
