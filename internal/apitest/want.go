package apitest

import (
	"encoding/json"
	"net/http"
	"testing"
)

// WantAccess checks the answer to a caller: "" is fine, "404", else the detail of a 403.
func WantAccess(answer *Answer, right string) {
	answer.t.Helper()
	switch right {
	case "":
		answer.OK()
	case "404":
		answer.Problem(http.StatusNotFound, "not_found")
	default:
		answer.Denied(right)
	}
}

// WantEqual compares two answers property by property.
func WantEqual(t *testing.T, got, want map[string]any) {
	t.Helper()
	a, _ := json.Marshal(got)
	b, _ := json.Marshal(want)
	if string(a) != string(b) {
		t.Errorf("answer\n%s\nwant\n%s", a, b)
	}
}
