package main

import (
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"stint/shared/problem"
)

// wantGatewayResponses are the status and code of the gateway's own responses.
var wantGatewayResponses = map[string]string{
	"THROTTLED":                    "429 rate_limited",
	"REQUEST_TOO_LARGE":            "413 payload_too_large",
	"INTEGRATION_TIMEOUT":          "503 service_unavailable",
	"INTEGRATION_FAILURE":          "503 service_unavailable",
	"UNAUTHORIZED":                 "401 unauthorized",
	"ACCESS_DENIED":                "403 forbidden",
	"WAF_FILTERED":                 "403 forbidden",
	"UNSUPPORTED_MEDIA_TYPE":       "415 unsupported_media_type",
	"MISSING_AUTHENTICATION_TOKEN": "404 not_found",
	"RESOURCE_NOT_FOUND":           "404 not_found",
	"DEFAULT_4XX":                  "400 malformed_request",
	"DEFAULT_5XX":                  "500 internal_error",
}

func TestTheGatewaysOwnAnswersAreProblems(t *testing.T) {
	got := map[string]string{}
	for kind, r := range gatewayResponsesOf(t, standardTemplate(t)) {
		status := r["statusCode"].(string)
		got[kind] = status + " " + string(problemOf(t, kind, status, r))
		headersOf(t, kind, status, r["responseParameters"].(map[string]any))
	}
	wantSame(t, got, wantGatewayResponses)
}

// gatewayResponsesOf are the gateway's own responses in a template, by their kind.
func gatewayResponsesOf(t *testing.T, tm template) map[string]map[string]any {
	t.Helper()
	all := map[string]map[string]any{}
	for kind, r := range definitionOf(t, tm)["x-amazon-apigateway-gateway-responses"].(map[string]any) {
		all[kind] = r.(map[string]any)
	}
	return all
}

// problemOf checks the body of a gateway response and returns its code.
func problemOf(t *testing.T, kind, status string, r map[string]any) problem.Code {
	t.Helper()
	templates := r["responseTemplates"].(map[string]any)
	body := flatten(t, templates["application/json"])
	var document map[string]any
	if err := json.Unmarshal([]byte(body), &document); err != nil || len(templates) != 1 {
		t.Fatalf("%s: %v\n%s", kind, err, body)
	}
	address, code, _ := strings.Cut(document["type"].(string), "/errors/")
	if address != "https://$context.domainName/$context.stage" {
		t.Errorf("%s: type %v", kind, document["type"])
	}
	entry, known := problem.Lookup(problem.Code(code))
	if !known || strconv.Itoa(entry.Status) != status || text(document["status"]) != status {
		t.Errorf("%s: code %s, status %v in %s", kind, code, document["status"], status)
	}
	properties, reason := 5, any(nil)
	if status == "403" {
		properties, reason = 6, "forbidden"
	}
	if document["reason"] != reason {
		t.Errorf("%s: reason %v", kind, document["reason"])
	}
	if document["title"] != http.StatusText(entry.Status) || document["detail"] != code ||
		document["correlationId"] != "$context.requestId" || len(document) != properties {
		t.Errorf("%s: body %s", kind, body)
	}
	return problem.Code(code)
}

func headersOf(t *testing.T, kind, status string, headers map[string]any) {
	t.Helper()
	want := map[string]string{
		"Content-Type": "'application/problem+json'", "X-Correlation-Id": "context.requestId", "Cache-Control": "'no-store'",
		"X-Content-Type-Options": "'nosniff'", "Referrer-Policy": "'no-referrer'",
		"Strict-Transport-Security": "'max-age=31536000'",
	}
	if status == "429" || status == "503" {
		want["Retry-After"] = "'1'"
	}
	got := map[string]string{}
	for name, value := range headers {
		got[strings.TrimPrefix(name, "gatewayresponse.header.")] = value.(string)
	}
	if text(got) != text(want) {
		t.Errorf("%s: headers %v, want %v", kind, got, want)
	}
}

// Browsers can read the gateway's own answers, such as 429, 413 and 503. No answer takes
// an origin from the request: then a foreign one could read it with credentials.
func TestBrowsersReadTheGatewaysOwnAnswers(t *testing.T) {
	for _, c := range []struct {
		settings            settings
		origin, credentials any
	}{
		{defaultSettings(t), nil, nil}, {fullSettings(t), "'" + allowedOrigin + "'", "'true'"},
		{secondSettings(t), "'*'", nil},
	} {
		origins := c.settings.Origins
		all := gatewayResponsesOf(t, synthesised(t, c.settings).template)
		for name, r := range all {
			headers := r["responseParameters"].(map[string]any)
			if headers["gatewayresponse.header.Access-Control-Allow-Origin"] != c.origin ||
				headers["gatewayresponse.header.Access-Control-Allow-Credentials"] != c.credentials {
				t.Errorf("%s with %v: %v", name, origins, headers)
			}
			if exposes := headers["gatewayresponse.header.Access-Control-Expose-Headers"] != nil; exposes != (len(origins) > 0) {
				t.Errorf("%s with %v exposes %v", name, origins, headers)
			}
			if strings.Contains(text(headers), "method.request") {
				t.Errorf("%s copies from the request: %v", name, headers)
			}
		}
		if len(all) != len(wantGatewayResponses) {
			t.Errorf("%d answers", len(all))
		}
	}
}
