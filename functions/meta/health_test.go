package meta_test

import (
	"testing"

	"stint/internal/apitest"
)

func TestHealth(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	health := api.Send(apitest.Request{Method: "GET", Path: "/api/health"}).OK()
	if health["status"] != "ok" || health["version"] != "test" || health["commit"] != "0a1b2c" {
		t.Errorf("health %v", health)
	}
}

// The routes of this family do not use the table.
func TestMetaReadsNothing(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	api.Probe.Reset()
	for _, path := range []string{"/api/health", "/api/openapi.json", "/api/docs", "/api/docs/timers", "/",
		"/errors/validation", "/nowhere"} {
		api.Send(apitest.Request{Method: "GET", Path: path})
	}
	if calls := api.Probe.Log(); len(calls) != 0 {
		t.Errorf("%d calls: %v", len(calls), calls)
	}
}

func TestUnknownAddresses(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	for _, path := range []string{"/api", "/api/", "/api/nothing", "/api//health", "/api/health/", "/errors", "/errors/",
		"/robots.txt"} {
		api.Send(apitest.Request{Method: "GET", Path: path}).Problem(404, "not_found")
	}
	answer := api.Send(apitest.Request{Method: "POST", Path: "/api/health"})
	answer.Problem(405, "method_not_allowed")
	if got := answer.Header.Get("Allow"); got != "GET, HEAD" {
		t.Errorf("Allow %q", got)
	}
}
