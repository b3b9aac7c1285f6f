package main

import (
	"strconv"
	"time"

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

// gatewayResponseDefinitions makes the gateway's own responses problems like all others.
// Templates of the gateway can only insert plain values such as the request id.
func (st *stack) gatewayResponseDefinitions() definition {
	all := definition{}
	for _, r := range gatewayResponses() {
		all[r.Type] = definition{
			"statusCode":         strconv.Itoa(r.Error.Status()),
			"responseParameters": st.gatewayResponseHeaders(r.Error),
			"responseTemplates": definition{
				// The gateway finds the template under this type, whatever type it sends.
				"application/json": string(httpproblem.Body(r.Error, st.errorsBaseURL(), "$context.requestId")),
			},
		}
	}
	return all
}

// errorsBaseURL is the base of the types of problems in the gateway's own responses. The
// definition of the API cannot refer to the API, so without a domain the gateway inserts
// the name under which it was called.
func (st *stack) errorsBaseURL() string {
	if st.settings.Domain == "" {
		return "https://$context.domainName/$context.stage"
	}
	return "https://" + st.settings.Domain
}

// gatewayResponseHeaders are the headers of shared/edge. The gateway sends a quoted
// value literally and looks an unquoted one up. It could only return any Origin of a
// request or none, so the headers for browsers are fixed.
func (st *stack) gatewayResponseHeaders(e *problem.Error) definition {
	const header = "gatewayresponse.header."
	headers := definition{
		header + "Content-Type":              quote(httpproblem.ContentType),
		header + "X-Correlation-Id":          "context.requestId",
		header + "Cache-Control":             quote("no-store"),
		header + "X-Content-Type-Options":    quote("nosniff"),
		header + "Referrer-Policy":           quote("no-referrer"),
		header + "Strict-Transport-Security": quote("max-age=31536000"),
	}
	for name, value := range edge.FixedCORS(st.settings.Origins) {
		headers[header+name] = quote(value)
	}
	if e.RetryAfter > 0 {
		headers[header+"Retry-After"] = quote(strconv.Itoa(int(e.RetryAfter.Seconds())))
	}
	return headers
}

func quote(value string) string { return "'" + value + "'" }
