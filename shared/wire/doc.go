// Package wire reads what a caller sent, a query string and a JSON body, into
// a Go struct, and reports everything that is wrong with it at once, in the
// order in which the caller wrote it.
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
// A field with the tag query comes from the query, the field Body from the
// body. Untagged embedded structs count as if their fields stood in their
// place. Names are declared in camelCase; the snake_case spelling is accepted
// as well (query names may be declared either way). A plain T is required;
// [Optional], [Change], [Clearable] and [Nullable] say what else absent and null
// may mean.
//
// In place of Body, a field Form, with the tag form on its fields, takes what a
// browser sends for a form. An empty field of it counts as sent.
//
// T is a string, a bool, an int, int32 or int64 (or a type of such a kind), a
// type with a [TextParser] on its pointer, a struct of tagged fields, or a
// slice of any of these. A string type of its own needs either a parser or an
// enum. In a query and in a form there are neither slices nor structs.
//
// The tags minLength and maxLength count runes of the value after ParseText,
// so that a trimmed name is measured trimmed; minimum and maximum bound
// integers; enum lists the allowed strings, separated by commas. On a slice
// all of these speak of its elements, minItems and maxItems of the slice
// itself. doc is for readers of the API description.
//
// The tag bounds names bounds that several requests share, such as
// bounds:"hourlyRate"; domain.BoundsNamed has them all. They count the items of a
// slice, the runes of a text, or bound an integer.
//
// A declaration is inspected once. A mistake in it is a fault of the program
// and panics; [Check] finds it when the program starts. [Describe] gives what
// was found to whoever writes the API description.
//
// # What is refused
//
// A body that is not JSON by its own account, or no form where one is wanted,
// is 415. One that cannot be read, with broken JSON, invalid UTF-8, a lone
// surrogate, a byte order mark, a repeated key, something behind its end, or
// more than [MaxDepth] levels, is 400. All else is 422 and listed in [Issues],
// to which the rules of the operation add theirs; so is a field of a form that
// cannot be decoded.
//
// Names are compared exactly: NAME and iſManager are unknown, and unknown
// properties and parameters are ignored. Both spellings of one property, or
// one parameter twice, is duplicate_value at the spelling that came later; the
// first value is the one that was read. Integers are written without fraction
// and exponent: 1.0 and 1e2 are type_invalid. Elements beyond maxItems are
// read past, not looked into.
package wire
