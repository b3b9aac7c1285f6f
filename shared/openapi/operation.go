package openapi

import (
	"path"
	"slices"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"

	"stint/shared/auth"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/wire"
)

func (b *builder) operation(spec route.Spec) *Operation {
	family, _, _ := strings.Cut(spec.ID, ".")
	in := wire.Describe(spec.Op.In)
	return &Operation{
		OperationID: spec.ID, Summary: spec.Summary, Description: describeOperation(spec), Tags: []string{family},
		Security: security(spec), Parameters: b.parameters(spec, in), RequestBody: b.requestBody(spec, in),
		Responses: b.responses(spec),
	}
}

// describeOperation is the notes of a route, with the audit events of it.
func describeOperation(spec route.Spec) string {
	if len(spec.Audit) == 0 {
		return spec.Notes
	}
	names := make([]string, len(spec.Audit))
	for i, action := range spec.Audit {
		names[i] = string(action)
	}
	return strings.TrimSpace(spec.Notes + " In the audit log: " + strings.Join(names, ", ") + ".")
}

// security lists the credentials of which a route takes any. A route that never answers
// unauthorized takes a request without one, too.
func security(spec route.Spec) openapi3.SecurityRequirements {
	withCookie := openapi3.SecurityRequirements{{refreshCookie: {}}, {string(auth.Session): {}}}
	switch {
	case spec.ReadsRefreshCookie && !slices.Contains(spec.Problems, problem.CodeUnauthorized):
		return append(withCookie, openapi3.SecurityRequirement{})
	case spec.ReadsRefreshCookie:
		return withCookie
	case spec.Credential == auth.Public:
		return openapi3.SecurityRequirements{}
	}
	return openapi3.SecurityRequirements{{string(spec.Credential): {}}}
}

// takesIfMatch reports whether a route honours If-Match: it changes or deletes a record
// that another route of the same path shows with its version.
func (b *builder) takesIfMatch(spec route.Spec) bool {
	if !spec.TakesIfMatch() {
		return false
	}
	return spec.IfMatch || slices.ContainsFunc(b.specs,
		func(s route.Spec) bool { return s.Path == spec.Path && s.Op.Versioned() })
}

// tags are the families in the order of the table. Their descriptions are the package
// comments.
func (b *builder) tags() openapi3.Tags {
	var all openapi3.Tags
	for _, spec := range b.specs {
		family, _, _ := strings.Cut(spec.ID, ".")
		if all.Get(family) != nil {
			continue
		}
		pkg := spec.Op.Family.Elem().PkgPath()
		about := strings.Join(strings.Fields(b.source.of(pkg).doc), " ")
		about = strings.TrimPrefix(about, "Package "+path.Base(pkg)+" ")
		all = append(all, &openapi3.Tag{Name: family, Description: toSentence(strings.TrimPrefix(about, "is "))})
	}
	return all
}

func (b *builder) paths() Map[*PathItem] {
	var all Map[*PathItem]
	for _, spec := range b.specs {
		item, known := all.Get(spec.Path)
		if !known {
			item = &PathItem{}
			all.add(spec.Path, item)
		}
		operation := b.operation(spec)
		b.examples.addTo(spec, operation)
		item.add(strings.ToLower(spec.Method), operation)
	}
	return all
}
