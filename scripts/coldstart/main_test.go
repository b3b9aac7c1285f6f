package main

import (
	"bytes"
	"net/http"
	"strings"
	"testing"
	"time"

	"stint/shared/auth"
	"stint/shared/route"
)

// worker plays a function: it asks for an event and sends it back, or fails.
func worker(t *testing.T, base, outcome string) {
	t.Helper()
	answer, err := http.Get(base + "/invocation/next")
	if err != nil {
		t.Error(err)
		return
	}
	defer answer.Body.Close()
	if answer.Header.Get("Lambda-Runtime-Deadline-Ms") == "" {
		t.Error("the event has no deadline")
	}
	id := answer.Header.Get("Lambda-Runtime-Aws-Request-Id")
	reply, err := http.Post(base+"/invocation/"+id+"/"+outcome, "application/json", answer.Body)
	if err != nil {
		t.Error(err)
		return
	}
	reply.Body.Close()
}

func TestAFunctionIsGivenItsEventAndAnswers(t *testing.T) {
	t.Parallel()
	for outcome, failed := range map[string]bool{"response": false, "error": true} {
		api, err := newRuntimeAPI()
		if err != nil {
			t.Fatal(err)
		}
		defer api.close()
		go worker(t, "http://"+api.address()+"/2018-06-01/runtime", outcome)
		<-api.polls
		a, took, err := api.invoke(t.Context(), []byte(`{"statusCode":200}`))
		if err != nil || took <= 0 || a.Failed != failed || string(a.Body) != `{"statusCode":200}` {
			t.Errorf("%s: %+v after %v, %v", outcome, a, took, err)
		}
	}
}

func TestMedian(t *testing.T) {
	t.Parallel()
	for want, all := range map[time.Duration][]time.Duration{0: nil, 3: {3}, 2: {9, 2, 1}, 4: {8, 4, 6, 1}} {
		if got := median(all); got != want {
			t.Errorf("median of %v is %v, want %v", all, got, want)
		}
	}
}

func TestTheRouteThatTellsMostIsMeasured(t *testing.T) {
	t.Parallel()
	routes := []route.Spec{
		{ID: "local", Method: "GET", Credential: auth.Session, Local: true},
		{ID: "first", Method: "POST", Credential: auth.Session},
		{ID: "public", Method: "GET", Credential: auth.Public},
		{ID: "session", Method: "GET", Credential: auth.Session},
	}
	if spec, ok := telling(routes); !ok || spec.ID != "session" {
		t.Errorf("chose %q", spec.ID)
	}
	if spec, ok := telling(routes[:3]); !ok || spec.ID != "first" {
		t.Errorf("chose %q where nothing reads", spec.ID)
	}
	if _, ok := telling(routes[:1]); ok {
		t.Error("chose a route that exists at home only")
	}
}

// A run through everything, with the smallest numbers.
func TestTheTableHasARowForEachFunction(t *testing.T) {
	t.Parallel()
	self := subject{Name: "self", Binary: t.TempDir() + "/x", Route: "GET /x", status: 404, starts: []time.Duration{1500 * time.Microsecond}}
	if err := build(t.Context(), "./noop", self.Binary); err != nil {
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
	if err := report(&out, []*subject{&self}, 1); err != nil {
		t.Fatal(err)
	}
	if rows := strings.Count(out.String(), "\n"); rows != 4 || !strings.Contains(out.String(), "self") {
		t.Errorf("table of %d lines\n%s", rows, out.String())
	}
}
