// Package lambdahttp lets an http.Handler answer API Gateway REST (v1) events.
//
// The conversion is aws-lambda-go-api-proxy's; this package guards it: what
// the adapter would turn into a Lambda error (a path or a body that cannot be
// decoded, an answer over the size limit) becomes a problem+json answer, and
// headers that would forge the gateway's context are dropped.
package lambdahttp

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/aws/aws-lambda-go/events"
	"github.com/awslabs/aws-lambda-go-api-proxy/core"
	"github.com/awslabs/aws-lambda-go-api-proxy/httpadapter"

	"stint/shared/edge"
	"stint/shared/problem"
)

// Handler is a function that API Gateway calls.
type Handler func(ctx context.Context, event events.APIGatewayProxyRequest) (events.APIGatewayProxyResponse, error)

// reserve is kept of the function's time to answer after the deadline of the
// work.
const reserve = 500 * time.Millisecond

// maxAnswer is what Lambda lets through, less room for the envelope. In bytes.
const maxAnswer = 6<<20 - 64<<10

// New makes a function of a handler. The edge goes around it, so that answers
// of the guard carry the same headers as all others.
func New(o edge.Options, inner http.Handler) Handler {
	adapter := httpadapter.New(fromGateway(edge.Wrap(o, guarded(inner))))
	return func(ctx context.Context, event events.APIGatewayProxyRequest) (events.APIGatewayProxyResponse, error) {
		ctx, cancel := workTime(ctx)
		defer cancel()
		answer, err := adapter.ProxyWithContext(sane(ctx, &event), event)
		if err == nil && tooLarge(answer.Body) {
			err = errTooLarge
		}
		if err != nil {
			event.Body, event.IsBase64Encoded = "", false
			answer, err = adapter.ProxyWithContext(refused(ctx, problem.Wrap(problem.Internal, err)), event)
		}
		return answer, err
	}
}

var errTooLarge = errors.New("the answer is larger than Lambda lets through")

// tooLarge reports whether a body is over the limit. What counts is its length
// as a JSON string, in which a byte may become six.
func tooLarge(body string) bool {
	if len(body) <= maxAnswer/6 {
		return false
	}
	escaped, err := json.Marshal(body)
	return err != nil || len(escaped) > maxAnswer
}

// Fits reports whether Lambda lets an answer of that body through, for files
// that may outgrow it.
func Fits(body []byte) bool { return !tooLarge(string(body)) }

func workTime(ctx context.Context) (context.Context, context.CancelFunc) {
	if end, ok := ctx.Deadline(); ok {
		return context.WithDeadline(ctx, end.Add(-reserve))
	}
	return context.WithCancel(ctx)
}

type refusalKey struct{}

func refused(ctx context.Context, err *problem.Error) context.Context {
	return context.WithValue(ctx, refusalKey{}, err)
}

// sane makes the event one that the adapter can convert. What is wrong with it
// is kept in the context for guarded to answer.
func sane(ctx context.Context, event *events.APIGatewayProxyRequest) context.Context {
	for name := range event.MultiValueHeaders {
		if strings.HasPrefix(strings.ToLower(name), "x-golambdaproxy-") {
			delete(event.MultiValueHeaders, name)
		}
	}
	for name := range event.Headers {
		if strings.HasPrefix(strings.ToLower(name), "x-golambdaproxy-") {
			delete(event.Headers, name)
		}
	}
	if _, err := url.ParseRequestURI(event.Path); err != nil || !strings.HasPrefix(event.Path, "/") {
		event.Path = "/"
		ctx = refused(ctx, problem.Missing())
	}
	if _, err := http.NewRequest(event.HTTPMethod, "/", nil); err != nil {
		event.HTTPMethod = http.MethodGet
		ctx = refused(ctx, problem.Malformed("The method is no HTTP method."))
	}
	if event.IsBase64Encoded {
		if _, err := base64.StdEncoding.DecodeString(event.Body); err != nil {
			event.Body, event.IsBase64Encoded = "", false
			ctx = refused(ctx, problem.Malformed("The body could not be read."))
		}
	}
	return ctx
}

// guarded answers what was found wrong with the event, and passes on all else.
func guarded(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		refusal, ok := r.Context().Value(refusalKey{}).(*problem.Error)
		if !ok {
			next.ServeHTTP(w, r)
			return
		}
		note := edge.NoteOf(r.Context())
		note.Route = "none"
		note.Err = refusal
		problem.Write(w, note.ErrorsBase, note.CorrelationID, refusal)
	})
}

// fromGateway tells the edge what the gateway said, and puts the query in a
// fixed order, which the event has lost.
func fromGateway(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		gateway, _ := core.GetAPIGatewayContextFromContext(r.Context())
		r = r.WithContext(edge.WithGateway(r.Context(), edge.Gateway{
			RequestID: gateway.RequestID, ClientAddress: gateway.Identity.SourceIP,
		}))
		if query, err := url.ParseQuery(r.URL.RawQuery); err == nil {
			r.URL.RawQuery = query.Encode()
		}
		next.ServeHTTP(w, r)
	})
}
