package meta_test

import (
	"testing"
	"time"

	"stint/internal/apitest"
	"stint/internal/testkit"
	"stint/shared/config"
)

func TestHealth(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	health := api.Send(apitest.Request{Method: "GET", Path: "/api/health"}).OK()
	if health["status"] != "ok" || health["version"] != "test" || health["commit"] != "0a1b2c" ||
		health["database"] != nil {
		t.Errorf("health %v", health)
	}
}

const deepPath = "/api/health?deep=1"

// A deep check is one strongly consistent read, whose answer nobody keeps.
func TestDeepHealth(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	api.Probe.Reset()
	answer := api.Send(apitest.Request{Method: "GET", Path: deepPath})
	if health := answer.OK(); health["status"] != "ok" || health["database"] != "ok" || health["version"] != "test" {
		t.Errorf("health %v", health)
	}
	if calls := api.Probe.Log(); len(calls) != 1 || calls[0].Op != "GetItem" {
		t.Errorf("calls %v", calls)
	}
	if got := answer.Header.Get("Cache-Control"); got != "no-store" {
		t.Errorf("Cache-Control %q", got)
	}
	if head := api.Send(apitest.Request{Method: "HEAD", Path: deepPath}); head.Status != 200 {
		t.Errorf("HEAD %d", head.Status)
	}
	api.Send(apitest.Request{Method: "GET", Path: "/api/health?deep=yes"}).Invalid("deep enum_invalid")
}

// When the database fails, the deep check says so and nothing more. The plain one does not notice.
func TestDeepHealthWithoutADatabase(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	api.Probe.Inject(testkit.Fault{Effect: testkit.FailBefore(testkit.Throttled), Times: testkit.Always})
	failed := api.Send(apitest.Request{Method: "GET", Path: deepPath})
	body := failed.Problem(503, "service_unavailable")
	if failed.Header.Get("Retry-After") == "" || body["database"] != nil {
		t.Errorf("%v, %v", body, failed.Header)
	}
	if head := api.Send(apitest.Request{Method: "HEAD", Path: deepPath}); head.Status != 503 {
		t.Errorf("HEAD %d", head.Status)
	}
	api.Send(apitest.Request{Method: "GET", Path: "/api/health"}).OK()
}

// Deep checks count by client network, without the database, and plain ones do not count.
func TestDeepHealthIsLimited(t *testing.T) {
	t.Parallel()
	api := apitest.New(t, func(c *config.Config) { c.AttemptsPerNetwork = 2 })
	from := func(path, address string) *apitest.Answer {
		return api.Send(apitest.Request{Method: "GET", Path: path, ClientIP: address})
	}
	for range 2 {
		from(deepPath, "192.0.2.7").OK()
	}
	api.Probe.Reset()
	if refused := from(deepPath, "192.0.2.7"); refused.Header.Get("Retry-After") == "" {
		refused.Problem(429, "rate_limited")
	}
	if calls := api.Probe.Log(); len(calls) != 0 {
		t.Errorf("a refused check makes the calls %v", calls)
	}
	from("/api/health", "192.0.2.7").OK()
	from(deepPath, "192.0.2.8").OK()
	api.Clock.Advance(time.Minute)
	from(deepPath, "192.0.2.7").OK()
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
