// Package openapi makes the OpenAPI 3.1 document of a route table: what comes
// in as shared/wire describes it, what goes out by reflection over the
// answers, and the problems that follow from what a route declares.
//
// Words come from where they stand already. Summaries and notes are the
// table's. The comments of types and fields, the package comments of families
// and the constants of string types are read from the source, so a line comment
// such as "minor units" behind a field is what a reader of the reference gets.
// A tag doc on a field wins over its comment; a tag enum lists the values of a
// string that has no type of its own.
//
// An answer that comes in several shapes has a method OneOf() []any that gives
// a zero value of each.
//
// The document model is this package's own, and small: the libraries for Go
// sort properties by name, and a reader is better served by the order in which
// they were declared. A validator that knows nothing of this package checks
// the result in its test. No Lambda links any of it.
package openapi
