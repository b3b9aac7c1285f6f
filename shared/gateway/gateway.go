// Package gateway is API Gateway at home: it takes HTTP requests, makes REST
// (v1) proxy events of them and calls the same handlers that the Lambdas run.
// It also answers what the real gateway answers by itself: throttling and
// bodies over its own limit.
package gateway

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"path"

	"github.com/aws/aws-lambda-go/events"
	"github.com/google/uuid"

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
	ErrorsBase string         // address under which problem types hang
	Throttle   route.Throttle // of the stage; the zero value throttles nothing
	Log        *slog.Logger   // gets a line at the debug level for what no function answers; nil logs nothing

	// Wrap, where there is one, is put around every function, for those who
	// want to know which of them does what.
	Wrap func(function string, inner lambdahttp.Handler) lambdahttp.Handler
}

// WrapHandler is what is called in place of a function.
func (o Options) WrapHandler(function string, inner lambdahttp.Handler) lambdahttp.Handler {
	if o.Wrap == nil {
		return inner
	}
	return o.Wrap(function, inner)
}

// maxBody is API Gateway's own limit in bytes.
const maxBody = 10 << 20

// Gateway routes requests to functions.
type Gateway struct {
	options  Options
	mux      *http.ServeMux
	fallback Function
	buckets  *buckets
}

// New makes a gateway. Requests to paths that no function has go to the
// fallback. It panics when two functions claim a path.
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
			g.mux.HandleFunc(spec.Path, func(w http.ResponseWriter, r *http.Request) { g.call(w, r, f, spec.Path) })
		}
		g.buckets.add(f.Routes)
	}
	return g
}

func (g *Gateway) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if _, pattern := g.mux.Handler(r); pattern == "" || path.Clean(r.URL.Path) != r.URL.Path { // the mux would redirect
		g.call(w, r, g.fallback, "/{proxy+}")
		return
	}
	g.mux.ServeHTTP(w, r)
}

// call makes the event, asks the function, and writes its answer.
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
	g.invoke(w, id, r.Context(), f, NewEvent(r, body, resource, id))
}

// bodyError is why a body did not arrive.
func bodyError(err error) *problem.Error {
	var tooLarge *http.MaxBytesError
	if errors.As(err, &tooLarge) {
		return problem.New(problem.CodePayloadTooLarge)
	}
	return problem.Malformed("The body could not be read.")
}

func (g *Gateway) invoke(w http.ResponseWriter, id string, ctx context.Context, f Function, event events.APIGatewayProxyRequest) {
	answer, err := f.Handle(ctx, event)
	if err != nil {
		g.writeProblem(w, id, problem.Unavailable(err))
		return
	}
	WriteResponse(w, answer)
}

// writeProblem is what the gateway says by itself: with its own request id, and the
// headers that infra gives such answers.
func (g *Gateway) writeProblem(w http.ResponseWriter, id string, err *problem.Error) {
	w.Header().Set("X-Correlation-Id", id)
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.Header().Set("Referrer-Policy", "no-referrer")
	g.options.Log.Debug("answered by the gateway", "correlation_id", id, "status", err.Status(), "code", err.Code, "reason", err.Error())
	httpproblem.Write(w, g.options.ErrorsBase, id, err)
}
