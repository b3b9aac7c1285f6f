package route

import (
	"net/http"
	"strconv"

	"github.com/go-json-experiment/json"
)

// JSONType is the media type of every answer that is no problem, page or file.
const JSONType = "application/json; charset=utf-8"

// Versioned is embedded by answers that show one mutable record; the version
// is also sent as its ETag.
type Versioned struct {
	Version int64 `json:"version"`
}

func (v Versioned) recordVersion() int64 { return v.Version }

type versioned interface{ recordVersion() int64 }

// Deleted is the answer of every delete.
type Deleted struct {
	ID      string `json:"id"`
	Deleted bool   `json:"deleted"`
}

// Done is the answer of an action without a record.
type Done struct {
	Status string `json:"status"`
}

// OK is Done.
var OK = Done{Status: "ok"}

// List is a part of a list.
type List[T any] struct {
	Items      []T     `json:"items"`
	NextCursor *string `json:"next_cursor"` // null at the end
}

// Responder is an answer that writes itself: a page, a file, a redirect.
type Responder interface {
	Respond(w http.ResponseWriter)
}

// encodeJSON writes an answer as JSON: nil slices as [], nothing escaped for HTML.
func encodeJSON(answer any) []byte {
	out, err := json.Marshal(answer, json.Deterministic(true))
	if err != nil {
		panic(err) // a fault of the program: answers hold only what JSON can say
	}
	return out
}

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
