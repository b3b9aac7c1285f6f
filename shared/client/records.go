package client

import (
	"context"
	"encoding/json"
	"iter"
	"net/http"

	"github.com/google/uuid"

	"stint/shared/client/api"
)

// Record is a record with the bytes that the service sent, which may have properties that this
// version does not know.
type Record[T any] struct {
	Value T
	Raw   json.RawMessage
}

// response is what every generated response with a JSON body has.
type response[T any] interface {
	GetJSON200() *T
	GetBody() []byte
}

// Get returns the record of a response:
//
//	entry, err := client.Get(c.EntriesGetWithResponse(ctx, id, nil))
//
// Errors: those of the request, see Problem and UnreachableError. A success that is no such record
// is a Problem with CodeUnexpected.
func Get[T any, R response[T]](r R, err error) (*T, error) {
	if err != nil {
		return nil, errorOf(err)
	}
	record := r.GetJSON200()
	return record, check(record, r.GetBody())
}

// GetRecord is Get that also returns what the service sent. Errors: those of Get.
func GetRecord[T any, R response[T]](r R, err error) (Record[T], error) {
	value, err := Get(r, err)
	if err != nil {
		return Record[T]{}, err
	}
	return Record[T]{*value, r.GetBody()}, nil
}

// page is a page of a list.
type page[T any] interface{ Page() ([]T, *string) }

// listing is a generated operation that lists.
type listing[P, R any] = func(context.Context, *P, ...api.RequestEditorFn) (R, error)

// Below is a list below another record, for All and Records.
//
//	for task, err := range client.All(ctx, client.Below(c.TasksListWithResponse, project), nil) { … }
func Below[P, R any](list func(context.Context, uuid.UUID, *P, ...api.RequestEditorFn) (R, error),
	id uuid.UUID) func(context.Context, *P, ...api.RequestEditorFn) (R, error) {
	return func(ctx context.Context, params *P, editors ...api.RequestEditorFn) (R, error) {
		return list(ctx, id, params, editors...)
	}
}

// All iterates over the records of a list, page by page as they are needed. An error is the last
// that it yields; one is that of a list without an end, whose cursor comes again. params may be
// nil; its cursor is where the list begins.
//
//	for tag, err := range client.All(ctx, c.TagsListWithResponse, nil) { … }
//
// A list below another record is that of Below.
func All[T, P any, L page[T], R response[L]](ctx context.Context, list listing[P, R], params *P) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for record, err := range Records(ctx, list, params) {
			if !yield(record.Value, err) {
				return
			}
		}
	}
}

// Records is All that also yields what the service sent.
func Records[T, P any, L page[T], R response[L]](ctx context.Context, list listing[P, R],
	params *P) iter.Seq2[Record[T], error] {
	return func(yield func(Record[T], error) bool) {
		var cursor *string
		var before cursors
		for {
			records, next, err := readPage[T](list(ctx, orEmpty(params), pageAt(cursor)))
			if err != nil {
				yield(Record[T]{}, err)
				return
			}
			for _, r := range records {
				if !yield(r, nil) {
					return
				}
			}
			if next == nil {
				return
			}
			if before.have(*next) {
				yield(Record[T]{}, unexpected(http.StatusOK, "the list has no end"))
				return
			}
			cursor = next
		}
	}
}

func readPage[T any, L page[T], R response[L]](r R, err error) ([]Record[T], *string, error) {
	got, err := Get(r, err)
	if err != nil {
		return nil, nil, err
	}
	items, next := (*got).Page()
	var raw struct{ Items []json.RawMessage }
	if err := json.Unmarshal(r.GetBody(), &raw); err != nil {
		return nil, nil, errorOf(err)
	}
	records := make([]Record[T], len(items))
	for i := range items {
		records[i] = Record[T]{items[i], raw.Items[i]}
	}
	return records, next, nil
}

func orEmpty[P any](params *P) *P {
	if params == nil {
		return new(P)
	}
	return params
}

// mostOnPage is the most records that the service puts on a page.
const mostOnPage = "200"

// pageAt asks for the page at a cursor, nil for the first one. Its records are mostOnPage, unless the parameters say
// how many.
func pageAt(cursor *string) api.RequestEditorFn {
	return func(_ context.Context, request *http.Request) error {
		query := request.URL.Query()
		if !query.Has("limit") {
			query.Set("limit", mostOnPage)
		}
		if cursor != nil {
			query.Set("cursor", *cursor)
		}
		request.URL.RawQuery = query.Encode()
		return nil
	}
}

// Collect are all records of a list.
func Collect[T any](all iter.Seq2[T, error]) (list []T, err error) {
	err = ForEach(all, func(record T) { list = append(list, record) })
	return list, err
}

// ForEach reads all records of a list.
func ForEach[T any](all iter.Seq2[T, error], do func(T)) error {
	for record, err := range all {
		if err != nil {
			return err
		}
		do(record)
	}
	return nil
}

// Each gives records that were read already, as All does.
func Each[T any](records []T) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for _, record := range records {
			if !yield(record, nil) {
				return
			}
		}
	}
}
