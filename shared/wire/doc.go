// Package wire decodes the query and the body of a request into a Go struct, and reports
// everything that is wrong with them at once, in the order in which the caller wrote
// it.
//
// # Declaring a request
//
//	type listEntries struct {
//		Limit  wire.Optional[int] `query:"limit" minimum:"1" maximum:"200"`
//		Cursor wire.Optional[string] `query:"cursor"`
//	}
//
//	type editProject struct {
//		Body struct {
//			Name     wire.Change[domain.Name]        `json:"name" minLength:"1" maxLength:"120"`
//			ClientID wire.Clearable[domain.ID]       `json:"clientId"`
//			Rates    wire.Optional[[]rate]           `json:"rates" maxItems:"50"`
//		}
//	}
//
// A field with the tag query comes from the query, the field Body from the body. The
// fields of an untagged embedded struct count as fields of the struct that embeds it.
// Names are declared in camelCase; callers may also use the snake_case spelling (query
// names may be declared either way). A plain T is required; [Optional], [Change],
// [Clearable] and [Nullable] give absent and null other meanings.
//
// A Body must be sent if a property of it is required, or with the tag required:"true" on the field.
//
// Instead of Body, a struct may have a field Form, whose fields have the tag form. It
// takes the form of a browser. An empty form field counts as sent. With the tag multipart:"true" on the
// field Form, the form may come in parts too.
//
// Instead of Body, a struct may have a field File of the type [File], which takes the body as it is, such as a
// picture. Its tags types and maxBytes say which.
//
// T is a string, a bool, an int, int32 or int64 (or a type of such a kind), a type whose
// pointer is a [TextParser], a struct of tagged fields, or a slice of any of these. A
// named string type needs either a parser or an enum. A query and a form
// have slices of scalars, and no structs.
//
// The tags minLength and maxLength count runes of the value after ParseText, so that a
// name is measured after it was trimmed. minimum and maximum bound integers. enum lists
// the allowed strings, separated by commas. On a slice, these tags apply to its
// elements, and minItems and maxItems to the slice itself. doc is a description for the
// reference.
//
// The tag bounds names bounds that several requests share, such as
// bounds:"hourlyRate". domain.BoundsNamed has them all. They limit the items of a
// slice, the runes of a text, or the value of an integer.
//
// A declaration is inspected once. A mistake in it is a mistake in the program and
// panics; [Check] finds it when the program starts. [Describe] returns the declaration
// for the OpenAPI document.
//
// # What is refused
//
//   - 415: the Content-Type of the body is not JSON, or not a form where a form is
//     expected, or none of the types of a file.
//   - 413: a file is larger than its maxBytes.
//   - 400: the body cannot be read, because of broken JSON, invalid UTF-8, a lone
//     surrogate, a byte order mark, a repeated key, data after its end, or more than
//     [MaxDepth] levels.
//   - 422: everything else, including a form field that cannot be decoded. These
//     problems are collected in [Issues], to which the operation adds its own.
//
// Names are compared exactly: NAME and iſManager are unknown. Unknown properties and
// parameters are ignored, and [Issues.Unknown] names them; for [ReadStrict], each is
// unknown_property. A property in both spellings, or a parameter that is sent
// twice, is duplicate_value at the later spelling, and the first value counts. A list in
// a query is separated by commas, and may be sent several times in one spelling; what is
// wrong with it is one issue, at its name. Integers may be written 1.0 or 1e2 in a body,
// but not in a query. Elements beyond maxItems are skipped.
package wire
