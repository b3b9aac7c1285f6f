package mcp_test

import (
	"regexp"
	"strconv"
	"testing"

	"stint/internal/apitest"
	"stint/shared/config"
)

var remaining = regexp.MustCompile(`r=(\d+)`)

// left is how many requests the agent's person has left, after one more request.
func left(t *testing.T, a agent) int {
	t.Helper()
	answer := a.UseKey(a.key)
	found := remaining.FindStringSubmatch(answer.Header.Get("RateLimit"))
	if found == nil {
		t.Fatalf("RateLimit %q", answer.Header.Get("RateLimit"))
	}
	n, _ := strconv.Atoi(found[1])
	return n
}

// A call counts as many requests as it runs operations, and at least one.
func TestACallWeighsAsItsOperations(t *testing.T) {
	t.Parallel()
	owner := apitest.New(t, func(c *config.Config) { c.Limits.PerCaller = 600 }).Register("olga")
	a := newAgent(owner, "time")
	for _, c := range []struct {
		weight int
		call   func()
	}{
		{1, func() { a.send("tools/list", object{}).OK() }},
		{2, func() { a.ok(t, "who_am_i", object{}) }},
		{2, func() { a.ok(t, "start_timer", object{}) }},
		{2, func() { a.ok(t, "current_timer", object{}) }},
	} {
		before := left(t, a)
		c.call()
		if got := before - left(t, a) - 1; got != c.weight {
			t.Errorf("weight %d, want %d", got, c.weight)
		}
	}
}
