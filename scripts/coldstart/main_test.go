package main

import (
	"bytes"
	"errors"
	"os/exec"
	"strings"
	"testing"
	"time"

	"stint/internal/programs"
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

func buildNoop(t *testing.T) string {
	t.Helper()
	binary, err := programs.Build(t.Context(), "../..", noop)
	if err != nil {
		t.Fatal(err)
	}
	return binary
}

// One measurement of the function that does nothing, and its report.
func TestMeasureAndReport(t *testing.T) {
	t.Parallel()
	self := measuredFunction{Name: "self", Binary: buildNoop(t), Route: "GET /x", status: 404,
		starts: []time.Duration{1500 * time.Microsecond}}
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

// The function that does nothing needs about a million instructions to its first poll, in
// every run. Without valgrind the count is an error that the command reports.
func TestCount(t *testing.T) {
	t.Parallel()
	f := measuredFunction{Name: "noop", Binary: buildNoop(t)}
	err := f.count(t.Context(), t.TempDir(), nil)
	if _, missing := exec.LookPath("valgrind"); missing != nil {
		if !errors.Is(err, errNoValgrind) {
			t.Errorf("without valgrind: %v", err)
		}
		return
	}
	if err != nil || f.instructions < 300_000 || f.instructions > 5_000_000 {
		t.Errorf("%d instructions, %v", f.instructions, err)
	}
	if formatMillions(1_234_567) != "1.23" || formatMillions(0) != "-" {
		t.Error("the format of millions")
	}
}

// A machine without valgrind gets the other numbers, and one line that says so.
func TestCountAllWithoutValgrind(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	var out bytes.Buffer
	if err := countAll(t.Context(), &out, t.TempDir(), []*measuredFunction{{Name: "x"}, {Name: "y"}}, nil); err != nil ||
		strings.Count(out.String(), "\n") != 1 {
		t.Errorf("%q, %v", out.String(), err)
	}
}
