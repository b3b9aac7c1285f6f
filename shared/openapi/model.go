package openapi

import "stint/shared/problem"

// Document is an OpenAPI 3.1 document (https://spec.openapis.org/oas/v3.1.1), with the
// parts that Stint needs.
type Document struct {
	OpenAPI    string         `json:"openapi"`
	Info       Info           `json:"info"`
	Servers    []Server       `json:"servers"`
	Tags       []Tag          `json:"tags"`
	Paths      Map[*PathItem] `json:"paths"`
	Components Components     `json:"components"`
}

// Info is the metadata of the API.
type Info struct {
	Title       string  `json:"title"`
	Version     string  `json:"version"`
	Description string  `json:"description"`
	Contact     Contact `json:"contact"`
	License     License `json:"license"`
}

// Contact says whom to ask about an instance.
type Contact struct {
	Name string `json:"name"`
}

// License is the license of the program.
type License struct {
	Name       string `json:"name"`
	Identifier string `json:"identifier"` // SPDX
}

// Server is the address below which the paths are.
type Server struct {
	URL         string `json:"url"`
	Description string `json:"description,omitzero"`
}

// Tag is a group of operations.
type Tag struct {
	Name        string `json:"name"`
	Description string `json:"description,omitzero"`
}

// PathItem has the operations of one path, by method in lower case.
type PathItem = Map[*Operation]

// Operation is one method of one path.
type Operation struct {
	OperationID string                `json:"operationId"`
	Summary     string                `json:"summary"`
	Description string                `json:"description,omitzero"`
	Tags        []string              `json:"tags"`
	Security    []map[string][]string `json:"security"`
	Parameters  []*Parameter          `json:"parameters,omitzero"`
	RequestBody *RequestBody          `json:"requestBody,omitzero"`
	Responses   Map[*Response]        `json:"responses"`
}

// Parameter is a parameter in the path, the query or a header, or a reference to one.
type Parameter struct {
	Ref         string  `json:"$ref,omitzero"`
	Name        string  `json:"name,omitzero"`
	In          string  `json:"in,omitzero"`
	Required    bool    `json:"required,omitzero"`
	Description string  `json:"description,omitzero"`
	Schema      *Schema `json:"schema,omitzero"`
}

// RequestBody is the body of a request.
type RequestBody struct {
	Description string          `json:"description,omitzero"`
	Required    bool            `json:"required,omitzero"`
	Content     Map[*MediaType] `json:"content"`
}

// Response is a response, or a reference to one.
type Response struct {
	Ref         string          `json:"$ref,omitzero"`
	Description string          `json:"description,omitzero"`
	Headers     Map[*Header]    `json:"headers,omitzero"`
	Content     Map[*MediaType] `json:"content,omitzero"`

	codes []problem.Code // the problems that the response may be; empty for a reference
}

// MediaType is a body in one media type.
type MediaType struct {
	Schema  *Schema `json:"schema"`
	Example any     `json:"example,omitzero"` // as JSON
}

// Header is a header of a response, or a reference to one.
type Header struct {
	Ref         string  `json:"$ref,omitzero"`
	Description string  `json:"description,omitzero"`
	Schema      *Schema `json:"schema,omitzero"`
}

// Components are the parts that the rest of the document refers to.
type Components struct {
	SecuritySchemes Map[*SecurityScheme] `json:"securitySchemes"`
	Parameters      Map[*Parameter]      `json:"parameters"`
	Headers         Map[*Header]         `json:"headers"`
	Responses       Map[*Response]       `json:"responses"`
	Schemas         Map[*Schema]         `json:"schemas"`
}

// SecurityScheme is a kind of credential.
type SecurityScheme struct {
	Type         string `json:"type"`
	In           string `json:"in,omitzero"`
	Name         string `json:"name,omitzero"`
	Scheme       string `json:"scheme,omitzero"`
	BearerFormat string `json:"bearerFormat,omitzero"`
	Description  string `json:"description"`
}

// Schema is a JSON Schema (draft 2020-12), or a reference to one.
type Schema struct {
	Ref                  string       `json:"$ref,omitzero"`
	Description          string       `json:"description,omitzero"`
	Type                 Types        `json:"type,omitzero"`
	Format               string       `json:"format,omitzero"`
	Pattern              string       `json:"pattern,omitzero"`
	Enum                 []any        `json:"enum,omitzero"`
	ExtensibleEnum       []any        `json:"x-extensible-enum,omitzero"` // the values so far of an open string
	Default              any          `json:"default,omitzero"`           // what an absent value means
	Examples             []any        `json:"examples,omitzero"`
	Minimum              *int64       `json:"minimum,omitzero"`
	Maximum              *int64       `json:"maximum,omitzero"`
	MinLength            *int         `json:"minLength,omitzero"`
	MaxLength            *int         `json:"maxLength,omitzero"`
	MinItems             *int         `json:"minItems,omitzero"`
	MaxItems             *int         `json:"maxItems,omitzero"`
	Items                *Schema      `json:"items,omitzero"`
	AnyOf                []*Schema    `json:"anyOf,omitzero"`
	Required             []string     `json:"required,omitzero"`
	Properties           Map[*Schema] `json:"properties,omitzero"`
	AdditionalProperties *Schema      `json:"additionalProperties,omitzero"`
}
