package domain_test

import (
	"strings"
	"testing"

	"stint/shared/domain"
)

const (
	traceID = "0af7651916cd43dd8448eb211c80319c"
	spanID  = "b7ad6b7169203331"
)

// The cases are those of W3C Trace Context, level 1, and of its test suite.
func TestParseTraceParent(t *testing.T) {
	t.Parallel()
	for header, wantFlags := range map[string]string{ // "" is refused
		"00-" + traceID + "-" + spanID + "-01": "01", "00-" + traceID + "-" + spanID + "-00": "00",
		"00-" + traceID + "-" + spanID + "-ff": "01", "00-" + traceID + "-" + spanID + "-02": "00",
		"cc-" + traceID + "-" + spanID + "-01": "01", "cc-" + traceID + "-" + spanID + "-01-what": "01",
		"01-" + traceID + "-" + spanID + "-09-": "01",

		"": "", "00": "", "00-" + traceID + "-" + spanID: "", "00-" + traceID + "-" + spanID + "-1": "",
		"00-" + traceID + "-" + spanID + "-01-": "", "00-" + traceID + "-" + spanID + "-01.": "",
		"cc-" + traceID + "-" + spanID + "-01.what": "", "ff-" + traceID + "-" + spanID + "-01": "",
		"00-" + strings.Repeat("0", 32) + "-" + spanID + "-01":  "",
		"00-" + traceID + "-" + strings.Repeat("0", 16) + "-01": "",
		"00-" + strings.ToUpper(traceID) + "-" + spanID + "-01": "",
		"00-" + traceID + "-" + strings.ToUpper(spanID) + "-01": "", "00-" + traceID + "-" + spanID + "-0A": "",
		"0A-" + traceID + "-" + spanID + "-01": "", "0x-" + traceID + "-" + spanID + "-01": "",
		"00_" + traceID + "_" + spanID + "_01": "", " 00-" + traceID + "-" + spanID + "-01": "",
		"00-" + traceID[1:] + "g-" + spanID + "-01": "", "00-" + traceID + "-" + spanID[1:] + ".-01": "",
		"00-" + traceID + "0-" + spanID[1:] + "-01": "", "000-" + traceID + "-" + spanID + "-01": "",
	} {
		got, ok := domain.ParseTraceParent(header)
		if ok != (wantFlags != "") {
			t.Errorf("%q: %v", header, ok)
		}
		if ok && got.String() != "00-"+traceID+"-"+spanID+"-"+wantFlags {
			t.Errorf("%q: %s", header, got)
		}
	}
}

func TestParseXRay(t *testing.T) {
	t.Parallel()
	const root = "1-0af76519-16cd43dd8448eb211c80319c"
	for header, want := range map[string]bool{
		"Root=" + root: true, "Root=" + root + ";Parent=53995c3f42cd8ad8;Sampled=1": true,
		"Self=1-00000000-000000000000000000000000; Root=" + root: true,
		"": false, root: false, "Root=": false, "Root=1-0af76519": false, "Root=1-0af76519-16cd43dd8448eb211c80319": false,
		"Root=1-00000000-000000000000000000000000": false, "Root=1-0AF76519-16cd43dd8448eb211c80319c": false,
	} {
		if got, ok := domain.ParseXRay(header); ok != want || ok && got.TraceID() != traceID {
			t.Errorf("%q: %v, %s", header, ok, got)
		}
	}
}

// What a record keeps leads to the same trace, and each further request is a span of its own.
func TestTraceOfARecord(t *testing.T) {
	t.Parallel()
	was := domain.NewTrace()
	again, ok := domain.TraceOf(was.Cause())
	if !ok || again.ID != was.ID || again.Flags != was.Flags || again.Span == was.Span || len(was.Cause()) != 23 {
		t.Errorf("%s became %s", was, again)
	}
	if parsed, ok := domain.ParseTraceParent(again.String()); !ok || parsed != again {
		t.Errorf("%s is read as %s", again, parsed)
	}
	if other := domain.NewTrace(); other.ID == was.ID {
		t.Error("two traces have one id")
	}
	for _, cause := range []string{"", "x", "!", was.Cause()[1:], domain.Trace{}.Cause()} {
		if _, ok := domain.TraceOf(cause); ok {
			t.Errorf("%q is a trace", cause)
		}
	}
}
