package domain

import (
	"crypto/rand"
	"encoding/base64"
	"encoding/hex"
	"strings"
)

// Trace is the place of a request in a trace of several services, as W3C Trace Context says. A trace is all that one
// act causes. A span is one request in it.
type Trace struct {
	ID    [16]byte
	Span  [8]byte // of the request
	Flags byte
}

// isSampled is the flag which says that whoever sent the request may have recorded it.
const isSampled = 1

// NewTrace begins a trace. The service writes a line for every request, so it is recorded.
func NewTrace() Trace {
	t := Trace{Flags: isSampled}
	_, _ = rand.Read(t.ID[:]) // never fails
	return t.Next()
}

// Next is another request of the trace.
func (t Trace) Next() Trace {
	_, _ = rand.Read(t.Span[:])
	return t
}

// Lengths of the header traceparent in characters.
const (
	traceParentLength = 55 // of version 00
	versionEnd        = 2
	traceIDEnd        = 35
	spanIDEnd         = 52
)

// ParseTraceParent reads the header traceparent. ok is false for one that is not of the form of the recommendation,
// which counts as none. A later version may go on after the parts of version 00.
func ParseTraceParent(header string) (t Trace, ok bool) {
	if len(header) < traceParentLength {
		return Trace{}, false
	}
	version, rest := header[:versionEnd], header[traceParentLength:]
	if header[versionEnd] != '-' || header[traceIDEnd] != '-' || header[spanIDEnd] != '-' {
		return Trace{}, false
	}
	if version == "ff" || rest != "" && (version == "00" || rest[0] != '-') {
		return Trace{}, false
	}
	var flags, known [1]byte
	ok = parseHex(known[:], version) && parseHex(t.ID[:], header[versionEnd+1:traceIDEnd]) &&
		parseHex(t.Span[:], header[traceIDEnd+1:spanIDEnd]) && parseHex(flags[:], header[spanIDEnd+1:traceParentLength]) &&
		t.ID != [16]byte{} && t.Span != [8]byte{}
	if !ok {
		return Trace{}, false
	}
	t.Flags = flags[0] & isSampled
	return t, true
}

// parseHex reads digits in lower case.
func parseHex(into []byte, digits string) bool {
	_, err := hex.Decode(into, []byte(digits))
	return err == nil && digits == strings.ToLower(digits)
}

// ParseXRay reads the id of a trace from the header X-Amzn-Trace-Id. X-Ray writes it as
// 1-5759e988-bd862e3fe1be46a994272793: without version and hyphens it is the id of the same trace here. The span is
// empty.
func ParseXRay(header string) (t Trace, ok bool) {
	for part := range strings.SplitSeq(header, ";") {
		name, value, _ := strings.Cut(strings.TrimSpace(part), "=")
		if name == "Root" {
			seconds, unique, _ := strings.Cut(strings.TrimPrefix(value, "1-"), "-")
			ok = len(seconds) == 8 && len(unique) == 24 && parseHex(t.ID[:], seconds+unique) && t.ID != [16]byte{}
		}
	}
	t.Flags = isSampled
	return t, ok
}

// TraceID is the id of the trace as headers and the log have it.
func (t Trace) TraceID() string { return hex.EncodeToString(t.ID[:]) }

// SpanID is the id of the request as headers and the log have it.
func (t Trace) SpanID() string { return hex.EncodeToString(t.Span[:]) }

// String is the header traceparent of a request.
func (t Trace) String() string {
	return "00-" + t.TraceID() + "-" + t.SpanID() + "-" + hex.EncodeToString([]byte{t.Flags})
}

// Cause is what a record keeps of the trace of its last change: 23 characters.
func (t Trace) Cause() string {
	return base64.RawURLEncoding.EncodeToString(append(t.ID[:], t.Flags))
}

// TraceOf is a further request of the trace that a record keeps; ok is false for "".
func TraceOf(cause string) (t Trace, ok bool) {
	raw, err := base64.RawURLEncoding.DecodeString(cause)
	if err != nil || len(raw) != len(t.ID)+1 {
		return Trace{}, false
	}
	copy(t.ID[:], raw)
	t.Flags = raw[len(t.ID)]
	return t.Next(), t.ID != [16]byte{}
}
