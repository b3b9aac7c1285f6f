package store

import "stint/shared/table"

type (
	PageRequest = table.PageRequest
	Page[T any] = table.Page[T]
	Cursor      = table.Cursor
)
