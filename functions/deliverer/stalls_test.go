package deliverer_test

import (
	"context"
	"fmt"
	"net/http"
	"testing"

	"stint/internal/apitest"
	"stint/internal/testkit"
	"stint/shared/domain"
	"stint/shared/domain/feed"
)

// stalled is a webhook with two events. A run stalls at one call of the database until its
// lease has ended and another run has done the work, and then goes on.
func stalled(t *testing.T, call int, effect func(until <-chan struct{}) testkit.Effect) (hit bool) {
	s := newSetup(t, apitest.New(t), "tag.created")
	s.tag("One")
	s.tag("Two")
	s.Probe.Reset()
	until, done := make(chan struct{}), make(chan struct{})
	injected := s.Probe.Inject(testkit.Fault{Effect: effect(until), Skip: call, WholeCall: true})
	go func() {
		defer close(done)
		_ = s.NewDeliverer().Deliver(t.Context(), domain.ID(s.owner.WorkspaceID))
	}()
	select {
	case <-injected.Reached():
	case <-done:
		return false
	}
	s.Clock.Advance(feed.WebhookLease)
	got := append(s.to.take(), s.run()...)
	before := s.state()
	close(until)
	<-done
	if after := s.state(); call > 0 && after != before { // at call 1 it has no lease that could end
		t.Errorf("the run that stalled changed\n%s\nto\n%s", before, after)
	}
	late := s.to.take()
	if got = append(got, late...); len(late) > 1 || len(got) > 4 {
		t.Errorf("%d messages, %d of them late: the run that stalled sent more than the one that it was at", len(got),
			len(late))
	}
	s.later(feed.WebhookLease)
	got = append(got, s.run()...)
	const want = "tag.created One, tag.created Two"
	if order := firstTimes(got); order != want {
		t.Errorf("received %s, want %s", order, want)
	}
	for _, d := range s.deliveries() {
		if d["status"] != "succeeded" {
			t.Errorf("the delivery is %v", d)
		}
	}
	return true
}

// state is the webhook with its deliveries.
func (s *setup) state() string {
	return fmt.Sprint(s.owner.Get(s.path("")).OK(), s.deliveries())
}

// A run that stalls until its lease has ended writes nothing more. Another run does the work,
// and what the first one was sending, or had sent and not written, comes again at most.
func TestStalledRunsWriteNothing(t *testing.T) {
	t.Parallel()
	for when, effect := range map[string]func(<-chan struct{}) testkit.Effect{"before": testkit.Hold,
		"after": testkit.HoldAnswer} {
		for k, hit := 0, true; hit; k++ {
			t.Run(fmt.Sprintf("%s call %d", when, k+1), func(t *testing.T) { hit = stalled(t, k, effect) })
		}
	}
}

// A run that dies between sending and writing the result sends the same message again, with
// the same id.
func TestKillBetweenSendingAndWriting(t *testing.T) {
	t.Parallel()
	s := newSetup(t, apitest.New(t), "tag.created")
	s.tag("One")
	s.tag("Two")
	ctx, kill := context.WithCancel(t.Context())
	s.to.answer(func(http.ResponseWriter, int) { kill() })
	if err := s.NewDeliverer().Deliver(ctx, domain.ID(s.owner.WorkspaceID)); err != nil {
		t.Fatal(err)
	}
	first := s.to.take()
	if len(first) != 1 || s.deliveries()[1]["attempts"] != 0.0 {
		t.Fatalf("received %s, and the deliveries are %v", typesOf(first), s.deliveries())
	}
	s.to.answer(nil)
	s.later(feed.WebhookLease)
	again := s.run()
	if len(again) != 2 || again[0].ID != first[0].ID || string(again[0].raw) != string(first[0].raw) {
		t.Errorf("received %s", typesOf(again))
	}
}

// A receiver that dies before it answers gets the same message again. One that dies in the
// middle of an answer with 200 has the message.
func TestReceiversThatDieWhileTheyAnswer(t *testing.T) {
	t.Parallel()
	s := newSetup(t, apitest.New(t), "tag.created")
	s.to.answer(func(http.ResponseWriter, int) { panic(http.ErrAbortHandler) })
	s.tag("One")
	first := s.run()
	if d := s.deliveries()[0]; len(first) != 1 || d["status"] != "pending" || d["error"] != "connection_failed" ||
		d["response_status"] != nil {
		t.Errorf("received %s, the delivery is %v", typesOf(first), d)
	}
	s.to.answer(func(w http.ResponseWriter, _ int) {
		w.Header().Set("Content-Length", "100")
		_, _ = w.Write([]byte("half"))
		_ = http.NewResponseController(w).Flush()
		panic(http.ErrAbortHandler)
	})
	s.later(feed.WebhookLease)
	again := s.run()
	if d := s.deliveries()[0]; len(again) != 1 || again[0].ID != first[0].ID || d["status"] != "succeeded" ||
		d["response_body"] != "half" {
		t.Errorf("received %s, the delivery is %v", typesOf(again), d)
	}
}
