package apitest_test

import (
	"fmt"
	"strings"
	"testing"

	"stint/internal/apitest"
)

// failures keeps the errors of a test in place of failing it.
type failures struct {
	testing.TB
	all []string
}

func (f *failures) Errorf(format string, args ...any) {
	f.all = append(f.all, fmt.Sprintf(format, args...))
}

// A request that is for a function which is not linked fails its test, with the name of the
// function. Paths that no route has are for meta.
func TestRequestsToOtherFunctionsFail(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]string{
		"/api/tags": "tags", "/api/tags/x": "tags", "/api/v1/clients": "clients", "/api/timers/current": "",
		"/api/health": "meta", "/": "meta",
		"/api/nothing": "meta", "/api//timers": "meta", "/api/clients%3Aupsert": "clients",
	} {
		f := &failures{TB: t}
		apitest.New(f).Send(apitest.Request{Method: "GET", Path: path})
		got := strings.Join(f.all, "\n")
		if want == "" && got == "" || want != "" && len(f.all) == 1 &&
			strings.Contains(got, "Add "+want+".Function to apitest.Main") {
			continue
		}
		t.Errorf("%s: %q, want a failure that names %q", path, got, want)
	}
}
