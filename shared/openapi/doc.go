// Package openapi makes the OpenAPI 3.1 document of a route table. Requests come from
// shared/wire, responses from reflection over the answer types, and problems from what
// each route declares.
//
// Descriptions come from the code. Summaries and notes are in the route table. The
// comments of types and fields, the package comments of families and the constants of
// string types are read from the source. So a comment such as "minor units" after a field
// appears in the reference, where it becomes a sentence; one that ends with a full stop is taken as it is.
// Properties that mean the same in many records, such as created_at, are described once, in
// commonProperties. A tag enum lists the values of a string without a type of its own.
//
// The names of schemas follow from those of the Go types. Where callers know another noun, the type has
// the directive openapi:schema with that name. A generic type has one such as Items+List: its schema is
// named by the type of that field, and the ending.
//
// An answer with several shapes has a method OneOf() []any that returns a zero value of
// each.
//
// What has no order of its own is of kin-openapi: the information, the server, the tags and the
// credentials. Paths, responses and schemas are of this package, because kin-openapi sorts
// their members by name, and readers want properties in the order of declaration. See
// docs/decisions/0051. No Lambda function links the package.
package openapi
