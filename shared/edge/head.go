package edge

import (
	"net/http"
	"strconv"
)

// headWriter sends the status and the headers of a response to HEAD. It counts the body instead of sending it.
type headWriter struct {
	http.ResponseWriter
	status int
	length int
}

// forMethod is a writer for the response to a method, and what to call when the response is complete.
func forMethod(w http.ResponseWriter, method string) (writer http.ResponseWriter, finish func()) {
	if method != http.MethodHead {
		return w, func() {}
	}
	h := &headWriter{ResponseWriter: w}
	return h, h.finish
}

// WriteHeader implements http.ResponseWriter. The status is sent at the end, when the length of the body is known.
func (h *headWriter) WriteHeader(status int) {
	if h.status == 0 {
		h.status = status
	}
}

// Write implements http.ResponseWriter.
func (h *headWriter) Write(b []byte) (int, error) {
	h.WriteHeader(http.StatusOK)
	h.length += len(b)
	return len(b), nil
}

// finish sends the status and the headers.
func (h *headWriter) finish() {
	if h.status == 0 {
		return
	}
	if h.status != http.StatusNoContent && h.status != http.StatusNotModified {
		h.Header().Set("Content-Length", strconv.Itoa(h.length))
	}
	h.ResponseWriter.WriteHeader(h.status)
}
