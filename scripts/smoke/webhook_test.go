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
		"no attempt":  {object{"items": []any{object{"attempts": 0.0}}}, "", false},
		"one without an answer": {object{"items": []any{object{"attempts": 1.0, "response_status": nil,
			"error": "name_not_resolved"}}}, "no answer: name_not_resolved", true},
		"one with an answer": {object{"items": []any{object{"attempts": 1.0, "response_status": 204.0, "error": nil}}},
			"status 204", true},
	} {
		if note, tried := attemptIn(c.list); note != c.note || tried != c.want {
			t.Errorf("%s: %q, %v", name, note, tried)
		}
	}
}
