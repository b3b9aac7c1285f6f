package main

import (
	"strconv"
	"time"

	"github.com/aws/aws-cdk-go/awscdk/v2/awsapigateway"

	"stint/shared/problem"
)

// gatewayResponse is what the gateway answers by itself.
type gatewayResponse struct {
	Type  string // API Gateway's name of the situation
	Error *problem.Error
}

// retryAfter is the fixed Retry-After of a request over the throttle: its
// bucket fills again within a second.
const retryAfter = time.Second

// gatewayResponses are all situations that the gateway answers without a function, or
// in place of one. Each has a fixed status, since the gateway would otherwise
// choose it. A function that fails or is late is unavailable: it may well
// answer the next request.
func gatewayResponses() []gatewayResponse {
	return []gatewayResponse{
		{"THROTTLED", problem.RateLimited(retryAfter)},
		{"REQUEST_TOO_LARGE", problem.New(problem.CodePayloadTooLarge)},
		{"INTEGRATION_TIMEOUT", problem.Unavailable(nil)},
		{"INTEGRATION_FAILURE", problem.Unavailable(nil)},
		{"UNAUTHORIZED", problem.New(problem.CodeUnauthorized)},
		{"ACCESS_DENIED", problem.New(problem.CodeForbidden)},
		{"WAF_FILTERED", problem.New(problem.CodeForbidden)}, // by the firewall, where there is one
		{"UNSUPPORTED_MEDIA_TYPE", problem.New(problem.CodeUnsupportedMediaType)},
		{"MISSING_AUTHENTICATION_TOKEN", problem.NotFound()}, // how the gateway says that it knows no such route
		{"RESOURCE_NOT_FOUND", problem.NotFound()},
		{"DEFAULT_4XX", problem.New(problem.CodeMalformedRequest)},
		{"DEFAULT_5XX", problem.New(problem.CodeInternal)},
	}
}

// addGatewayResponses makes the gateway's own answers look like everyone else's. It can
// only put in plain values, of which its request id is one.
func (st *stack) addGatewayResponses(api awsapigateway.RestApi) {
	for _, r := range gatewayResponses() {
		api.AddGatewayResponse(new(r.Type), &awsapigateway.GatewayResponseOptions{
			Type:            awsapigateway.ResponseType_Of(new(r.Type)),
			StatusCode:      new(strconv.Itoa(r.Error.Status())),
			ResponseHeaders: gatewayResponseHeaders(r.Error),
			Templates: &map[string]*string{
				// The gateway looks a template up by this type, whatever the answer's is.
				"application/json": new(string(r.Error.Body(st.publicURL, "$context.requestId"))),
			},
		})
	}
}

// gatewayResponseHeaders are those of shared/edge. A value in quotes is sent as it
// stands, one without is looked up.
func gatewayResponseHeaders(e *problem.Error) *map[string]*string {
	headers := map[string]*string{
		"Content-Type":              new(quote(problem.ContentType)),
		"X-Correlation-Id":          new("context.requestId"),
		"Cache-Control":             new(quote("no-store")),
		"X-Content-Type-Options":    new(quote("nosniff")),
		"Referrer-Policy":           new(quote("no-referrer")),
		"Strict-Transport-Security": new(quote("max-age=31536000")),
	}
	if e.RetryAfter > 0 {
		headers["Retry-After"] = new(quote(strconv.Itoa(int(e.RetryAfter.Seconds()))))
	}
	return &headers
}

func quote(value string) string { return "'" + value + "'" }
