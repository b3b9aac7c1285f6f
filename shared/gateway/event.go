package gateway

import (
	"encoding/base64"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/aws/aws-lambda-go/events"
)

// NewEvent is the REST (v1) proxy event of a request. The body is in base64, as
// from an API with the binary media type */*, so that it stays the same byte for
// byte.
func NewEvent(r *http.Request, body []byte, resource, requestID string) events.APIGatewayProxyRequest {
	headers := http.Header{}
	for name, values := range r.Header {
		headers[name] = values
	}
	headers.Set("Host", r.Host)
	query := parseQuery(r.URL.RawQuery)
	address, _, _ := net.SplitHostPort(r.RemoteAddr)
	return events.APIGatewayProxyRequest{
		Resource:                        resource,
		Path:                            r.URL.EscapedPath(),
		HTTPMethod:                      r.Method,
		Headers:                         lastValues(headers),
		MultiValueHeaders:               headers,
		QueryStringParameters:           lastValues(query),
		MultiValueQueryStringParameters: query,
		PathParameters:                  pathParameters(r, resource),
		RequestContext: events.APIGatewayProxyRequestContext{
			RequestID: requestID, Stage: "local", APIID: "local", ResourcePath: resource, Path: r.URL.Path, HTTPMethod: r.Method,
			Protocol: r.Proto, Identity: events.APIGatewayRequestIdentity{SourceIP: address, UserAgent: r.UserAgent()},
		},
		Body:            base64.StdEncoding.EncodeToString(body),
		IsBase64Encoded: true,
	}
}

// parseQuery splits a query at & only. A name or value that cannot be decoded stays as it
// was sent, so that the service refuses it: without it, a request could mean something else.
func parseQuery(raw string) url.Values {
	query := url.Values{}
	for part := range strings.SplitSeq(raw, "&") {
		if part != "" {
			name, value, _ := strings.Cut(part, "=")
			query.Add(unescape(name), unescape(value))
		}
	}
	return query
}

func unescape(text string) string {
	if decoded, err := url.QueryUnescape(text); err == nil {
		return decoded
	}
	return text
}

// lastValues has the last value of each name, as API Gateway passes it on.
func lastValues(all map[string][]string) map[string]string {
	single := make(map[string]string, len(all))
	for name, values := range all {
		if len(values) > 0 {
			single[name] = values[len(values)-1]
		}
	}
	return single
}

func pathParameters(r *http.Request, resource string) map[string]string {
	if resource == "/{proxy+}" {
		return map[string]string{"proxy": strings.TrimPrefix(r.URL.Path, "/")}
	}
	params := map[string]string{}
	for _, part := range strings.Split(resource, "/") {
		if name, ok := strings.CutPrefix(part, "{"); ok {
			name = strings.TrimSuffix(name, "}")
			params[name] = r.PathValue(name)
		}
	}
	return params
}

// WriteResponse writes the answer of a function to a request as an HTTP response.
func WriteResponse(w http.ResponseWriter, r *http.Request, answer events.APIGatewayProxyResponse) {
	for name, values := range answer.MultiValueHeaders {
		w.Header()[http.CanonicalHeaderKey(name)] = values
	}
	for name, value := range answer.Headers {
		if w.Header().Get(name) == "" {
			w.Header().Set(name, value)
		}
	}
	body := []byte(answer.Body)
	if answer.IsBase64Encoded && takesBinary(r.Header.Get("Accept"), BinaryMediaTypes()) {
		body, _ = base64.StdEncoding.DecodeString(answer.Body)
	}
	w.WriteHeader(answer.StatusCode)
	_, _ = w.Write(body)
}

// BinaryMediaTypes are the API's binary media types. With every type among them, API Gateway passes
// bodies on byte for byte: in base64 to a function, and decoded to the client. Otherwise it would
// replace invalid UTF-8 before the functions could refuse it.
func BinaryMediaTypes() []string { return []string{everyType} }

const everyType = "*/*"

// takesBinary reports whether API Gateway decodes an answer in base64, which it decides by the
// first media type of the request's Accept header alone. Without the header it only does with
// every type among the binary ones.
func takesBinary(accept string, binary []string) bool {
	first, _, _ := strings.Cut(accept, ",")
	first, _, _ = strings.Cut(first, ";")
	first = strings.TrimSpace(first)
	main, _, _ := strings.Cut(first, "/")
	return slices.ContainsFunc(binary, func(t string) bool {
		return t == everyType || first != "" && (t == first || t == main+"/*")
	})
}
