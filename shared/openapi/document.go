package openapi

import (
	"io/fs"
	"reflect"
	"slices"

	"github.com/getkin/kin-openapi/openapi3"

	"stint/shared/route"
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
func IsDocumented(s route.Spec) bool { return !s.LocalOnly && !s.OwnProtocol && !s.Op.ShowsPages() }

// Build makes the document of the routes that are documented. The same routes always make
// the same document.
func Build(specs []route.Spec, o Options) *Document {
	specs = slices.DeleteFunc(slices.Clone(specs), func(s route.Spec) bool { return !IsDocumented(s) })
	b := newBuilder(specs, o.Source)
	b.examples = readExamples(o.Events)
	d := &Document{
		OpenAPI: "3.1.1",
		Info: openapi3.Info{
			Title: o.Title, Version: o.Version, Description: introduction,
			Contact: &openapi3.Contact{Name: "The operator of the instance"},
			License: &openapi3.License{Name: "Apache License 2.0", Identifier: "Apache-2.0"},
		},
		Servers:  openapi3.Servers{{URL: o.Server}},
		Tags:     b.tags(),
		Paths:    b.paths(),
		Webhooks: b.webhooks(),
	}
	addCallback(d.Paths, d.Webhooks)
	for _, s := range b.schemas {
		b.describeCommon(s.Name, s.Value)
	}
	b.schemas.sort()
	responses := d.usedResponses()
	d.Components = Components{
		SecuritySchemes: securitySchemes, Parameters: sharedParameters, Headers: d.usedHeaders(responses),
		Responses: responses, Schemas: append(problemSchemas(), b.schemas...),
	}
	d.Unused = b.unusedWords()
	return d
}

// builder collects the component schemas while it visits the routes.
type builder struct {
	specs    []route.Spec
	source   *source
	names    namer
	schemas  Map[*Schema]
	bodies   map[reflect.Type]string // name of the body schema by input type
	examples examples
	used     map[string]bool // the common properties that the document has
	inline   bool            // without components: every struct is written where it is used
}

func newBuilder(specs []route.Spec, files fs.FS) *builder {
	b := &builder{specs: specs, source: newSource(files), bodies: map[reflect.Type]string{}, used: map[string]bool{},
		names: namer{shape: map[reflect.Type]string{}, short: map[reflect.Type]string{}}}
	for _, spec := range specs {
		for _, f := range variantsOf(spec) {
			if f.JSON != nil {
				b.registerType(f.JSON, spec)
			}
		}
	}
	return b
}
