package openapi

import (
	"net/http"
	"reflect"
	"slices"
	"strconv"

	"stint/shared/route"
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
func (b *builder) responses(spec route.Spec) Map[*Response] {
	all := b.successes(spec)
	for _, status := range problemStatuses(spec) {
		all.add(strconv.Itoa(status.status), status.response())
	}
	return all
}

func (b *builder) successes(spec route.Spec) Map[*Response] {
	var all Map[*Response]
	forms := variantsOf(spec)
	isCached := slices.ContainsFunc(forms, func(v route.Variant) bool { return v.Status == http.StatusNotModified })
	for _, form := range forms {
		status := strconv.Itoa(form.Status)
		answer, known := all.Get(status)
		if !known {
			answer = &Response{Description: http.StatusText(form.Status) + ".", Headers: responseHeaders(spec, form.Status)}
			if isCached {
				answer.Headers.add("ETag", headerRef("ETag"))
			}
			all.add(status, answer)
		}
		switch {
		case form.Status == http.StatusFound:
			answer.Description = "A browser (Accept names text/html) is redirected to a page."
		case form.Status == http.StatusNotModified:
			answer.Description = "The client has the current document: If-None-Match names its ETag."
		case form.JSON != nil:
			answer.Content.add(form.MediaType, &MediaType{Schema: b.answerSchema(form.JSON)})
		case form.MediaType != "":
			answer.Content.add(form.MediaType, &MediaType{Schema: &Schema{Type: Types{"string"}}})
		}
	}
	return all
}

func responseHeaders(spec route.Spec, status int) Map[*Header] {
	all := Map[*Header]{
		{"X-Correlation-Id", headerRef("CorrelationId")}, {"Stint-Ignored", headerRef("StintIgnored")},
		{"Preference-Applied", headerRef("PreferenceApplied")},
	}
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

// usedResponses are the shared responses to which operations refer.
func (d *Document) usedResponses() Map[*Response] {
	used := map[string]bool{}
	for _, r := range d.allResponses() {
		used[r.Ref] = true
	}
	return slices.DeleteFunc(problemResponses(), func(r Member[*Response]) bool {
		return !used["#/components/responses/"+r.Name]
	})
}

// usedHeaders are the shared headers to which operations and shared responses refer.
func (d *Document) usedHeaders(shared Map[*Response]) Map[*Header] {
	used := map[string]bool{}
	for _, r := range append(d.allResponses(), values(shared)...) {
		for _, h := range r.Headers {
			used[h.Value.Ref] = true
		}
	}
	return slices.DeleteFunc(slices.Clone(sharedHeaders), func(h Member[*Header]) bool {
		return !used["#/components/headers/"+h.Name]
	})
}

// allResponses lists the responses of all operations.
func (d *Document) allResponses() []*Response {
	var all []*Response
	for _, path := range values(d.Paths) {
		for _, operation := range values(*path) {
			all = append(all, values(operation.Responses)...)
		}
	}
	return all
}

func values[T any](m Map[T]) []T {
	all := make([]T, len(m))
	for i, member := range m {
		all[i] = member.Value
	}
	return all
}
