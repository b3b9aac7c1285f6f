package functions_test

import (
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"

	"stint/internal/apitest"
	"stint/shared/config"
	"stint/shared/openapi"
	"stint/shared/route"
)

// documentedHeaders are the headers of single responses. All others are sent with every
// response, or belong to the protocol.
var documentedHeaders = []string{
	"RateLimit", "RateLimit-Policy", "Retry-After", "ETag", "Stint-Ignored", "Preference-Applied", "Idempotency-Replayed",
	"WWW-Authenticate", "Allow", "Location", "X-Correlation-Id", "Set-Cookie", "Link", "Stint-Next-Cursor",
}

// headersOf lists the headers that the document gives a response.
func headersOf(d *openapi.Document, r *openapi.Response) (names []string) {
	if name, isReference := strings.CutPrefix(r.Ref, "#/components/responses/"); isReference {
		r, _ = d.Components.Responses.Get(name)
	}
	for _, header := range r.Headers {
		names = append(names, header.Name)
	}
	return names
}

// checkDocumentedHeaders checks that the document lists the headers of an answer.
func checkDocumentedHeaders(t *testing.T, d *openapi.Document, spec route.Spec, a *apitest.Answer) {
	t.Helper()
	item, _ := d.Paths.Get(spec.Path)
	operation, _ := item.Get(strings.ToLower(spec.Method))
	response, ok := operation.Responses.Get(strconv.Itoa(a.Status))
	if !ok {
		return // checkDocumented reports it
	}
	listed := headersOf(d, response)
	for _, name := range documentedHeaders {
		if len(a.Header.Values(name)) > 0 && !slices.Contains(listed, name) {
			t.Errorf("%s: %d is sent with %s, which is not documented", spec.ID, a.Status, name)
		}
	}
}

// The document lists the headers of limits for a route exactly when the route sends them,
// and Retry-After for every 429.
func TestHeadersOfLimitsAreDocumented(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	withLimit := func(limit int) http.Handler {
		return w.NewInstance(func(c *config.Config) { c.Limits.PerCaller, c.Limits.PerWorkspace = limit, 1000 })
	}
	const few, refreshes = 2, 10 // a refresh counts as ten requests
	fewRequests, oneRefresh := withLimit(few), withLimit(refreshes)
	document := documentOnce()
	eachRoute(t, openapi.IsDocumented, func(t *testing.T, spec route.Spec) {
		w.Clock.Advance(60e9)
		w.staySignedIn()
		limit, limited := few, fewRequests
		request := apitest.Request{Method: spec.Method, Path: w.pathOf(t, spec, unknownID), Bearer: w.bearerFor(spec),
			Body: "not JSON"}
		if spec.Limit == route.LimitUser {
			w.signInAgain()
			limit, limited = refreshes, oneRefresh
			request.Body, request.Cookies = nil, append(request.Cookies, w.owner.RefreshCookie)
		}
		sends := false
		for range limit + 1 {
			answer := w.SendTo(limited, request)
			checkDocumentedHeaders(t, document, spec, answer)
			if answer.Header.Get("RateLimit") != "" {
				sends = true
			}
			if answer.Status == 429 {
				break
			}
		}
		item, _ := document.Paths.Get(spec.Path)
		operation, _ := item.Get(strings.ToLower(spec.Method))
		success, refused := successOf(operation), mustGet(t, operation, "429")
		if got := slices.Contains(headersOf(document, success), "RateLimit"); got != sends || got != spec.SendsRateLimit() {
			t.Errorf("RateLimit is documented: %v, sent: %v, declared: %v", got, sends, spec.SendsRateLimit())
		}
		if !slices.Contains(headersOf(document, refused), "Retry-After") {
			t.Error("429 has no Retry-After in the document")
		}
	})
}

// successOf is the first response that is a success.
func successOf(o *openapi.Operation) *openapi.Response {
	for _, response := range o.Responses {
		if response.Name < "400" {
			return response.Value
		}
	}
	return nil
}

func mustGet(t *testing.T, o *openapi.Operation, status string) *openapi.Response {
	t.Helper()
	r, ok := o.Responses.Get(status)
	if !ok {
		t.Fatalf("no %s in the document", status)
	}
	return r
}
