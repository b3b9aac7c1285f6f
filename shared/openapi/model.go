package openapi

import (
	"github.com/getkin/kin-openapi/openapi3"

	"stint/shared/problem"
)

// Document is an OpenAPI 3.1 document (https://spec.openapis.org/oas/v3.1.1), with the
// parts that Stint needs. What has no order of its own is of kin-openapi.
type Document struct {
	OpenAPI    string           `json:"openapi"`
	Info       openapi3.Info    `json:"info"`
	Servers    openapi3.Servers `json:"servers"`
	Tags       openapi3.Tags    `json:"tags"`
	Paths      Map[*PathItem]   `json:"paths"`
	Webhooks   Map[*PathItem]   `json:"webhooks,omitzero"` // the requests that webhooks send, by the name of the event
	Components Components       `json:"components"`

	// Unused are the names and common descriptions in the code that the document does not need.
	Unused []string `json:"-"`
}

// PathItem has the operations of one path, by method in lower case.
type PathItem = Map[*Operation]

// Operation is one method of one path.
type Operation struct {
	OperationID string                        `json:"operationId"`
	Summary     string                        `json:"summary"`
	Description string                        `json:"description,omitzero"`
	Tags        []string                      `json:"tags"`
	Security    openapi3.SecurityRequirements `json:"security"`
	Parameters  []*Parameter                  `json:"parameters,omitzero"`
	RequestBody *RequestBody                  `json:"requestBody,omitzero"`
	Responses   Map[*Response]                `json:"responses"`
	Callbacks   Map[*Callback]                `json:"callbacks,omitzero"`
}

// Callback is the requests to the address that a body names as url.
type Callback struct {
	ToURL PathItem `json:"{$request.body#/url}"`
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

	codes []problem.Code // the problems that the response may be
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
	SecuritySchemes Map[*openapi3.SecurityScheme] `json:"securitySchemes"`
	Parameters      Map[*Parameter]               `json:"parameters"`
	Headers         Map[*Header]                  `json:"headers"`
	Responses       Map[*Response]                `json:"responses"`
	Schemas         Map[*Schema]                  `json:"schemas"`
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

	ofType string // the description of the type of an object in a request
}
