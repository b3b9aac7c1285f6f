package main

import "testing"

func TestOnlyAnAttemptShowsThatTheDelivererWorks(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		list object
		note string
		want bool
	}{
		"no delivery": {object{"items": []any{}}, "", false},
		"no attempt":  {object{"items": []any{object{"attempts": 0.0}}}, "status <nil>, error <nil>", false},
		"a failed one": {object{"items": []any{object{"attempts": 1.0, "error": "dns_failed"}}},
			"status <nil>, error dns_failed", true},
	} {
		if note, tried := attemptIn(c.list); note != c.note || tried != c.want {
			t.Errorf("%s: %q, %v", name, note, tried)
		}
	}
}
