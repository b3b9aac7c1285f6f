// Package edge wraps the handler of every function. It adds the correlation id, security
// headers and CORS to each response, leaves the body of responses to HEAD out, writes one log
// line per request, and turns panics into responses.
package edge

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"runtime/debug"
	"time"

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
