package openapi

import (
	"net/http"
	"slices"
	"strings"

	"stint/shared/auth"
	"stint/shared/problem"
	"stint/shared/problem/httpproblem"
	"stint/shared/route"
)

// problemStatus is a status with the problem codes that an operation may return with it.
type problemStatus struct {
	status int
	codes  []problem.Code
}

// problemStatuses lists by status the problems that follow from a route's declaration,
// and those in Spec.Problems.
func problemStatuses(spec route.Spec) []problemStatus {
	codes := append(impliedCodes(spec), spec.Problems...)
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
func impliedCodes(spec route.Spec) []problem.Code {
	rule, _ := auth.RuleOf(spec.Permission)
	authenticated, writes := spec.Credential != auth.Public, spec.Method != http.MethodGet
	// Validation: in strict handling, every route refuses unknown parameters.
	codes := []problem.Code{problem.CodeValidation, problem.CodeRateLimited, problem.CodeInternal,
		problem.CodeServiceUnavailable}
	for _, c := range []struct {
		code problem.Code
		can  bool
	}{
		// A malformed If-Match is refused even when the record has no version.
		{problem.CodeMalformedRequest, spec.ReadsBody() || spec.Creates || spec.TakesIfMatch()},
		{problem.CodeUnauthorized, authenticated},
		{problem.CodeForbidden, rule.Requires == auth.RequiresWorkspace || spec.NeedsProvenEmail || spec.Fresh != ""},
		{problem.CodeNotFound, len(spec.Params()) > 0},
		{problem.CodeConflict, authenticated && writes},
		{problem.CodePayloadTooLarge, writes},
		{problem.CodeUnsupportedMediaType, spec.ReadsBody() || spec.TakesFile()},
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
		return &Response{Ref: "#/components/responses/" + pascal(string(f.codes[0])), codes: f.codes}
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
	r.Headers.add("Preference-Applied", headerRef("PreferenceApplied"))
	r.Headers = append(r.Headers, rateLimitHeaders()...)
	return r
}

func problemResponse(code problem.Code) *Response {
	entry, _ := problem.Lookup(code)
	headers := Map[*Header]{{"X-Correlation-Id", headerRef("CorrelationId")}}
	switch entry.Status {
	case http.StatusUnauthorized, http.StatusForbidden:
		headers.add("WWW-Authenticate", headerRef("WWWAuthenticate"))
	case http.StatusMethodNotAllowed:
		headers.add("Allow", headerRef("Allow"))
	}
	if httpproblem.PromisesRetryAfter(code) {
		headers.add("Retry-After", headerRef("RetryAfter"))
	}
	return &Response{
		Description: entry.Meaning, Headers: headers, codes: []problem.Code{code},
		Content: Map[*MediaType]{{httpproblem.ContentType, &MediaType{
			Schema: &Schema{Ref: "#/components/schemas/Problem"}, Example: exampleProblem(code),
		}}},
	}
}

// MayAnswer reports whether a response may be a problem with this code.
func MayAnswer(r *Response, code problem.Code) bool { return slices.Contains(r.codes, code) }
