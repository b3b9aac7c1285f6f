package main

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"stint/internal/runtimeapi"
	"stint/shared/auth"
	"stint/shared/route"
)

func TestMedian(t *testing.T) {
	t.Parallel()
	for want, all := range map[time.Duration][]time.Duration{0: nil, 3: {3}, 2: {9, 2, 1}, 4: {8, 4, 6, 1}} {
		if got := median(all); got != want {
			t.Errorf("median of %v is %v, want %v", all, got, want)
		}
	}
}

func TestChooseRoute(t *testing.T) {
	t.Parallel()
	routes := []route.Spec{
		{ID: "local", Method: "GET", Credential: auth.Session, LocalOnly: true},
		{ID: "first", Method: "POST", Credential: auth.Session},
		{ID: "public", Method: "GET", Credential: auth.Public},
		{ID: "session", Method: "GET", Credential: auth.Session},
	}
	if spec, ok := chooseRoute(routes); !ok || spec.ID != "session" {
		t.Errorf("chose %q", spec.ID)
	}
	if spec, ok := chooseRoute(routes[:3]); !ok || spec.ID != "first" {
		t.Errorf("chose %q among routes without a GET of a session", spec.ID)
	}
	if _, ok := chooseRoute(routes[:1]); ok {
		t.Error("chose a route that exists at home only")
	}
}

// One measurement of the function that does nothing, and its report.
func TestMeasureAndReport(t *testing.T) {
	t.Parallel()
	self := measuredFunction{Name: "self", Binary: t.TempDir() + "/x", Route: "GET /x", status: 404, starts: []time.Duration{1500 * time.Microsecond}}
	if err := runtimeapi.BuildOne(t.Context(), "../..", "./scripts/coldstart/noop", self.Binary); err != nil {
		t.Fatal(err)
	}
	self.Event = []byte("{}")
	if err := self.measure(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	if len(self.starts) != 2 || len(self.firsts) != 1 || len(self.seconds) != 1 || self.status != 200 {
		t.Errorf("measured %+v", self)
	}
	var out bytes.Buffer
	if err := report(&out, []*measuredFunction{&self}, 1); err != nil {
		t.Fatal(err)
	}
	if rows := strings.Count(out.String(), "\n"); rows != 4 || !strings.Contains(out.String(), "self") {
		t.Errorf("table of %d lines\n%s", rows, out.String())
	}
}
