// Package edge wraps the handler of every function. It adds the correlation id, security
// headers and CORS to each response, leaves the body of responses to HEAD out, writes one log
// line per request, and turns panics into responses.
package edge

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/netip"
	"runtime/debug"
	"strings"
	"time"

	"github.com/google/uuid"

	"stint/shared/domain"
	"stint/shared/problem"
	"stint/shared/problem/httpproblem"
)

// Options of Wrap.
type Options struct {
	ErrorsBase     string       // address below which the types of problems are, without a trailing slash
	AllowedOrigins []string     // exact origins that browsers may call from; none by default
	OpenPaths      []string     // exact paths that pages of every origin may call, without credentials
	Log            *slog.Logger // nil is slog.Default()
	Now            func() time.Time
	Metrics        Metrics
	Secure         bool // whether the service is reached by https; browsers must then always use https (HSTS)
}

// RequestInfo is what is known about a running request. Handlers add to it for the log
// line.
type RequestInfo struct {
	CorrelationID string
	ClientAddress string // as the gateway saw it, never from a header; "" when unknown
	ErrorsBase    string
	Route         string // the route's id; never the path, which may contain tokens
	Err           error  // why it failed; for the log only
	RequestID     string // the gateway's id of the request, or one of its own; a caller cannot choose it

	Trace  domain.Trace // the span is that of this request
	parent string       // span of the caller's request; "" when it named none
	xray   string       // id of the trace in X-Ray; "" when it is that of Trace, or there is none

	Limited    string // whose limit of requests is used up; "" for none
	FailedFrom string // keyed hash of the client network of a failed sign-in; "" for none
	*usedUnits        // what the request has read and written
}

type requestInfoKey struct{}

// RequestInfoFrom is the info of the request. Outside of Wrap it is a new, empty one.
func RequestInfoFrom(ctx context.Context) *RequestInfo {
	if n, ok := ctx.Value(requestInfoKey{}).(*RequestInfo); ok {
		return n
	}
	return &RequestInfo{}
}

// WithOperation is the context of an operation that a request runs. The operation acts for the same client and has
// the same ids in the audit log. What it notes for the log line is its own.
func WithOperation(ctx context.Context) context.Context {
	info := *RequestInfoFrom(ctx)
	return context.WithValue(ctx, requestInfoKey{}, &info)
}

// IDs are the ids of the request for a line of the log.
func (i *RequestInfo) IDs() slog.Attr {
	return slog.Group("", "correlation_id", i.CorrelationID, "request_id", i.RequestID,
		"trace_id", i.Trace.TraceID(), "span_id", i.Trace.SpanID())
}

type gatewayInfoKey struct{}

// GatewayInfo is what the gateway says about a request.
type GatewayInfo struct {
	RequestID     string
	ClientAddress string
	XRay          string // the value of X-Amzn-Trace-Id; "" without X-Ray
}

// WithGatewayInfo adds the info of the gateway to a context, for Wrap.
func WithGatewayInfo(ctx context.Context, g GatewayInfo) context.Context {
	return context.WithValue(ctx, gatewayInfoKey{}, g)
}

// CorrelationHeader has the id that links a response to the log.
const CorrelationHeader = "X-Correlation-Id"

// maxCorrelationID bounds a correlation id in characters.
const maxCorrelationID = 128

// IsCorrelationID reports whether a text has the form of a correlation id: 1 to 128 letters
// and digits of ASCII, dots, underscores and hyphens. Each function needs it at its first
// request, so it is no regular expression, which would take long to compile.
func IsCorrelationID(text string) bool {
	return text != "" && len(text) <= maxCorrelationID && strings.IndexFunc(text, isForeign) < 0
}

// isForeign reports whether a correlation id may not contain a character.
func isForeign(r rune) bool {
	inAlphabet := 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z'
	return !inAlphabet && (r < '0' || '9' < r) && r != '.' && r != '_' && r != '-'
}

// Wrap makes a handler that passes every response through the edge.
func Wrap(o Options, next http.Handler) http.Handler {
	if o.Log == nil {
		o.Log = slog.Default()
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		began := o.Now()
		info := o.newRequestInfo(r)
		r = r.WithContext(context.WithValue(r.Context(), requestInfoKey{}, info))
		w, finish := forMethod(w, r.Method)
		defer finish()
		rec := &statusRecorder{ResponseWriter: w}
		o.setHeaders(rec.Header(), info)
		defer func() {
			if p := recover(); p != nil {
				o.recoverPanic(rec, info, p)
			}
			o.logRequest(r, info, rec.status, o.Now().Sub(began))
		}()
		if o.handleCORS(rec, r) {
			return
		}
		next.ServeHTTP(rec, r)
	})
}

func (o Options) newRequestInfo(r *http.Request) *RequestInfo {
	gateway, _ := r.Context().Value(gatewayInfoKey{}).(GatewayInfo)
	info := &RequestInfo{RequestID: gateway.RequestID, ClientAddress: gateway.ClientAddress, ErrorsBase: o.ErrorsBase,
		usedUnits: &usedUnits{}}
	if info.RequestID == "" { // without a gateway, as in tests
		info.RequestID = uuid.NewString()
	}
	info.CorrelationID = correlationID(r, info.RequestID)
	info.findTrace(r, gateway.XRay)
	return info
}

// correlationID is the id that the request chose, if it is valid, else the other one.
func correlationID(r *http.Request, otherwise string) string {
	if sent := r.Header.Values(CorrelationHeader); len(sent) == 1 && IsCorrelationID(sent[0]) {
		return sent[0]
	}
	return otherwise
}

// SetCorrelationID gives a response that does not pass Wrap its correlation id, and
// returns the id.
func SetCorrelationID(w http.ResponseWriter, r *http.Request) string {
	id := correlationID(r, uuid.NewString())
	w.Header().Set(CorrelationHeader, id)
	return id
}

// setHeaders sets the headers of every response. HTML pages replace the content security
// policy.
func (o Options) setHeaders(h http.Header, info *RequestInfo) {
	h.Set(CorrelationHeader, info.CorrelationID)
	h.Set("Cache-Control", "no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
	if o.Secure {
		h.Set("Strict-Transport-Security", "max-age=31536000")
	}
}

// recoverPanic responds to a panic with a problem, and the process goes on. Headers that
// the handler set for its own response are removed.
func (o Options) recoverPanic(w *statusRecorder, info *RequestInfo, p any) {
	o.Log.Error("panic", info.IDs(), "route", info.Route, "panic", p, "stack", string(debug.Stack()))
	if w.status == 0 {
		for _, name := range []string{"Set-Cookie", "ETag", "Location", "Idempotency-Replayed", "Stint-Ignored"} {
			w.Header().Del(name)
		}
		httpproblem.Write(w, o.ErrorsBase, info.CorrelationID, problem.New(problem.CodeInternal))
	}
}

// logRequest writes the one line of a request. It says why a request failed; why
// it was refused it says only in a log that holds the debug level.
func (o Options) logRequest(r *http.Request, info *RequestInfo, status int, duration time.Duration) {
	level, attrs := slog.LevelInfo, []any{
		info.IDs(), "route", info.Route, "method", r.Method,
		"status", status, "ms", float64(duration.Microseconds()) / 1000,
	}
	switch {
	case info.Err == nil:
	case status >= http.StatusInternalServerError:
		if level = slog.LevelError; hasGone(r) {
			level = slog.LevelInfo
		}
		attrs = append(attrs, "error", info.Err.Error())
	case o.Log.Enabled(r.Context(), slog.LevelDebug): // operators need not read the mistakes of callers
		attrs = append(attrs, "code", problem.From(info.Err).Code, "reason", info.Err.Error())
	}
	attrs = append(append(attrs, info.logAttrs()...), o.Metrics.logAttrs(o.Now(), status)...)
	o.Log.Log(r.Context(), level, "request", attrs...)
}

// hasGone reports whether the caller closed the connection before the answer. What failed
// because of that is no fault of the service.
func hasGone(r *http.Request) bool { return errors.Is(r.Context().Err(), context.Canceled) }

// statusRecorder remembers the first status that was written.
type statusRecorder struct {
	http.ResponseWriter
	status int
}

// WriteHeader implements http.ResponseWriter. It passes on only the first status.
func (r *statusRecorder) WriteHeader(status int) {
	if r.status == 0 {
		r.status = status
		r.ResponseWriter.WriteHeader(status)
	}
}

// Write implements http.ResponseWriter.
func (r *statusRecorder) Write(b []byte) (int, error) {
	r.WriteHeader(http.StatusOK)
	return r.ResponseWriter.Write(b)
}

// Network is the part of the client's address that one party usually controls: all of
// an IPv4 address, the /64 of an IPv6 address.
func (i *RequestInfo) Network() string {
	addr, err := netip.ParseAddr(i.ClientAddress)
	if err != nil || addr.Is4() || addr.Is4In6() {
		return i.ClientAddress
	}
	prefix, _ := addr.WithZone("").Prefix(64)
	return prefix.String()
}
