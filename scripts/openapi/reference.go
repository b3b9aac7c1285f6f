package main

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"slices"
	"strings"

	"github.com/yuin/goldmark"

	"stint/shared/openapi"
	"stint/shared/page"
	"stint/shared/problem"
)

//go:embed reference.html
var referenceHTML string

// section is a tag of the document with its operations. Each family is a tag.
type section struct {
	openapi.Tag
	Operations []operation
}

// operation is an operation with its method and path.
type operation struct {
	*openapi.Operation
	Method, Path string
}

// renderReference renders the document as an HTML page.
func renderReference(d *openapi.Document) ([]byte, error) {
	show := template.New("reference").Funcs(template.FuncMap{
		"type": typeOf, "limits": describeLimits, "needs": slices.Contains[[]string], "name": nameOf, "credential": credentialOf,
		"parameter": func(p *openapi.Parameter) *openapi.Parameter { return resolve(d.Components.Parameters, p.Ref, p) },
		"schema":    func(s *openapi.Schema) *openapi.Schema { return resolve(d.Components.Schemas, s.Ref, s) },
		"codes":     codesOf,
		"isBody":    func(name string) bool { return strings.HasSuffix(name, "Request") }, // shown with its operation
	})
	if _, err := show.Parse(referenceHTML); err != nil {
		return nil, err
	}
	var conventions, body bytes.Buffer
	if err := goldmark.Convert([]byte(d.Info.Description), &conventions); err != nil {
		return nil, err
	}
	err := show.Execute(&body, map[string]any{
		"Conventions": template.HTML(conventions.String()), "Document": d, "Sections": sectionsOf(d), "Problems": problem.Catalogue(),
	})
	return page.Page{Title: d.Info.Title + " API", Body: template.HTML(body.String())}.HTML(), err
}

func sectionsOf(d *openapi.Document) []section {
	var all []section
	for _, tag := range d.Tags {
		s := section{Tag: tag}
		for _, path := range d.Paths {
			for _, method := range *path.Value {
				if slices.Contains(method.Value.Tags, tag.Name) {
					s.Operations = append(s.Operations, operation{method.Value, strings.ToUpper(method.Name), path.Name})
				}
			}
		}
		all = append(all, s)
	}
	return all
}

// nameOf is the last segment of a reference.
func nameOf(ref string) string { return ref[strings.LastIndexByte(ref, '/')+1:] }

func resolve[T any](components openapi.Map[T], ref string, fallback T) T {
	if found, ok := components.Get(nameOf(ref)); ref != "" && ok {
		return found
	}
	return fallback
}

// typeOf describes the type of a schema. Named schemas are links.
func typeOf(s *openapi.Schema) template.HTML {
	switch {
	case s == nil:
		return "anything"
	case s.Ref != "":
		name := template.HTMLEscapeString(nameOf(s.Ref))
		return template.HTML(`<a href="#schema-` + name + `">` + name + `</a>`)
	case len(s.AnyOf) > 0:
		var all []string
		for _, one := range s.AnyOf {
			all = append(all, string(typeOf(one)))
		}
		return template.HTML(strings.Join(all, " or "))
	case s.Items != nil:
		return "list of " + typeOf(s.Items) + nullSuffix(s)
	case s.AdditionalProperties != nil:
		return "object"
	case len(s.Type) == 0:
		return "anything"
	}
	words := s.Type[0]
	if s.Format != "" && s.Format != "int64" && s.Format != "int32" {
		words = s.Format
	}
	return template.HTML(template.HTMLEscapeString(words)) + nullSuffix(s)
}

func nullSuffix(s *openapi.Schema) template.HTML {
	if len(s.Type) > 1 {
		return " or null"
	}
	return ""
}

// describeLimits describes the bounds and the enum of a schema.
func describeLimits(s *openapi.Schema) string {
	if s == nil {
		return ""
	}
	var all []string
	add := func(words string) { all = append(all, words) }
	if len(s.Enum) > 0 {
		add("One of " + joinValues(s.Enum) + ".")
	}
	for _, one := range s.AnyOf {
		if inner := describeLimits(one); inner != "" {
			add(inner)
		}
	}
	describeBounds(s.Minimum, s.Maximum, "", add)
	describeBounds(s.MinLength, s.MaxLength, " characters", add)
	describeBounds(s.MinItems, s.MaxItems, " items", add)
	if s.Items != nil {
		if inner := describeLimits(s.Items); inner != "" {
			add("Each: " + inner)
		}
	}
	return strings.Join(all, " ")
}

func describeBounds[T any](least, most *T, what string, add func(string)) {
	switch {
	case least != nil && most != nil:
		add(fmt.Sprintf("%v to %v%s.", *least, *most, what))
	case least != nil:
		add(fmt.Sprintf("At least %v%s.", *least, what))
	case most != nil:
		add(fmt.Sprintf("At most %v%s.", *most, what))
	}
}

func joinValues(values []any) string {
	var all []string
	for _, v := range values {
		if v != nil {
			all = append(all, fmt.Sprint(v))
		}
	}
	return strings.Join(all, ", ")
}

// credentialOf names the credential that an operation needs.
func credentialOf(o operation) string {
	switch {
	case len(o.Security) == 0:
		return "No credential"
	case o.Security[0]["api_key"] != nil:
		return "API key"
	default:
		return "Access token"
	}
}

// codesOf lists the problem codes that an operation may answer with.
func codesOf(o operation) []problem.Code {
	var all []problem.Code
	for _, answer := range o.Responses {
		for _, entry := range problem.Catalogue() {
			if openapi.MayAnswer(answer.Value, entry.Code) {
				all = append(all, entry.Code)
			}
		}
	}
	return all
}
