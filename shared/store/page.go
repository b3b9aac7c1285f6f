package store

import "stint/shared/table"

// Page, PageRequest and Cursor are those of shared/table, under the names that
// the callers of the store use.
type (
	// Page is a part of a list.
	Page[T any] = table.Page[T]
	// PageRequest asks for one page of a list.
	PageRequest = table.PageRequest
	// Cursor is the opaque position in a list.
	Cursor = table.Cursor
	// Filter chooses the records of a list.
	Filter[T any] = table.Filter[T]
)
