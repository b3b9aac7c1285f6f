// Package gateway replaces API Gateway at home: it makes REST (v1) proxy events
// of HTTP requests and calls the same handlers that the Lambdas run. It also
// answers what API Gateway answers by itself: throttling, bodies over its limit, methods
// that it does not have, and what cannot be read.
package gateway

import (
	"errors"
	"io"
	"log/slog"
	"net/http"
	"path"
	"slices"
	"time"

	"github.com/aws/aws-lambda-go/events"
	"github.com/google/uuid"
	"golang.org/x/time/rate"

	"stint/shared/edge"
	"stint/shared/lambdahttp"
	"stint/shared/problem"
	"stint/shared/problem/httpproblem"
	"stint/shared/route"
)

// Function is one Lambda with the routes that lead to it.
type Function struct {
	Name   string
	Routes []route.Spec
	Handle lambdahttp.Handler
}

// Options of the gateway.
type Options struct {
	ErrorsBase string         // base of the addresses of problem types
	Origins    []string       // origins that browsers may call from
	Throttle   route.Throttle // of the stage; the zero value is no throttling
	Log        *slog.Logger   // gets a line at the debug level for what no function answers; nil logs nothing

	// Wrap, if set, wraps the handler of every function. Tests use it to see which
	// function answers.
	Wrap func(function string, inner lambdahttp.Handler) lambdahttp.Handler
}

// WrapHandler is the handler of a function with Wrap around it.
func (o Options) WrapHandler(function string, inner lambdahttp.Handler) lambdahttp.Handler {
	if o.Wrap == nil {
		return inner
	}
	return o.Wrap(function, inner)
}

// methods are those that API Gateway has, and that its method ANY stands for.
var methods = []string{
	http.MethodDelete, http.MethodGet, http.MethodHead, http.MethodOptions, http.MethodPatch, http.MethodPost,
	http.MethodPut,
}

// HasMethod reports whether API Gateway passes a method on. Another one is an unknown route, on
// every path.
func HasMethod(method string) bool { return slices.Contains(methods, method) }

// maxBody is API Gateway's own limit in bytes.
const maxBody = 10 << 20

// maxAddress bounds the path and the query of a request, in bytes, as API Gateway bounds them with all headers. Making
// an event of a query takes time that grows with the square of its length.
const maxAddress = 10_240

// Gateway routes requests to functions.
type Gateway struct {
	options  Options
	mux      *http.ServeMux
	fallback Function
	buckets  *buckets
}

// New returns a gateway. The fallback answers requests to paths that no function
// has. New panics when two functions have the same path.
func New(o Options, fallback Function, functions ...Function) *Gateway {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	g := &Gateway{options: o, mux: http.NewServeMux(), fallback: fallback, buckets: newBuckets(o.Throttle)}
	owner := map[string]string{}
	for _, f := range functions {
		for _, spec := range f.Routes {
			if owner[spec.Path] == f.Name {
				continue
			}
			owner[spec.Path] = f.Name
			g.mux.HandleFunc(muxPattern(spec.Path), func(w http.ResponseWriter, r *http.Request) { g.call(w, r, f, spec.Path) })
		}
		g.buckets.add(f.Routes)
	}
	return g
}

// muxPattern is the pattern of a ServeMux for a path. The pattern / would match all paths.
func muxPattern(path string) string {
	if path == "/" {
		return "/{$}"
	}
	return path
}

// ServeHTTP implements http.Handler. It calls the function whose route matches.
func (g *Gateway) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if !HasMethod(r.Method) {
		g.writeProblem(w, uuid.NewString(), problem.NotFound())
		return
	}
	if len(r.RequestURI) > maxAddress {
		g.writeProblem(w, uuid.NewString(), problem.Malformed("The address is longer than 10,240 characters."))
		return
	}
	if _, pattern := g.mux.Handler(r); pattern == "" || path.Clean(r.URL.Path) != r.URL.Path { // the mux would redirect
		g.call(w, r, g.fallback, "/{proxy+}")
		return
	}
	g.mux.ServeHTTP(w, r)
}

// call makes the event, calls the function, and writes its answer.
func (g *Gateway) call(w http.ResponseWriter, r *http.Request, f Function, resource string) {
	id := uuid.NewString()
	if !g.buckets.allow(r.Method, resource) {
		g.writeProblem(w, id, &problem.Error{Code: problem.CodeRateLimited, RetryAfter: retryAfter})
		return
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	if err != nil {
		g.writeProblem(w, id, bodyError(err))
		return
	}
	g.invoke(w, r, id, f, NewEvent(r, body, resource, id))
}

// bodyError is the problem of a body that could not be read.
func bodyError(err error) *problem.Error {
	var tooLarge *http.MaxBytesError
	if errors.As(err, &tooLarge) {
		return problem.New(problem.CodePayloadTooLarge)
	}
	return problem.Malformed("The body could not be read.")
}

func (g *Gateway) invoke(w http.ResponseWriter, r *http.Request, id string, f Function,
	event events.APIGatewayProxyRequest) {
	ctx := r.Context()
	if slices.Contains(route.StreamedPaths(f.Routes), event.Resource) {
		ctx = lambdahttp.WithStream(ctx)
	}
	answer, err := f.Handle(ctx, event)
	if err != nil {
		g.writeProblem(w, id, problem.Unavailable(err))
		return
	}
	WriteResponse(w, r, answer)
}

// writeProblem writes a problem of the gateway itself, with the request id as
// correlation id and the headers that infra sets on such answers.
func (g *Gateway) writeProblem(w http.ResponseWriter, id string, err *problem.Error) {
	for name, value := range edge.FixedCORS(g.options.Origins) {
		w.Header().Set(name, value)
	}
	w.Header().Set("X-Correlation-Id", id)
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.Header().Set("Referrer-Policy", "no-referrer")
	g.options.Log.Debug("answered by the gateway", "correlation_id", id, "status", err.Status(), "code", err.Code,
		"reason", err.Error())
	httpproblem.Write(w, g.options.ErrorsBase, id, err)
}

// retryAfter is the fixed Retry-After of the gateway's own 429.
const retryAfter = time.Second

// buckets are the token buckets of the gateway, one per method and path. A route
// without its own rate has that of the stage. A nil *buckets allows everything.
type buckets struct {
	stage   route.Throttle
	byRoute map[string]*rate.Limiter
}

func newBuckets(stage route.Throttle) *buckets {
	if stage.PerSecond == 0 {
		return nil
	}
	return &buckets{stage: stage, byRoute: map[string]*rate.Limiter{}}
}

func (b *buckets) add(specs []route.Spec) {
	if b == nil {
		return
	}
	for _, spec := range specs {
		t := spec.Throttle
		if t.PerSecond == 0 {
			t = b.stage
		}
		b.byRoute[spec.Method+" "+spec.Path] = rate.NewLimiter(rate.Limit(t.PerSecond), t.Burst)
	}
}

func (b *buckets) allow(method, path string) bool {
	if b == nil {
		return true
	}
	limiter, ok := b.byRoute[method+" "+path]
	return !ok || limiter.Allow()
}
