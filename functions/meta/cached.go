package meta

import (
	"net/http"

	"stint/shared/route"
)

// maxAge is how long caches may use a public document without asking, in seconds.
const maxAge = "300"

// cached is a public document: the same for everybody until the next deployment. It is sent with an ETag,
// compressed to those who accept it, and not at all to a client that has it already (RFC 9110, section 13.1.2).
type cached[T route.DescribedResponder] struct {
	document    T
	ifNoneMatch string
	zipped      *zipCache // nil: the client does not accept it
}

func cache[T route.DescribedResponder](f *Family, r *route.Request, document T, err error) (cached[T], error) {
	c := cached[T]{document: document, ifNoneMatch: r.Header("If-None-Match")}
	if f.zipped.accepts(r) {
		c.zipped = &f.zipped
	}
	return c, err
}

// Respond sends the document, or 304 without a body.
func (c cached[T]) Respond(w http.ResponseWriter) {
	made := recorded{header: w.Header(), status: http.StatusOK}
	c.document.Respond(&made)
	if made.status == http.StatusOK {
		made.header.Add("Vary", "Accept, Accept-Encoding")
		tag := route.TagOf(made.body)
		if c.zipped != nil {
			made.body = c.zipped.compress(tag, made.body)
			made.header.Set("Content-Encoding", "gzip")
			tag = route.TagOf(made.body)
		}
		made.header.Set("ETag", tag)
		made.header.Set("Cache-Control", "public, max-age="+maxAge)
		if route.MatchesTag(c.ifNoneMatch, tag) {
			for _, name := range []string{"Content-Type", "Content-Encoding", "Content-Length"} {
				made.header.Del(name)
			}
			w.WriteHeader(http.StatusNotModified)
			return
		}
	}
	w.WriteHeader(made.status)
	_, _ = w.Write(made.body)
}

// Variants describes the forms of the document, and that it may be left out.
func (c cached[T]) Variants() []route.Variant {
	return append(c.document.Variants(), route.Variant{Status: http.StatusNotModified})
}

// recorded keeps a body until it is known whether it is sent.
type recorded struct {
	header http.Header
	status int
	body   []byte
}

// Header is the header of the answer.
func (r *recorded) Header() http.Header { return r.header }

// WriteHeader keeps the status.
func (r *recorded) WriteHeader(status int) { r.status = status }

func (r *recorded) Write(part []byte) (int, error) {
	r.body = append(r.body, part...)
	return len(part), nil
}
