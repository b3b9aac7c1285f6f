// Package lambdahttp runs an http.Handler as a Lambda function behind API Gateway REST
// (v1).
//
// aws-lambda-go-api-proxy converts events and responses. This package makes it safe:
// where the adapter would return a Lambda error (a path or a body that cannot be
// decoded, a response over the size limit), the client gets a problem instead. Headers
// with which a client could forge the gateway's context are removed.
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
	"unicode/utf8"

	"github.com/aws/aws-lambda-go/events"
	"github.com/awslabs/aws-lambda-go-api-proxy/core"
	"github.com/awslabs/aws-lambda-go-api-proxy/httpadapter"

	"stint/shared/edge"
	"stint/shared/problem"
	"stint/shared/problem/httpproblem"
)

// Handler is a function that API Gateway calls.
type Handler func(ctx context.Context, event events.APIGatewayProxyRequest) (events.APIGatewayProxyResponse, error)

// responseReserve is the part of the function's time that is left for the response
// when the work has used its time.
const responseReserve = 500 * time.Millisecond

// maxResponseBytes is the largest response of a Lambda function, less some room for its
// envelope. In bytes.
const maxResponseBytes = 6<<20 - 64<<10

// New makes a function of a handler. It wraps the handler in the edge, so that the
// problems of this package have the same headers as all other responses.
func New(o edge.Options, handler http.Handler) Handler {
	adapter := httpadapter.New(withGatewayInfo(edge.Wrap(o, measureHead(answerEventErrors(handler)))))
	return func(ctx context.Context, event events.APIGatewayProxyRequest) (events.APIGatewayProxyResponse, error) {
		ctx, cancel := withWorkDeadline(ctx)
		defer cancel()
		ctx, head := withHeadBody(ctx)
		answer, err := adapter.ProxyWithContext(sanitizeEvent(ctx, &event), event)
		if err == nil && (head.isTooLarge || isTooLarge(ctx, answer.Body)) {
			err = errTooLarge
		}
		if err != nil {
			event.Body, event.IsBase64Encoded = "", false
			answer, err = adapter.ProxyWithContext(withEventError(ctx, problem.Wrap(problem.CodeInternal, err)), event)
		}
		if answer.Headers == nil {
			answer.Headers = map[string]string{} // LocalStack refuses null, as which JSON has a nil map
		}
		return answer, err
	}
}

var errTooLarge = errors.New("the response is larger than Lambda allows")

// isTooLarge reports whether a body is over the limit. The length of the body as a JSON
// string counts, in which one byte may become six. A body that is no UTF-8 is sent as
// base64. A streamed body is sent as it is.
func isTooLarge(ctx context.Context, body string) bool {
	if Streams(ctx) {
		return len(body) > base64.StdEncoding.EncodedLen(MaxStreamedBytes)
	}
	return isTooLargeToBuffer(body)
}

func isTooLargeToBuffer(body string) bool {
	if !utf8.ValidString(body) {
		return base64.StdEncoding.EncodedLen(len(body)) > maxResponseBytes
	}
	if len(body) <= maxResponseBytes/6 {
		return false
	}
	escaped, err := json.Marshal(body)
	return err != nil || len(escaped) > maxResponseBytes
}

// Fits reports whether a response with this body is within the limit of Lambda for responses that are not
// streamed. Operations that send files ask before they respond.
func Fits(body []byte) bool { return !isTooLargeToBuffer(string(body)) }

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

// sanitizeEvent changes the event so that the adapter can convert it. The problem with
// the event, if any, is put into the context for answerEventErrors.
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

// answerEventErrors responds with the problem of the event, if there is one, and else
// calls next.
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

// xrayOf is the trace of X-Ray that the function runs in, as Lambda tells its runtime; else the header that API Gateway
// adds to a request.
func xrayOf(r *http.Request) string {
	const header = "X-Amzn-Trace-Id"
	if trace, ok := r.Context().Value(strings.ToLower(header)).(string); ok && trace != "" {
		return trace
	}
	return r.Header.Get(header)
}

// withGatewayInfo passes the info of the gateway to the edge. It also sorts the query,
// because an event has its parameters in random order.
func withGatewayInfo(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		gateway, _ := core.GetAPIGatewayContextFromContext(r.Context())
		r = r.WithContext(edge.WithGatewayInfo(r.Context(), edge.GatewayInfo{
			RequestID: gateway.RequestID, ClientAddress: gateway.Identity.SourceIP, XRay: xrayOf(r),
		}))
		if query, err := url.ParseQuery(r.URL.RawQuery); err == nil {
			r.URL.RawQuery = query.Encode()
		}
		next.ServeHTTP(w, r)
	})
}
