package mcp

import (
	"bytes"
	"errors"
	"net/http"
	"reflect"
	"strings"

	"stint/shared/problem"
	"stint/shared/route"
)

// answer is what the protocol answers. It implements route.DescribedResponder and http.ResponseWriter: a handler
// writes it whole before it is sent.
type answer struct {
	header http.Header
	status int
	body   bytes.Buffer
}

func newAnswer() *answer { return &answer{header: http.Header{}} }

// accepted is the answer of a message that wants none.
func accepted() *answer {
	a := newAnswer()
	a.WriteHeader(http.StatusAccepted)
	return a
}

// Header implements http.ResponseWriter.
func (a *answer) Header() http.Header { return a.header }

// WriteHeader implements http.ResponseWriter.
func (a *answer) WriteHeader(status int) {
	if a.status == 0 {
		a.status = status
	}
}

// Write implements http.ResponseWriter.
func (a *answer) Write(b []byte) (int, error) {
	a.WriteHeader(http.StatusOK)
	return a.body.Write(b)
}

// Flush implements http.Flusher, which handlers of streams look for.
func (a *answer) Flush() {}

// problem is why the protocol did not take the message at all; nil if it answered in JSON. The protocol leaves the
// form of such an answer to the server, so it is a problem like all others.
func (a *answer) problem() error {
	if a.status < http.StatusBadRequest || strings.HasPrefix(a.header.Get("Content-Type"), "application/json") {
		return nil
	}
	switch a.status {
	case http.StatusUnsupportedMediaType:
		return problem.New(problem.CodeUnsupportedMediaType)
	case http.StatusBadRequest:
		return problem.Malformed(strings.TrimSpace(a.body.String()))
	}
	return problem.Wrap(problem.CodeInternal, errors.New(a.body.String()))
}

// Respond implements route.Responder. The headers of the protocol's sessions are left out.
func (a *answer) Respond(w http.ResponseWriter) {
	if a.body.Len() > 0 {
		w.Header().Set("Content-Type", route.JSONType)
	}
	w.WriteHeader(max(a.status, http.StatusOK))
	_, _ = w.Write(a.body.Bytes())
}

// Variants implements route.DescribedResponder.
func (*answer) Variants() []route.Variant {
	return []route.Variant{
		{Status: http.StatusOK, MediaType: "application/json", JSON: reflect.TypeFor[map[string]any]()},
		{Status: http.StatusAccepted},
	}
}
