package main

import (
	"strconv"
	"time"

	"github.com/aws/aws-cdk-go/awscdk/v2/awsapigateway"

	"stint/shared/problem"
)

// refusal is what the gateway answers by itself.
type refusal struct {
	Type  string // API Gateway's name of the situation
	Error *problem.Error
}

// retryAfter is the fixed Retry-After of a request over the throttle: its
// bucket fills again within a second.
const retryAfter = time.Second

// refusals are all situations that the gateway answers without a function, or
// in place of one. Each has a fixed status, since the gateway would otherwise
// choose it. A function that fails or is late is unavailable: it may well
// answer the next request.
func refusals() []refusal {
	return []refusal{
		{"THROTTLED", problem.Limited(retryAfter)},
		{"REQUEST_TOO_LARGE", problem.New(problem.PayloadTooLarge)},
		{"INTEGRATION_TIMEOUT", problem.Unavailable(nil)},
		{"INTEGRATION_FAILURE", problem.Unavailable(nil)},
		{"UNAUTHORIZED", problem.New(problem.Unauthorized)},
		{"ACCESS_DENIED", problem.New(problem.Forbidden)},
		{"WAF_FILTERED", problem.New(problem.Forbidden)}, // by the firewall, where there is one
		{"UNSUPPORTED_MEDIA_TYPE", problem.New(problem.UnsupportedMediaType)},
		{"MISSING_AUTHENTICATION_TOKEN", problem.Missing()}, // how the gateway says that it knows no such route
		{"RESOURCE_NOT_FOUND", problem.Missing()},
		{"DEFAULT_4XX", problem.New(problem.MalformedRequest)},
		{"DEFAULT_5XX", problem.New(problem.Internal)},
	}
}

// refuse makes the gateway's own answers look like everyone else's. It can
// only put in plain values, of which its request id is one.
func (st *stack) refuse(api awsapigateway.RestApi) {
	for _, r := range refusals() {
		api.AddGatewayResponse(new(r.Type), &awsapigateway.GatewayResponseOptions{
			Type:            awsapigateway.ResponseType_Of(new(r.Type)),
			StatusCode:      new(strconv.Itoa(r.Error.Status())),
			ResponseHeaders: refusalHeaders(r.Error),
			Templates: &map[string]*string{
				// The gateway looks a template up by this type, whatever the answer's is.
				"application/json": new(string(r.Error.Body(st.publicURL, "$context.requestId"))),
			},
		})
	}
}

// refusalHeaders are those of shared/edge. A value in quotes is sent as it
// stands, one without is looked up.
func refusalHeaders(e *problem.Error) *map[string]*string {
	headers := map[string]*string{
		"Content-Type":              new(quoted(problem.ContentType)),
		"X-Correlation-Id":          new("context.requestId"),
		"Cache-Control":             new(quoted("no-store")),
		"X-Content-Type-Options":    new(quoted("nosniff")),
		"Referrer-Policy":           new(quoted("no-referrer")),
		"Strict-Transport-Security": new(quoted("max-age=31536000")),
	}
	if e.RetryAfter > 0 {
		headers["Retry-After"] = new(quoted(strconv.Itoa(int(e.RetryAfter.Seconds()))))
	}
	return &headers
}

func quoted(value string) string { return "'" + value + "'" }
