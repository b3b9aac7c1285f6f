package openapi

import (
	"io/fs"
	"path"
	"reflect"
	"slices"
	"strings"

	"stint/shared/auth"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/wire"
)

// Options of a document.
type Options struct {
	Title   string
	Version string // of the API
	Server  string // address below which the paths are
	Source  fs.FS  // root of the module, for its comments; nil for none
	Events  fs.FS  // the sample events, for examples; nil for none
}

// IsDocumented reports whether a route is in the document: neither routes that exist only
// at home nor the pages that people open are.
func IsDocumented(s route.Spec) bool { return !s.LocalOnly && !s.Op.ShowsPages() }

// Build makes the document of the routes that are documented. The same routes always make
// the same document.
func Build(specs []route.Spec, o Options) *Document {
	specs = slices.DeleteFunc(slices.Clone(specs), func(s route.Spec) bool { return !IsDocumented(s) })
	b := newBuilder(specs, o.Source)
	b.examples = readExamples(o.Events)
	d := &Document{
		OpenAPI: "3.1.1",
		Info:    Info{Title: o.Title, Version: o.Version, Description: introduction, Contact: Contact{"The operator of the instance"}, License: License{"Apache License 2.0", "Apache-2.0"}},
		Servers: []Server{{URL: o.Server}},
		Tags:    b.tags(),
		Paths:   b.paths(),
	}
	b.describeSchemas()
	b.schemas.sort()
	responses := d.usedResponses()
	d.Components = Components{
		SecuritySchemes: securitySchemes, Parameters: sharedParameters, Headers: d.usedHeaders(responses),
		Responses: responses, Schemas: append(problemSchemas(), b.schemas...),
	}
	return d
}

// builder collects the component schemas while it visits the routes.
type builder struct {
	specs    []route.Spec
	source   *source
	names    *namer
	schemas  Map[*Schema]
	bodies   map[reflect.Type]string // name of the body schema by input type
	examples examples
	inline   bool // without components: every struct is written where it is used
}

func newBuilder(specs []route.Spec, files fs.FS) *builder {
	b := &builder{specs: specs, source: newSource(files), names: newNamer(), bodies: map[reflect.Type]string{}}
	for _, spec := range specs {
		for _, f := range variantsOf(spec) {
			if f.JSON != nil {
				b.registerType(f.JSON, spec)
			}
		}
	}
	return b
}

// registerType registers all named structs of an answer with the namer.
func (b *builder) registerType(t reflect.Type, spec route.Spec) {
	if v, ok := reflect.Zero(t).Interface().(multiVariant); ok {
		for _, shape := range v.OneOf() {
			b.registerType(reflect.TypeOf(shape), spec)
		}
		return
	}
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Map:
		b.registerType(t.Elem(), spec)
	case reflect.Struct:
		if _, text := b.textSchema(t); text {
			return
		}
		for f := range fields(t) {
			b.registerType(f.Type, spec)
		}
		if t.Name() != "" && !b.names.isRegistered(t) {
			b.names.register(t, b.shortNameFor(t, spec), b.shapeOf(t))
		}
	}
}

// shortNameFor is the schema name of a type unless it conflicts with another. A name
// that only repeats the operation, such as stop, gets the family as prefix.
func (b *builder) shortNameFor(t reflect.Type, spec route.Spec) string {
	if inner, ending, ok := genericName(t); ok {
		return b.shortNameFor(inner, spec) + ending
	}
	if name, ok := schemaNames[typePath(t)]; ok {
		return name
	}
	short := shortName(t)
	if family, operation, _ := strings.Cut(spec.ID, "."); short == pascal(strings.TrimSuffix(operation, ".v1")) {
		return pascal(family) + short
	}
	return short
}

// shapeOf is the complete schema of a struct as text, to compare types.
func (b *builder) shapeOf(t reflect.Type) string {
	flat := builder{source: newSource(nil), inline: true}
	out, err := (&Document{Components: Components{Schemas: Map[*Schema]{{"", flat.answerSchema(t)}}}}).JSON()
	if err != nil {
		panic(err) // schemas have only types that JSON can encode
	}
	return string(out)
}

func (b *builder) schemaName(t reflect.Type) string {
	if inner, ending, ok := genericName(t); ok && inner.Kind() == reflect.Struct {
		return b.schemaName(inner) + ending
	}
	return b.names.nameOf(t)
}

// generics are the generic answers. The schema of one is named by the type of a field of it,
// or of the items of that field, and an ending.
var generics = map[string]struct{ field, ending string }{
	listType:               {"Items", "List"},
	"shared/upsert.Answer": {"Items", "List"},
	"shared/upsert.Result": {"Record", "UpsertResult"},
}

// listType is a page of a list.
const listType = "shared/route.List"

// genericName is what the schema of a generic answer is named by; ok is false for other
// types.
func genericName(t reflect.Type) (inner reflect.Type, ending string, ok bool) {
	generic, ok := generics[typePath(t)]
	if !ok {
		return nil, "", false
	}
	f, _ := t.FieldByName(generic.field)
	if inner = f.Type; inner.Kind() == reflect.Slice {
		inner = inner.Elem()
	}
	return inner, generic.ending, true
}

// tags are the families in the order of the table. Their descriptions are the package
// comments.
func (b *builder) tags() []Tag {
	var all []Tag
	for _, spec := range b.specs {
		family, _, _ := strings.Cut(spec.ID, ".")
		if slices.ContainsFunc(all, func(t Tag) bool { return t.Name == family }) {
			continue
		}
		pkg := spec.Op.Family.Elem().PkgPath()
		about := strings.Join(strings.Fields(b.source.packageComments(pkg).doc), " ")
		about = strings.TrimPrefix(about, "Package "+path.Base(pkg)+" ")
		all = append(all, Tag{Name: family, Description: toSentence(strings.TrimPrefix(about, "is "))})
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

func (b *builder) operation(spec route.Spec) *Operation {
	family, _, _ := strings.Cut(spec.ID, ".")
	in := wire.Describe(spec.Op.In)
	return &Operation{
		OperationID: spec.ID, Summary: spec.Summary, Description: describeOperation(spec), Tags: []string{family},
		Security: security(spec), Parameters: b.parameters(spec, in), RequestBody: b.requestBody(spec, in),
		Responses: b.responses(spec, in),
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
func security(spec route.Spec) []map[string][]string {
	withCookie := []map[string][]string{{refreshCookie: {}}, {string(auth.Session): {}}}
	switch {
	case spec.ReadsRefreshCookie && !slices.Contains(spec.Problems, problem.CodeUnauthorized):
		return append(withCookie, map[string][]string{})
	case spec.ReadsRefreshCookie:
		return withCookie
	case spec.Credential == auth.Public:
		return []map[string][]string{}
	}
	return []map[string][]string{{string(spec.Credential): {}}}
}

// takesIfMatch reports whether a route honours If-Match: it changes or deletes a record
// that another route of the same path shows with its version.
func (b *builder) takesIfMatch(spec route.Spec) bool {
	if spec.Method == "GET" || spec.Method == "POST" {
		return false
	}
	return spec.IfMatch || slices.ContainsFunc(b.specs, func(s route.Spec) bool { return s.Path == spec.Path && s.Op.Versioned() })
}
