package reference

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"stint/shared/openapi"
)

// property is a property of an object as a list shows it.
type property struct {
	Name        string
	Type        string
	Bounds      []string
	Values      []string // of an enum
	OpenEnum    bool     // later versions may add values
	Description string
	Required    bool
	Inner       *object // properties of the object, or of each object of the list; nil without
	Anchor      string  // "" without one
	See         string  // the schema that has the properties, where they are not listed here
}

// object is the list of the properties of a schema.
type object struct {
	Name       string // of the schema; "" for one without a name
	Properties []property
}

// object lists the properties of a schema: those of the object, or of the objects of a list. It
// is nil for a schema without properties. Schemas in outer are not opened again.
func (s *site) object(of *openapi.Schema, outer ...string) *object {
	of, name := s.target(of)
	if of == nil || len(of.Properties) == 0 || slices.Contains(outer, name) && name != "" {
		return nil
	}
	all := &object{Name: name}
	for _, p := range of.Properties {
		all.Properties = append(all.Properties, s.property(p.Name, p.Value, slices.Contains(of.Required, p.Name),
			append(slices.Clip(outer), name)))
	}
	return all
}

// maxDepth is how deep the properties of named schemas are opened on the page of an operation. The page of the
// schemas opens none, because all of them are there.
const maxDepth = 2

// listed is the object of a schema as a page lists it: properties have anchors that begin with a prefix, and named
// schemas that lie deeper are named only.
func (v view) listed(prefix string, of *openapi.Schema) *object {
	depth := maxDepth
	if v.Page == schemasPage || v.Page == eventsPage {
		depth = 1
	}
	return v.anchored(v.object(of), prefix, depth)
}

// anchored adds anchors to properties, and cuts what is deeper than a depth.
func (s *site) anchored(o *object, prefix string, depth int) *object {
	if o == nil {
		return nil
	}
	for i := range o.Properties {
		p := &o.Properties[i]
		p.Anchor = prefix + "." + p.Name
		if p.Inner == nil {
			continue
		}
		_, isListed := s.Schemas.Get(p.Inner.Name)
		if isListed && depth <= 1 {
			p.See, p.Inner = p.Inner.Name, nil
			continue
		}
		s.anchored(p.Inner, p.Anchor, depth-1)
	}
	return o
}

// target follows references, lists and nullable schemas to the schema that may have properties,
// and returns its name.
func (s *site) target(of *openapi.Schema) (*openapi.Schema, string) {
	switch {
	case of == nil:
		return nil, ""
	case of.Ref != "":
		found, _ := s.Document.Components.Schemas.Get(nameOf(of.Ref))
		return found, nameOf(of.Ref)
	case len(of.AnyOf) > 0:
		return s.target(of.AnyOf[0])
	case of.Items != nil:
		return s.target(of.Items)
	case of.AdditionalProperties != nil:
		return s.target(of.AdditionalProperties)
	}
	return of, ""
}

// listOfValues is the sentence of a description that repeats the values of an open enum.
var listOfValues = regexp.MustCompile(`One of [^;.]*; more may be added\.`)

func (s *site) property(name string, of *openapi.Schema, required bool, outer []string) property {
	plain := of
	if of.Ref != "" {
		plain, _ = s.target(of)
	}
	p := property{Name: name, Type: s.typeOf(of), Required: required, Description: of.Description,
		Inner: s.object(of, outer...)}
	if p.Description == "" && plain != nil && p.Inner == nil {
		p.Description = plain.Description
	}
	p.Values, p.OpenEnum = s.valuesOf(of)
	if len(p.Values) > 0 {
		p.Description = strings.TrimSpace(listOfValues.ReplaceAllString(p.Description, ""))
	}
	p.Bounds = s.boundsOf(of)
	if of.Default != nil {
		p.Bounds = append(p.Bounds, "default "+defaultText(of.Default))
	}
	return p
}

// typeOf names the type of a schema in words.
func (s *site) typeOf(of *openapi.Schema) string {
	switch {
	case of == nil:
		return "anything"
	case of.Ref != "":
		found, name := s.target(of)
		if found != nil && len(found.Properties) == 0 {
			return s.typeOf(found)
		}
		return name
	case len(of.AnyOf) > 0:
		var all []string
		for _, one := range of.AnyOf {
			all = append(all, s.typeOf(one))
		}
		return strings.Join(all, " or ")
	case of.Items != nil:
		return "list of " + s.typeOf(of.Items) + nullSuffix(of)
	case len(of.Type) == 0:
		return "anything"
	case of.Format != "" && of.Format != "int64" && of.Format != "int32":
		return of.Format + nullSuffix(of)
	}
	return of.Type[0] + nullSuffix(of)
}

func nullSuffix(of *openapi.Schema) string {
	if len(of.Type) > 1 {
		return " or null"
	}
	return ""
}

// valuesOf lists the values of an enum, and reports whether it is open.
func (s *site) valuesOf(of *openapi.Schema) (values []string, open bool) {
	found, _ := s.target(of)
	for _, one := range []*openapi.Schema{of, found} {
		if one == nil {
			continue
		}
		for _, v := range append(slices.Clone(one.Enum), one.ExtensibleEnum...) {
			if v != nil && !slices.Contains(values, fmt.Sprint(v)) {
				values = append(values, fmt.Sprint(v))
			}
		}
		open = open || len(one.ExtensibleEnum) > 0
	}
	return values, open
}

// defaultText is a default as people read it: the values of a list with commas.
func defaultText(value any) string {
	return strings.Trim(strings.ReplaceAll(fmt.Sprint(value), " ", ", "), "[]")
}

// boundsOf describes the bounds of a schema in words.
func (s *site) boundsOf(of *openapi.Schema) []string {
	var all []string
	add := func(words string) {
		if words != "" && !slices.Contains(all, words) {
			all = append(all, words)
		}
	}
	found, _ := s.target(of)
	for _, one := range []*openapi.Schema{of, found} {
		if one != nil && len(one.Properties) == 0 {
			add(describeBounds(one.Minimum, one.Maximum, ""))
			add(describeBounds(one.MinLength, one.MaxLength, " characters"))
			add(describeBounds(one.MinItems, one.MaxItems, " items"))
		}
	}
	return all
}

func describeBounds[T any](least, most *T, what string) string {
	switch {
	case least != nil && most != nil:
		return fmt.Sprintf("%v to %v%s", *least, *most, what)
	case least != nil:
		return fmt.Sprintf("at least %v%s", *least, what)
	case most != nil:
		return fmt.Sprintf("at most %v%s", *most, what)
	}
	return ""
}

// exampleText is an example as people read it: indented JSON, or the text of a file.
func exampleText(example any) string {
	switch e := example.(type) {
	case nil:
		return ""
	case string:
		return strings.ReplaceAll(e, "\r\n", "\n")
	case jsontext.Value:
		if len(e) == 0 {
			return ""
		}
		pretty := e.Clone()
		if pretty.Indent(jsontext.WithIndent("  ")) != nil {
			return string(e)
		}
		return string(pretty) + "\n"
	}
	text, _ := json.MarshalIndent(example, "", "  ")
	return string(text) + "\n"
}
