// Package edge is what every answer of Stint passes on its way out, whoever
// made it: correlation id, security headers, CORS, one log line, and a net
// under panics.
package edge

import (
	"context"
	"log/slog"
	"net/http"
	"regexp"
	"runtime/debug"
	"time"

	"github.com/google/uuid"

	"stint/shared/problem"
)

// Options of the edge.
type Options struct {
	ErrorsBase string       // address under which problem types hang, without a trailing slash
	Origins    []string     // exact origins that browsers may call from; none by default
	Log        *slog.Logger // nil is slog.Default()
	Now        func() time.Time
	Metrics    Metrics
	Secure     bool // whether the service is reached by https, so that browsers may be told to keep to it
}

// Note is what is known of a request while it runs, for its log line.
type Note struct {
	CorrelationID string
	ClientAddress string // as the gateway saw it, never a header's word; "" when unknown
	ErrorsBase    string
	Route         string // the route's id; never the path, which may hold tokens
	Err           error  // why it failed; for the log only
}

type noteKey struct{}

// NoteOf gives the request's note. Outside of an edge it is an empty one.
func NoteOf(ctx context.Context) *Note {
	if n, ok := ctx.Value(noteKey{}).(*Note); ok {
		return n
	}
	return &Note{}
}

type gatewayKey struct{}

// Gateway is what the gateway in front says about a request.
type Gateway struct {
	RequestID     string
	ClientAddress string
}

// WithGateway tells the edge what the gateway said.
func WithGateway(ctx context.Context, g Gateway) context.Context {
	return context.WithValue(ctx, gatewayKey{}, g)
}

// CorrelationHeader carries the id that links an answer to the logs.
const CorrelationHeader = "X-Correlation-Id"

var correlation = regexp.MustCompile(`^[A-Za-z0-9._-]{1,128}$`)

// Wrap puts the edge around a handler.
func Wrap(o Options, next http.Handler) http.Handler {
	if o.Log == nil {
		o.Log = slog.Default()
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		began := o.Now()
		note := o.note(r)
		r = r.WithContext(context.WithValue(r.Context(), noteKey{}, note))
		answer := &recorder{ResponseWriter: w}
		o.headers(answer.Header(), note)
		defer func() {
			if p := recover(); p != nil {
				o.caught(answer, note, p)
			}
			o.log(r, note, answer.status, o.Now().Sub(began))
		}()
		if o.cors(answer, r) {
			return
		}
		next.ServeHTTP(answer, r)
	})
}

func (o Options) note(r *http.Request) *Note {
	gateway, _ := r.Context().Value(gatewayKey{}).(Gateway)
	note := &Note{CorrelationID: gateway.RequestID, ClientAddress: gateway.ClientAddress, ErrorsBase: o.ErrorsBase}
	if sent := r.Header.Values(CorrelationHeader); len(sent) == 1 && correlation.MatchString(sent[0]) {
		note.CorrelationID = sent[0]
	}
	if note.CorrelationID == "" { // no gateway in front: every answer carries one all the same
		note.CorrelationID = uuid.NewString()
	}
	return note
}

// headers sets what every answer carries. HTML pages set their own policy.
func (o Options) headers(h http.Header, note *Note) {
	h.Set(CorrelationHeader, note.CorrelationID)
	h.Set("Cache-Control", "no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
	if o.Secure {
		h.Set("Strict-Transport-Security", "max-age=31536000")
	}
}

// caught answers a panic. The process lives on. What the handler meant to send
// along with its answer is taken back.
func (o Options) caught(w *recorder, note *Note, p any) {
	o.Log.Error("panic", "correlation_id", note.CorrelationID, "route", note.Route, "panic", p, "stack", string(debug.Stack()))
	if w.status == 0 {
		for _, name := range []string{"Set-Cookie", "ETag", "Location", "Idempotency-Replayed"} {
			w.Header().Del(name)
		}
		problem.Write(w, o.ErrorsBase, note.CorrelationID, problem.New(problem.Internal))
	}
}

func (o Options) log(r *http.Request, note *Note, status int, took time.Duration) {
	level, attrs := slog.LevelInfo, []any{
		"correlation_id", note.CorrelationID, "route", note.Route, "method", r.Method,
		"status", status, "ms", float64(took.Microseconds()) / 1000,
	}
	if note.Err != nil && status >= http.StatusInternalServerError {
		level = slog.LevelError
		attrs = append(attrs, "error", note.Err.Error())
	}
	o.Log.Log(r.Context(), level, "request", append(attrs, o.Metrics.attrs(o.Now(), status)...)...)
}

// recorder remembers the status; only the first one counts.
type recorder struct {
	http.ResponseWriter
	status int
}

func (r *recorder) WriteHeader(status int) {
	if r.status == 0 {
		r.status = status
		r.ResponseWriter.WriteHeader(status)
	}
}

func (r *recorder) Write(b []byte) (int, error) {
	r.WriteHeader(http.StatusOK)
	return r.ResponseWriter.Write(b)
}
