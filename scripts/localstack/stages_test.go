package main

import (
	"bytes"
	"slices"
	"strings"
	"testing"
)

// What one stage has must not change when another stage is deleted, so the list has
// whatever stages could take away from each other, in an order that can be compared.
func TestListShowsWhatAStageCouldLose(t *testing.T) {
	t.Parallel()
	o := newOptions(t, newStandIn().start(t))
	o.list = true
	var out bytes.Buffer
	if err := run(t.Context(), &out, o); err != nil {
		t.Fatal(err)
	}
	want := []string{"API: stint-live a1", "function: f1 c1", "key: k1 PendingDeletion", "role: reader", "table: t0",
		"table: t1", "the gateway's logs: arn:logs"}
	if got := strings.Split(strings.TrimSpace(out.String()), "\n"); !slices.Equal(got, want) {
		t.Errorf("listed\n%q\nwant\n%q", got, want)
	}
}

func TestListFailsWithoutAnAnswer(t *testing.T) {
	t.Parallel()
	o := newOptions(t, "http://127.0.0.1:1")
	o.list = true
	var out bytes.Buffer
	if err := run(t.Context(), &out, o); err == nil || out.Len() > 0 {
		t.Errorf("listed %q, error %v", out.String(), err)
	}
}

func TestAStackIsDeleted(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		stack []string // states one after the other
		want  string   // part of the error
	}{
		{[]string{"CREATE_COMPLETE", "DELETE_IN_PROGRESS", ""}, ""},
		{[]string{"UPDATE_COMPLETE", "DELETE_COMPLETE"}, ""},
		{[]string{"CREATE_COMPLETE", "DELETE_FAILED"}, "the stack is DELETE_FAILED: because"},
		{[]string{""}, "there is no stack Stint-live"},
		{[]string{"DELETE_COMPLETE"}, "there is no stack Stint-live"},
	} {
		s := newStandIn()
		s.stack = c.stack
		o := newOptions(t, s.start(t))
		o.remove = true
		err := run(t.Context(), new(bytes.Buffer), o)
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v: error %v, want %q", c.stack, err, c.want)
		}
		if deleted := slices.Contains(s.actions, "DeleteStack"); deleted != (len(c.stack) > 1) ||
			slices.Contains(s.actions, "CreateChangeSet") {
			t.Errorf("%v: actions %v", c.stack, s.actions)
		}
	}
}
