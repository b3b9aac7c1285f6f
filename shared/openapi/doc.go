// Package openapi makes the OpenAPI 3.1 document of a route table. Requests come from
// shared/wire, responses from reflection over the answer types, and problems from what
// each route declares.
//
// Descriptions come from the code. Summaries and notes are in the route table. The
// comments of types and fields, the package comments of families and the constants of
// string types are read from the source. So a comment such as "minor units" after a field
// appears in the reference. A tag doc on a field replaces its comment; a tag enum lists
// the values of a string without a type of its own.
//
// An answer with several shapes has a method OneOf() []any that returns a zero value of
// each.
//
// The package has a small document model of its own, because the libraries for Go sort
// properties by name, and readers want them in the order of declaration. Its test checks
// the result with an independent validator. No Lambda function links the package.
package openapi
