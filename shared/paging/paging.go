// Package paging reads the limit and the cursor of list requests and writes list
// answers, with next_cursor until the end of the list.
package paging

import (
	"stint/shared/domain"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/store"
	"stint/shared/wire"
)

// DefaultLimit is the number of rows on a page if the caller sends no limit.
const DefaultLimit = 50

// Query contains the query parameters of every list. Inputs embed it.
type Query struct {
	Limit wire.Optional[int] `query:"limit" minimum:"1" maximum:"200"` // The most records on a page. Default 50.
	// The next_cursor of the page before. The first page needs none.
	Cursor wire.Optional[string] `query:"cursor" maxLength:"2000"`
}

// Page is the page that the request wants.
func (q Query) Page(r *route.Request) store.PageRequest {
	return store.PageRequest{Limit: q.Limit.Or(DefaultLimit), Cursor: store.Cursor(q.Cursor.Value), Scope: r.CursorScope()}
}

// ToList turns a page into an answer; show turns a record into a row.
func ToList[T, Out any](page store.Page[T], err error, show func(T) Out) (route.List[Out], error) {
	if err != nil {
		return route.List[Out]{Items: []Out{}}, err
	}
	return route.List[Out]{Items: ToRows(page.Items, show), NextCursor: domain.OrNull(string(page.Next))}, nil
}

// ToSingle is ToList for a filter that at most one record matches; found is nil for
// none, keep are the other filters, nil for none. There is no second page, so every
// cursor is that of another list. Errors: validation cursor_invalid.
func ToSingle[T, Out any](q Query, found *T, err error, keep func(T) bool, show func(T) Out) (route.List[Out], error) {
	list := route.List[Out]{Items: []Out{}}
	switch {
	case err != nil:
		return list, err
	case q.Cursor.Value != "":
		return list, problem.InvalidField("cursor", problem.CursorInvalid)
	case found != nil && (keep == nil || keep(*found)):
		list.Items = append(list.Items, show(*found))
	}
	return list, nil
}

// ToRows turns records into the rows of an answer, which is never nil.
func ToRows[T, Out any](all []T, show func(T) Out) []Out {
	rows := make([]Out, 0, len(all))
	for _, x := range all {
		rows = append(rows, show(x))
	}
	return rows
}
