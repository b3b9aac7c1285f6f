package deliverer_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"stint/internal/apitest"
	"stint/internal/testkit"
	"stint/shared/domain"
	"stint/shared/dynamo"
)

const (
	callersTrace = "0af7651916cd43dd8448eb211c80319c"
	callersSpan  = "b7ad6b7169203331"
)

// traced sends a request of the owner that continues a trace.
func (s *setup) traced(method, path string, body any, trace string) *apitest.Answer {
	s.later(time.Second)
	return s.owner.With("traceparent", "00-"+trace+"-"+callersSpan+"-00").Do(method, path, body)
}

// A delivery continues the trace of the change that caused it, with a span of its own, also when it is repeated.
func TestDeliveriesContinueTheTrace(t *testing.T) {
	t.Parallel()
	s := newSetup(t, apitest.New(t), "*")
	tag := s.traced("POST", "/api/tags", object{"name": "Deep"}, callersTrace).ID()
	s.to.answerStatus(500)
	first := s.wantTrace(t, "tag.created", callersTrace, "00")
	s.to.answerStatus(200)
	s.later(time.Minute)
	if again := s.wantTrace(t, "tag.created", callersTrace, "00"); again.Span == first.Span {
		t.Error("both attempts have one span")
	}
	s.tag("Other")
	own := s.wantTrace(t, "tag.created", "", "01")
	s.traced("PATCH", "/api/tags/"+tag, object{"name": "Deeper"}, callersTrace).OK()
	s.wantTrace(t, "tag.updated", callersTrace, "00")
	s.later(time.Second)
	s.owner.Delete("/api/tags/" + tag).OK()
	if gone := s.wantTrace(t, "tag.deleted", "", "01"); gone.ID == own.ID {
		t.Error("two requests have one trace")
	}
	s.traced("POST", s.path("/test"), nil, callersTrace).OK()
	s.wantTrace(t, "webhook.test", callersTrace, "00")
}

// wantTrace runs the deliverer, and checks the one delivery that is received. trace "" is that of the request, which
// named none.
func (s *setup) wantTrace(t *testing.T, event, trace, flags string) domain.Trace {
	t.Helper()
	got := s.run()
	if typesOf(got) != event {
		t.Fatalf("received %s, want %s", typesOf(got), event)
	}
	header := got[0].header.Get("traceparent")
	found, ok := domain.ParseTraceParent(header)
	if !ok || trace != "" && found.TraceID() != trace || trace == "" && found.TraceID() == callersTrace ||
		found.SpanID() == callersSpan || !strings.HasSuffix(header, flags) {
		t.Errorf("%s: traceparent %q", event, header)
	}
	return found
}

// An event continues the trace of the request that made it. The feed shows a record with its last change alone, so an
// event that was not read before the next change continues none.
func TestEventsDoNotContinueTheTraceOfALaterRequest(t *testing.T) {
	t.Parallel()
	s := newSetup(t, apitest.New(t), "*")
	const second, third = "1" + callersTrace1, "2" + callersTrace1
	s.traced("POST", "/api/timers/start", nil, callersTrace).OK()
	s.traced("POST", "/api/timers/start", nil, second).OK() // stops the first timer in the same write
	edited := s.traced("POST", "/api/timers/start", nil, third).ID()
	s.traced("PATCH", "/api/timers/"+edited, object{"description": "x"}, callersTrace).OK()
	s.traced("POST", "/api/tags", object{"name": "Deep"}, third).OK()
	wantTraces(t, s.run(), "timer.started -, timer.stopped 1, timer.started -, timer.stopped 2, timer.started -, tag.created 2")
	s.traced("POST", "/api/timers/start", nil, second).OK()
	wantTraces(t, s.run(), "timer.stopped 1, timer.started 1")
}

// callersTrace1 is callersTrace without its first digit.
const callersTrace1 = "af7651916cd43dd8448eb211c80319c"

// wantTraces compares what was received and the first digit of its trace if it is a caller's.
func wantTraces(t *testing.T, all []message, want string) {
	t.Helper()
	var got []string
	for _, d := range all {
		found, _ := domain.ParseTraceParent(d.header.Get("traceparent"))
		digit := "-"
		if strings.HasSuffix(found.TraceID(), callersTrace1) {
			digit = found.TraceID()[:1]
		}
		got = append(got, typesOf([]message{d})+" "+digit)
	}
	if text := strings.Join(got, ", "); text != want {
		t.Errorf("received %s\nwant     %s", text, want)
	}
}

// A batch continues a trace if all its events have it.
func TestTraceOfABatch(t *testing.T) {
	t.Parallel()
	s := newBatchSetup(t, "tag.created")
	bulk := func(trace string, names ...string) {
		for _, name := range names {
			s.traced("POST", "/api/tags", object{"name": name}, trace).OK()
		}
	}
	bulk(callersTrace, "a", "b")
	s.wantTrace(t, "batch", callersTrace, "00")
	bulk(callersTrace, "c")
	bulk("1"+callersTrace[1:], "d")
	s.wantTrace(t, "batch", "", "01")
}

// Only changes in a workspace with webhooks keep their trace, and it costs no unit.
func TestWhatATraceCosts(t *testing.T) {
	t.Parallel()
	s := newSetup(t, apitest.New(t), "*")
	other := s.Register("bob")
	cost := func(u *apitest.User) (units float64, causes int) {
		s.Probe.Reset()
		u.Post("/api/entries", object{"startedAt": "2026-06-16T09:00:00Z", "stoppedAt": "2026-06-16T10:00:00Z",
			"description": strings.Repeat("Design of the pier ", 10)}).OK()
		for _, item := range testkit.Dump(t, s.Table) {
			text, _ := json.Marshal(item[dynamo.AttrTrace])
			if string(text) != "null" && strings.Contains(string(mustJSON(t, item)), u.ID) {
				causes++
			}
		}
		return s.Probe.Snapshot().Write, causes
	}
	with, causes := cost(s.owner)
	without, none := cost(other)
	if with != without || causes == 0 || none != 0 {
		t.Errorf("%.1f units and %d causes with a webhook, %.1f and %d without", with, causes, without, none)
	}
}

func mustJSON(t *testing.T, value any) []byte {
	t.Helper()
	text, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return text
}
