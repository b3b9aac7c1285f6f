package reference

import (
	"cmp"
	"slices"
	"strings"

	"stint/shared/openapi"
	"stint/shared/problem"
)

// parameter is a parameter of an operation.
type parameter struct {
	*openapi.Parameter
	SessionOnly bool   // only the call with a session has it
	Anchor      string // the operation, the place and the name
}

// parameterGroup has the parameters of one place, such as the path.
type parameterGroup struct {
	Title      string
	Parameters []parameter
}

// parameters lists the parameters of an operation by their place.
func (s *site) parameters(o *operation) []parameterGroup {
	all := s.resolveParameters(o.call.Parameters, false)
	if o.Session != nil {
		for _, p := range s.resolveParameters(o.Session.Parameters, true) {
			if !slices.ContainsFunc(all, func(known parameter) bool { return known.Name == p.Name && known.In == p.In }) {
				all = append(all, p)
			}
		}
	}
	for i := range all {
		all[i].Anchor = o.ID + "." + all[i].In + "." + all[i].Name
	}
	var groups []parameterGroup
	for _, g := range []struct{ in, title string }{{"path", "Path"}, {"query", "Query"}, {"header", "Headers"},
		{"cookie", "Cookies"}} {
		rest := slices.DeleteFunc(slices.Clone(all), func(p parameter) bool { return p.In != g.in })
		if len(rest) > 0 {
			groups = append(groups, parameterGroup{g.title, rest})
		}
	}
	return groups
}

func (s *site) resolveParameters(all []*openapi.Parameter, sessionOnly bool) []parameter {
	var found []parameter
	for _, p := range all {
		known := resolve(s.Document.Components.Parameters, p.Ref, p)
		found = append(found, parameter{Parameter: known, SessionOnly: sessionOnly})
	}
	return found
}

// answer is a successful response of an operation in one media type.
type answer struct {
	Status      string
	Description string
	MediaType   string // "" without a body
	Schema      *openapi.Schema
	Example     string // JSON or text; "" without one
}

// answersOf lists the successful responses of an operation.
func answersOf(o *operation) []answer {
	var all []answer
	for _, r := range o.Responses {
		if r.Name >= "400" {
			continue
		}
		if len(r.Value.Content) == 0 {
			all = append(all, answer{Status: r.Name, Description: r.Value.Description})
		}
		for _, m := range r.Value.Content {
			all = append(all, answer{r.Name, r.Value.Description, m.Name, m.Value.Schema, exampleText(m.Value.Example)})
		}
	}
	return all
}

// problemsOf lists the problems that an operation may answer with.
func problemsOf(o *operation) []problem.CodeInfo {
	var all []problem.CodeInfo
	for _, r := range o.Responses {
		for _, entry := range problem.Catalogue() {
			if openapi.MayAnswer(r.Value, entry.Code) {
				all = append(all, entry)
			}
		}
	}
	return all
}

// exampleOf is an example of a problem with a code; "" without one.
func (s *site) exampleOf(code problem.Code) string {
	for _, r := range s.Document.Components.Responses {
		if openapi.MayAnswer(r.Value, code) && len(r.Value.Content) > 0 {
			return exampleText(r.Value.Content[0].Value.Example)
		}
	}
	return ""
}

// answeredBy lists the operations that may answer with a code.
func (s *site) answeredBy(code problem.Code) []*operation {
	var all []*operation
	for _, t := range s.Topics {
		for _, o := range t.Operations {
			if slices.ContainsFunc(problemsOf(o), func(e problem.CodeInfo) bool { return e.Code == code }) {
				all = append(all, o)
			}
		}
	}
	return all
}

// answerSchemas are the schemas that have an anchor: all but the bodies of requests, which are
// shown with their operations.
func answerSchemas(d *openapi.Document) openapi.Map[*openapi.Schema] {
	return slices.DeleteFunc(slices.Clone(d.Components.Schemas), func(m openapi.Member[*openapi.Schema]) bool {
		return strings.HasSuffix(m.Name, "Request")
	})
}

// nameOf is the last segment of a reference.
func nameOf(ref string) string { return ref[strings.LastIndexByte(ref, '/')+1:] }

func resolve[T any](components openapi.Map[T], ref string, fallback T) T {
	if found, ok := components.Get(nameOf(ref)); ref != "" && ok {
		return found
	}
	return fallback
}

func sorted(files []File) []File {
	slices.SortFunc(files, func(a, b File) int { return cmp.Compare(a.Name, b.Name) })
	return files
}
