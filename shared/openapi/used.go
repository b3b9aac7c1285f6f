package openapi

import "slices"

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
