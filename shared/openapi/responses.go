package openapi

import (
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"stint/shared/auth"
	"stint/shared/problem"
	"stint/shared/problem/httpproblem"
	"stint/shared/route"
	"stint/shared/wire"
)

// variantsOf lists the variants of a route's response: JSON, unless the answer describes
// others.
func variantsOf(spec route.Spec) []route.Variant {
	if spec.Op.Out.Kind() != reflect.Interface {
		if d, ok := reflect.Zero(spec.Op.Out).Interface().(route.DescribedResponder); ok {
			return d.Variants()
		}
	}
	return []route.Variant{{Status: http.StatusOK, MediaType: "application/json", JSON: spec.Op.Out}}
}

// responses lists the responses of an operation by status.
func (b *builder) responses(spec route.Spec, in wire.Request) Map[*Response] {
	all := b.successes(spec)
	for _, status := range problemStatuses(spec, in) {
		all.add(strconv.Itoa(status.status), status.response())
	}
	return all
}

func (b *builder) successes(spec route.Spec) Map[*Response] {
	var all Map[*Response]
	for _, form := range variantsOf(spec) {
		status := strconv.Itoa(form.Status)
		answer, known := all.Get(status)
		if !known {
			answer = &Response{Description: http.StatusText(form.Status) + ".", Headers: responseHeaders(spec, form.Status)}
			all.add(status, answer)
		}
		switch {
		case form.Status == http.StatusFound:
			answer.Description = "A browser (Accept names text/html) is redirected to a page."
		case form.JSON != nil:
			answer.Content.add(form.MediaType, &MediaType{Schema: b.answerSchema(form.JSON)})
		case form.MediaType != "":
			answer.Content.add(form.MediaType, &MediaType{Schema: &Schema{Type: Types{"string"}}})
		}
	}
	return all
}

func responseHeaders(spec route.Spec, status int) Map[*Header] {
	all := Map[*Header]{{"X-Correlation-Id", headerRef("CorrelationId")}, {"Stint-Ignored", headerRef("StintIgnored")}}
	if spec.SetsCookie {
		all.add("Set-Cookie", headerRef("SetCookie"))
	}
	if spec.InParts {
		all.add("Link", headerRef("Link"))
		all.add("Stint-Next-Cursor", headerRef("StintNextCursor"))
	}
	if spec.SendsRateLimit() {
		all = append(all, rateLimitHeaders()...)
	}
	if status == http.StatusFound {
		all.add("Location", headerRef("Location"))
		return all
	}
	if spec.Op.Versioned() {
		all.add("ETag", headerRef("ETag"))
	}
	if spec.Creates {
		all.add("Idempotency-Replayed", headerRef("IdempotencyReplayed"))
	}
	return all
}

// rateLimitHeaders are the headers that tell a caller how much is left.
func rateLimitHeaders() Map[*Header] {
	return Map[*Header]{{"RateLimit", headerRef("RateLimit")}, {"RateLimit-Policy", headerRef("RateLimitPolicy")}}
}

func headerRef(name string) *Header { return &Header{Ref: "#/components/headers/" + name} }

// problemStatus is a status with the problem codes that an operation may return with it.
type problemStatus struct {
	status int
	codes  []problem.Code
}

// problemStatuses lists by status the problems that follow from a route's declaration,
// and those in Spec.Problems.
func problemStatuses(spec route.Spec, in wire.Request) []problemStatus {
	codes := append(impliedCodes(spec, in), spec.Problems...)
	var all []problemStatus
	for _, entry := range problem.Catalogue() {
		if !slices.Contains(codes, entry.Code) {
			continue
		}
		if last := len(all) - 1; last >= 0 && all[last].status == entry.Status {
			all[last].codes = append(all[last].codes, entry.Code)
		} else {
			all = append(all, problemStatus{entry.Status, []problem.Code{entry.Code}})
		}
	}
	return all
}

// impliedCodes are the problems that follow from a route's declaration.
func impliedCodes(spec route.Spec, in wire.Request) []problem.Code {
	rule, _ := auth.RuleOf(spec.Permission)
	authenticated, writes := spec.Credential != auth.Public, spec.Method != http.MethodGet
	ifMatch := writes && spec.Method != http.MethodPost // a malformed one is refused even when the record has no version
	codes := []problem.Code{problem.CodeRateLimited, problem.CodeInternal, problem.CodeServiceUnavailable}
	for _, c := range []struct {
		code problem.Code
		can  bool
	}{
		{problem.CodeMalformedRequest, spec.ReadsBody() || spec.Creates || ifMatch},
		{problem.CodeUnauthorized, authenticated},
		{problem.CodeForbidden, rule.Requires == auth.RequiresWorkspace || spec.NeedsProvenEmail},
		{problem.CodeNotFound, len(spec.Params()) > 0},
		{problem.CodeConflict, authenticated && writes},
		{problem.CodePayloadTooLarge, in.Body.Set},
		{problem.CodeUnsupportedMediaType, spec.ReadsBody()},
		{problem.CodeValidation, spec.ReadsBody() || len(in.Query) > 0 || spec.Creates},
	} {
		if c.can {
			codes = append(codes, c.code)
		}
	}
	return codes
}

// response refers to a component when the status has one code. With several codes it is
// a response of its own.
func (f problemStatus) response() *Response {
	if len(f.codes) == 1 {
		return &Response{Ref: "#/components/responses/" + pascal(string(f.codes[0]))}
	}
	r := apiProblemResponse(f.codes[0])
	r.codes, r.Description = f.codes, f.describeCodes()
	return r
}

func (f problemStatus) describeCodes() string {
	var words []string
	for _, code := range f.codes {
		entry, _ := problem.Lookup(code)
		words = append(words, string(code)+": "+entry.Meaning)
	}
	return strings.Join(words, " ")
}

// problemResponses has one response for each code of the catalogue.
func problemResponses() Map[*Response] {
	var all Map[*Response]
	for _, entry := range problem.Catalogue() {
		all.add(pascal(string(entry.Code)), apiProblemResponse(entry.Code))
	}
	return all
}

// apiProblemResponse is a problem of a route that may have an authenticated caller.
func apiProblemResponse(code problem.Code) *Response {
	r := problemResponse(code)
	r.Headers = append(r.Headers, rateLimitHeaders()...)
	return r
}

func problemResponse(code problem.Code) *Response {
	entry, _ := problem.Lookup(code)
	headers := Map[*Header]{{"X-Correlation-Id", headerRef("CorrelationId")}}
	switch entry.Status {
	case http.StatusUnauthorized:
		headers.add("WWW-Authenticate", headerRef("WWWAuthenticate"))
	case http.StatusMethodNotAllowed:
		headers.add("Allow", headerRef("Allow"))
	}
	if httpproblem.PromisesRetryAfter(code) {
		headers.add("Retry-After", headerRef("RetryAfter"))
	}
	return &Response{
		Description: entry.Meaning, Headers: headers,
		Content: Map[*MediaType]{{httpproblem.ContentType, &MediaType{
			Schema: &Schema{Ref: "#/components/schemas/Problem"}, Example: exampleProblem(code),
		}}},
	}
}

// MayAnswer reports whether a response may be a problem with this code.
func MayAnswer(r *Response, code problem.Code) bool {
	if r.Ref != "" {
		return r.Ref == "#/components/responses/"+pascal(string(code))
	}
	return slices.Contains(r.codes, code)
}
