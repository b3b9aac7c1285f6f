package openapi

import (
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"stint/shared/auth"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/wire"
)

// formsOf lists the forms of a route's answer: JSON, unless it says otherwise.
func formsOf(spec route.Spec) []route.Form {
	if spec.Op.Out.Kind() != reflect.Interface {
		if d, ok := reflect.Zero(spec.Op.Out).Interface().(route.Described); ok {
			return d.Forms()
		}
	}
	return []route.Form{{Status: http.StatusOK, Media: "application/json", JSON: spec.Op.Out}}
}

// responses lists the answers of an operation by status.
func (b *builder) responses(spec route.Spec, in wire.Request) Map[*Response] {
	all := b.successes(spec)
	for _, status := range statuses(spec, in) {
		answer := status.response()
		if spec.Op.ShowsPages() {
			answer = status.page()
		}
		if spec.Landing {
			answer = status.either()
		}
		all.add(strconv.Itoa(status.status), answer)
	}
	return all
}

func (b *builder) successes(spec route.Spec) Map[*Response] {
	var all Map[*Response]
	for _, form := range formsOf(spec) {
		status := strconv.Itoa(form.Status)
		answer, known := all.Get(status)
		if !known {
			answer = &Response{Description: http.StatusText(form.Status) + ".", Headers: headers(spec, form.Status)}
			all.add(status, answer)
		}
		switch {
		case form.Status == http.StatusFound:
			answer.Description = "A browser (Accept names text/html) is sent on to a page."
		case form.JSON != nil:
			answer.Content.add(form.Media, &MediaType{Schema: b.value(form.JSON)})
		case form.Media != "":
			answer.Content.add(form.Media, &MediaType{Schema: &Schema{Type: Types{"string"}}})
		}
	}
	return all
}

func headers(spec route.Spec, status int) Map[*Header] {
	all := Map[*Header]{{"X-Correlation-Id", headerRef("CorrelationId")}}
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

func headerRef(name string) *Header { return &Header{Ref: "#/components/headers/" + name} }

// failure is a status with the codes that an operation may answer with it.
type failure struct {
	status int
	codes  []problem.Code
}

// statuses lists the problems that can follow from what a route declares, and
// those it declares besides, by status.
func statuses(spec route.Spec, in wire.Request) []failure {
	codes := append(usual(spec, in), spec.Fails...)
	var all []failure
	for _, entry := range problem.Catalogue() {
		if !slices.Contains(codes, entry.Code) {
			continue
		}
		if last := len(all) - 1; last >= 0 && all[last].status == entry.Status {
			all[last].codes = append(all[last].codes, entry.Code)
		} else {
			all = append(all, failure{entry.Status, []problem.Code{entry.Code}})
		}
	}
	return all
}

// usual are the problems that follow from a route's declaration.
func usual(spec route.Spec, in wire.Request) []problem.Code {
	rule, _ := auth.RuleOf(spec.Permission)
	private, writes := spec.Credential != auth.Public, spec.Method != http.MethodGet
	ifMatch := writes && spec.Method != http.MethodPost // read, and refused when malformed, also where nothing has a version
	codes := []problem.Code{problem.RateLimited, problem.Internal, problem.ServiceUnavailable}
	for _, c := range []struct {
		code problem.Code
		can  bool
	}{
		{problem.MalformedRequest, in.Body.Set && !in.Form || spec.Creates || ifMatch},
		{problem.Unauthorized, private},
		{problem.Forbidden, rule.Scope == auth.WorkspaceScope},
		{problem.NotFound, len(spec.Params()) > 0},
		{problem.Conflict, private && writes},
		{problem.PayloadTooLarge, in.Body.Set},
		{problem.UnsupportedMediaType, in.Body.Set},
		{problem.Validation, in.Body.Set || len(in.Query) > 0 || spec.Creates},
	} {
		if c.can {
			codes = append(codes, c.code)
		}
	}
	return codes
}

// response is the component for the status's first code alone, and a response
// of its own where there are several.
func (f failure) response() *Response {
	if len(f.codes) == 1 {
		return &Response{Ref: "#/components/responses/" + pascal(string(f.codes[0]))}
	}
	r := problemResponse(f.codes[0])
	r.codes, r.Description = f.codes, f.meanings()
	return r
}

// page is the response of a family that shows people what went wrong.
func (f failure) page() *Response {
	r := problemResponse(f.codes[0])
	r.codes, r.Description = f.codes, f.meanings()
	r.Content = Map[*MediaType]{{"text/html", &MediaType{Schema: &Schema{Type: Types{"string"}}}}}
	return r
}

// either is the response of a route that programs and browsers come to.
func (f failure) either() *Response {
	r := problemResponse(f.codes[0])
	r.codes, r.Description = f.codes, f.meanings()+" A browser (Accept names text/html) is shown a page."
	r.Content = append(r.Content, f.page().Content...)
	return r
}

func (f failure) meanings() string {
	var words []string
	for _, code := range f.codes {
		entry, _ := problem.Lookup(code)
		words = append(words, string(code)+": "+entry.Meaning)
	}
	return strings.Join(words, " ")
}

// problemResponses is one response for each code of the catalogue.
func problemResponses() Map[*Response] {
	var all Map[*Response]
	for _, entry := range problem.Catalogue() {
		all.add(pascal(string(entry.Code)), problemResponse(entry.Code))
	}
	return all
}

func problemResponse(code problem.Code) *Response {
	entry, _ := problem.Lookup(code)
	headers := Map[*Header]{{"X-Correlation-Id", headerRef("CorrelationId")}}
	switch entry.Status {
	case http.StatusUnauthorized:
		headers.add("WWW-Authenticate", headerRef("WWWAuthenticate"))
	case http.StatusMethodNotAllowed:
		headers.add("Allow", headerRef("Allow"))
	case http.StatusTooManyRequests, http.StatusServiceUnavailable:
		headers.add("Retry-After", headerRef("RetryAfter"))
	}
	return &Response{
		Description: entry.Meaning, Headers: headers,
		Content: Map[*MediaType]{{problem.ContentType, &MediaType{
			Schema: &Schema{Ref: "#/components/schemas/Problem"}, Example: example(code),
		}}},
	}
}

// Answers reports whether a response is, or may be, a problem of that code.
func Answers(r *Response, code problem.Code) bool {
	if r.Ref != "" {
		return r.Ref == "#/components/responses/"+pascal(string(code))
	}
	return slices.Contains(r.codes, code)
}
