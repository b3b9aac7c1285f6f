package edge

import (
	"net/http"
	"strings"

	"stint/shared/domain"
)

// traceParentHeader is the header of W3C Trace Context with the caller's trace, which the service continues. It passes
// tracestate on to nobody: that is about the caller's own tools, and the only requests that continue a trace go to
// addresses that users chose.
const traceParentHeader = "Traceparent"

// findTrace finds the trace of a request: that of the caller, else that of X-Ray, else a new one. A header that is
// malformed or sent twice counts as none.
func (i *RequestInfo) findTrace(r *http.Request, xray string) {
	amazon, hasXRay := domain.ParseXRay(xray)
	if sent := r.Header.Values(traceParentHeader); len(sent) == 1 {
		if caller, ok := domain.ParseTraceParent(strings.Trim(sent[0], " \t")); ok {
			i.Trace, i.parent = caller.Next(), caller.SpanID()
			if hasXRay && amazon.ID != caller.ID {
				i.xray = amazon.TraceID()
			}
			return
		}
	}
	if i.Trace = domain.NewTrace(); hasXRay {
		i.Trace = amazon.Next()
	}
}

// logAttrs are the attributes of the line of a request that depend on what it came to.
func (i *RequestInfo) logAttrs() (attrs []any) {
	for _, a := range []struct{ name, value string }{
		{"parent_id", i.parent}, {"xray_id", i.xray}, {"limited", i.Limited}, {"failed_from", i.FailedFrom},
	} {
		if a.value != "" {
			attrs = append(attrs, a.name, a.value)
		}
	}
	read, written := i.Units()
	return append(attrs, "read_units", read, "write_units", written)
}
