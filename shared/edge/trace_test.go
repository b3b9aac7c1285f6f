package edge_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"stint/shared/edge"
)

func isHex(value any, digits int) bool {
	text, _ := value.(string)
	return len(text) == digits && strings.Trim(text, "0123456789abcdef") == "" && strings.Trim(text, "0") != ""
}

const (
	callersTrace = "0af7651916cd43dd8448eb211c80319c"
	callersSpan  = "b7ad6b7169203331"
	amazonsTrace = "5759e988bd862e3fe1be46a994272793"
	traceParent  = "00-" + callersTrace + "-" + callersSpan + "-01"
	sameTrace    = "00-" + amazonsTrace + "-" + callersSpan + "-00"
	amazonHeader = "Root=1-5759e988-bd862e3fe1be46a994272793;Parent=53995c3f42cd8ad8;Sampled=1"
)

// The line of a request has the trace of the caller, else that of X-Ray, else a new one.
func TestTraceOfARequest(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		sent        []string
		xray        string
		trace       string // "" is a new one
		parent, own any    // parent_id and xray_id
	}{
		"nothing":              {nil, "", "", nil, nil},
		"the caller's":         {[]string{traceParent}, "", callersTrace, callersSpan, nil},
		"malformed":            {[]string{traceParent + "-"}, "", "", nil, nil},
		"sent twice":           {[]string{traceParent, traceParent}, "", "", nil, nil},
		"X-Ray's":              {nil, amazonHeader, amazonsTrace, nil, nil},
		"malformed, and X-Ray": {[]string{"x"}, amazonHeader, amazonsTrace, nil, nil},
		"both":                 {[]string{traceParent}, amazonHeader, callersTrace, callersSpan, amazonsTrace},
		"the same":             {[]string{sameTrace}, amazonHeader, amazonsTrace, callersSpan, nil},
		"a malformed X-Ray":    {nil, "Root=1-2-3", "", nil, nil},
	} {
		line := lineOf(t, c.sent, c.xray)
		if !isHex(line["trace_id"], 32) || !isHex(line["span_id"], 16) || line["span_id"] == callersSpan ||
			c.trace != "" && line["trace_id"] != c.trace ||
			c.trace == "" && (line["trace_id"] == callersTrace || line["trace_id"] == amazonsTrace) {
			t.Errorf("%s: trace %v, span %v", name, line["trace_id"], line["span_id"])
		}
		if line["parent_id"] != c.parent || line["xray_id"] != c.own {
			t.Errorf("%s: parent %v, X-Ray %v", name, line["parent_id"], line["xray_id"])
		}
	}
}

// lineOf is the line of a request with these headers traceparent.
func lineOf(t *testing.T, sent []string, xray string) (line map[string]any) {
	t.Helper()
	b := newFixture(nil)
	r := httptest.NewRequest("GET", "/", nil)
	r.Header["Traceparent"] = sent
	ctx := edge.WithGatewayInfo(r.Context(), edge.GatewayInfo{RequestID: "gw-1", XRay: xray})
	edge.Wrap(b.options, http.HandlerFunc(hello)).ServeHTTP(httptest.NewRecorder(), r.WithContext(ctx))
	if err := json.Unmarshal(b.log.Bytes(), &line); err != nil {
		t.Fatal(err)
	}
	return line
}

// Operations that a request runs are in its trace, and what they use counts for its line.
func TestOperationsOfARequest(t *testing.T) {
	t.Parallel()
	b := newFixture(nil)
	b.send(func(_ http.ResponseWriter, r *http.Request) {
		info := edge.RequestInfoFrom(r.Context())
		info.AddUnits(1, 0)
		inner := edge.RequestInfoFrom(edge.WithOperation(r.Context()))
		inner.AddUnits(1.5, 4)
		if inner.Trace != info.Trace {
			t.Errorf("traces %s and %s", info.Trace, inner.Trace)
		}
	}, httptest.NewRequest("GET", "/", nil))
	if line := b.log.String(); !strings.Contains(line, `"read_units":2.5,"write_units":4`) {
		t.Errorf("line %s", line)
	}
}
