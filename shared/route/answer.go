package route

import (
	"net/http"
	"strconv"

	"github.com/go-json-experiment/json"
)

// JSONType is the media type of all answers except problems, pages and files.
const JSONType = "application/json; charset=utf-8"

// Versioned is embedded by answers that show one mutable record. Its version is
// also sent as ETag.
type Versioned struct {
	Version int64 `json:"version"`
}

func (v Versioned) recordVersion() int64 { return v.Version }

type versioned interface{ recordVersion() int64 }

// Deleted is the answer of every delete.
//
//openapi:schema DeletedRecord
type Deleted struct {
	ID      string `json:"id"`
	Deleted bool   `json:"deleted"` // true: the record is gone.
}

// NewDeleted is the answer of the delete of a record.
func NewDeleted[ID ~string](id ID) Deleted { return Deleted{ID: string(id), Deleted: true} }

// Done is the answer of an action without a record.
//
//openapi:schema ActionResult
type Done struct {
	Status string `json:"status"` // ok: it is done.
}

// OK is the answer Done with the status "ok".
var OK = Done{Status: "ok"}

// List is a page of a list.
//
//openapi:schema Items+List
type List[T any] struct {
	Items      []T     `json:"items"`
	NextCursor *string `json:"next_cursor"` // where the next page begins; null at the end of the list
}

// IsList marks the answer as a list.
func (List[T]) IsList() {}

// list is an answer that is a list: the audit log is told when an API key reads it.
type list interface{ IsList() }

// Responder is an answer that writes its own response: a page, a file, a redirect.
type Responder interface {
	Respond(w http.ResponseWriter)
}

// JSON is an answer as the body of a response has it.
func JSON(answer any) []byte { return encodeJSON(answer) }

// encodeJSON encodes an answer: nil slices as [], without escapes for HTML.
func encodeJSON(answer any, more ...json.Options) []byte {
	out, err := json.Marshal(answer, append(more, json.Deterministic(true))...)
	if err != nil {
		panic(err) // a mistake in the program: answers have only types that JSON can encode
	}
	return out
}

// etagOf is the ETag of an answer; "" when it has no version.
func etagOf(answer any) string {
	if v, ok := answer.(versioned); ok {
		return strconv.Quote(strconv.FormatInt(v.recordVersion(), 10))
	}
	return ""
}

func writeJSONBody(w http.ResponseWriter, body []byte, etag string) {
	if etag != "" {
		w.Header().Set("ETag", etag)
	}
	w.Header().Set("Content-Type", JSONType)
	_, _ = w.Write(body)
}
