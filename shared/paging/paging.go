// Package paging is the way lists are asked for and answered: a limit, an
// opaque cursor, and next_cursor until the end.
package paging

import (
	"stint/shared/route"
	"stint/shared/store"
	"stint/shared/wire"
)

// DefaultLimit is how many rows a page has unless the caller asks otherwise.
const DefaultLimit = 50

// Query is embedded by the input of every list.
type Query struct {
	Limit  wire.Optional[int]    `query:"limit" minimum:"1" maximum:"200"`
	Cursor wire.Optional[string] `query:"cursor" maxLength:"2000"`
}

// Page is the part of the list that the request asks for.
func (q Query) Page(r *route.Request) store.PageRequest {
	return store.PageRequest{Limit: q.Limit.Or(DefaultLimit), Cursor: store.Cursor(q.Cursor.Value), Scope: r.CursorScope()}
}

// ToList shows a part of a list, row by row.
func ToList[T, Out any](page store.Page[T], err error, show func(T) Out) (route.List[Out], error) {
	answer := route.List[Out]{Items: make([]Out, 0, len(page.Items))}
	if err != nil {
		return answer, err
	}
	for _, row := range page.Items {
		answer.Items = append(answer.Items, show(row))
	}
	if page.Next != "" {
		next := string(page.Next)
		answer.NextCursor = &next
	}
	return answer, nil
}
