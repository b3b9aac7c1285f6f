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
	"stint/shared/problem/httpproblem"
)

// Handler is a function that API Gateway calls.
type Handler func(ctx context.Context, event events.APIGatewayProxyRequest) (events.APIGatewayProxyResponse, error)

// responseReserve is kept of the function's time to answer after the deadline of the
// work.
const responseReserve = 500 * time.Millisecond

// maxResponseBytes is what Lambda lets through, less room for the envelope. In bytes.
const maxResponseBytes = 6<<20 - 64<<10

// New makes a function of a handler. The edge goes around it, so that answers
// of the guard carry the same headers as all others.
func New(o edge.Options, handler http.Handler) Handler {
	adapter := httpadapter.New(withGatewayInfo(edge.Wrap(o, answerEventErrors(handler))))
	return func(ctx context.Context, event events.APIGatewayProxyRequest) (events.APIGatewayProxyResponse, error) {
		ctx, cancel := withWorkDeadline(ctx)
		defer cancel()
		answer, err := adapter.ProxyWithContext(sanitizeEvent(ctx, &event), event)
		if err == nil && isTooLarge(answer.Body) {
			err = errTooLarge
		}
		if err != nil {
			event.Body, event.IsBase64Encoded = "", false
			answer, err = adapter.ProxyWithContext(withEventError(ctx, problem.Wrap(problem.CodeInternal, err)), event)
		}
		return answer, err
	}
}

var errTooLarge = errors.New("the answer is larger than Lambda lets through")

// isTooLarge reports whether a body is over the limit. What counts is its length
// as a JSON string, in which a byte may become six.
func isTooLarge(body string) bool {
	if len(body) <= maxResponseBytes/6 {
		return false
	}
	escaped, err := json.Marshal(body)
	return err != nil || len(escaped) > maxResponseBytes
}

// Fits reports whether Lambda lets an answer of that body through, for files
// that may outgrow it.
func Fits(body []byte) bool { return !isTooLarge(string(body)) }

func withWorkDeadline(ctx context.Context) (context.Context, context.CancelFunc) {
	if end, ok := ctx.Deadline(); ok {
		return context.WithDeadline(ctx, end.Add(-responseReserve))
	}
	return context.WithCancel(ctx)
}

type eventErrorKey struct{}

func withEventError(ctx context.Context, err *problem.Error) context.Context {
	return context.WithValue(ctx, eventErrorKey{}, err)
}

// sanitizeEvent makes the event one that the adapter can convert. What is wrong with it
// is kept in the context for guarded to answer.
func sanitizeEvent(ctx context.Context, event *events.APIGatewayProxyRequest) context.Context {
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
		ctx = withEventError(ctx, problem.NotFound())
	}
	if _, err := http.NewRequest(event.HTTPMethod, "/", nil); err != nil {
		event.HTTPMethod = http.MethodGet
		ctx = withEventError(ctx, problem.Malformed("The method is no HTTP method."))
	}
	if event.IsBase64Encoded {
		if _, err := base64.StdEncoding.DecodeString(event.Body); err != nil {
			event.Body, event.IsBase64Encoded = "", false
			ctx = withEventError(ctx, problem.Malformed("The body could not be read."))
		}
	}
	return ctx
}

// answerEventErrors answers what was found wrong with the event, and passes on all else.
func answerEventErrors(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		eventErr, ok := r.Context().Value(eventErrorKey{}).(*problem.Error)
		if !ok {
			next.ServeHTTP(w, r)
			return
		}
		info := edge.RequestInfoFrom(r.Context())
		info.Route = "none"
		info.Err = eventErr
		httpproblem.Write(w, info.ErrorsBase, info.CorrelationID, eventErr)
	})
}

// withGatewayInfo tells the edge what the gateway said, and puts the query in a
// fixed order, which the event has lost.
func withGatewayInfo(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		gateway, _ := core.GetAPIGatewayContextFromContext(r.Context())
		r = r.WithContext(edge.WithGatewayInfo(r.Context(), edge.GatewayInfo{
			RequestID: gateway.RequestID, ClientAddress: gateway.Identity.SourceIP,
		}))
		if query, err := url.ParseQuery(r.URL.RawQuery); err == nil {
			r.URL.RawQuery = query.Encode()
		}
		next.ServeHTTP(w, r)
	})
}
