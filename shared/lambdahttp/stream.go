package lambdahttp

import (
	"context"
	"encoding/base64"
	"io"
	"slices"
	"strings"

	"github.com/aws/aws-lambda-go/events"
)

// MaxStreamedBytes is the largest response that is streamed, in bytes. A function makes its response
// whole before it sends the first byte, so its memory is the bound. Lambda itself streams 200 MB.
const MaxStreamedBytes = 50_000_000

type streamKey struct{}

// WithStream says that the response of a request is streamed, so that it may be larger than one that Lambda
// buffers.
func WithStream(ctx context.Context) context.Context {
	return context.WithValue(ctx, streamKey{}, true)
}

// Streams reports whether the response of a request is streamed.
func Streams(ctx context.Context) bool { return ctx.Value(streamKey{}) != nil }

// Streaming makes a function whose responses API Gateway streams for some resources: the paths of routes,
// with their parameters. API Gateway takes responses of both forms, each for the integration that asks for it.
// Source: AWS, API Gateway Developer Guide, "Set up a Lambda proxy integration with payload response streaming".
func Streaming(handle Handler, resources []string) func(context.Context, events.APIGatewayProxyRequest) (any, error) {
	return func(ctx context.Context, event events.APIGatewayProxyRequest) (any, error) {
		if !slices.Contains(resources, event.Resource) {
			return handle(ctx, event)
		}
		answer, err := handle(WithStream(ctx), event)
		if err != nil {
			return nil, err
		}
		return streamOf(answer), nil
	}
}

// streamOf is the form of a streamed response: its head as JSON, eight zero bytes, and the body as it is.
func streamOf(answer events.APIGatewayProxyResponse) *events.APIGatewayProxyStreamingResponse {
	var body io.Reader = strings.NewReader(answer.Body)
	if answer.IsBase64Encoded {
		body = base64.NewDecoder(base64.StdEncoding, body)
	}
	return &events.APIGatewayProxyStreamingResponse{StatusCode: answer.StatusCode, Headers: answer.Headers,
		MultiValueHeaders: answer.MultiValueHeaders, Body: body}
}
