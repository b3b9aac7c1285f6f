package main

import (
	"strconv"
	"time"

	"github.com/aws/aws-cdk-go/awscdk/v2/awsapigateway"

	"stint/shared/edge"
	"stint/shared/problem"
	"stint/shared/problem/httpproblem"
)

// gatewayResponse is a response that the gateway makes without a function.
type gatewayResponse struct {
	Type  string // API Gateway's name of the situation
	Error *problem.Error
}

// retryAfter is the fixed Retry-After of a throttled request, because the token
// bucket fills again within a second.
const retryAfter = time.Second

// gatewayResponses are the responses that the gateway makes without or instead of
// a function. Each has a fixed status, because the gateway would otherwise choose
// one. A function that fails or is too slow is 503, because the next request may
// succeed.
func gatewayResponses() []gatewayResponse {
	return []gatewayResponse{
		{"THROTTLED", problem.RateLimited(retryAfter)},
		{"REQUEST_TOO_LARGE", problem.New(problem.CodePayloadTooLarge)},
		{"INTEGRATION_TIMEOUT", problem.Unavailable(nil)},
		{"INTEGRATION_FAILURE", problem.Unavailable(nil)},
		{"UNAUTHORIZED", problem.New(problem.CodeUnauthorized)},
		{"ACCESS_DENIED", problem.New(problem.CodeForbidden)},
		{"WAF_FILTERED", problem.New(problem.CodeForbidden)}, // refused by the optional firewall
		{"UNSUPPORTED_MEDIA_TYPE", problem.New(problem.CodeUnsupportedMediaType)},
		{"MISSING_AUTHENTICATION_TOKEN", problem.NotFound()}, // the gateway's name for an unknown route
		{"RESOURCE_NOT_FOUND", problem.NotFound()},
		{"DEFAULT_4XX", problem.New(problem.CodeMalformedRequest)},
		{"DEFAULT_5XX", problem.New(problem.CodeInternal)},
	}
}

// addGatewayResponses makes the gateway's own responses problems like all others.
// Templates of the gateway can only insert plain values such as the request id.
func (st *stack) addGatewayResponses(api awsapigateway.RestApi) {
	for _, r := range gatewayResponses() {
		api.AddGatewayResponse(new(r.Type), &awsapigateway.GatewayResponseOptions{
			Type:            awsapigateway.ResponseType_Of(new(r.Type)),
			StatusCode:      new(strconv.Itoa(r.Error.Status())),
			ResponseHeaders: st.gatewayResponseHeaders(r.Error),
			Templates: &map[string]*string{
				// The gateway finds the template under this type, whatever type it sends.
				"application/json": new(string(httpproblem.Body(r.Error, st.publicURL, "$context.requestId"))),
			},
		})
	}
}

// gatewayResponseHeaders are the headers of shared/edge. The gateway sends a quoted
// value literally and looks an unquoted one up. It could only return any Origin of a
// request or none, so the headers for browsers are fixed.
func (st *stack) gatewayResponseHeaders(e *problem.Error) *map[string]*string {
	headers := map[string]*string{
		"Content-Type":              new(quote(httpproblem.ContentType)),
		"X-Correlation-Id":          new("context.requestId"),
		"Cache-Control":             new(quote("no-store")),
		"X-Content-Type-Options":    new(quote("nosniff")),
		"Referrer-Policy":           new(quote("no-referrer")),
		"Strict-Transport-Security": new(quote("max-age=31536000")),
	}
	for name, value := range edge.FixedCORS(st.settings.Origins) {
		headers[name] = new(quote(value))
	}
	if e.RetryAfter > 0 {
		headers["Retry-After"] = new(quote(strconv.Itoa(int(e.RetryAfter.Seconds()))))
	}
	return &headers
}

func quote(value string) string { return "'" + value + "'" }
