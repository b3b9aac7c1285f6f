package mcp

import (
	"bytes"
	"encoding/json"
	"errors"
	"net/http"
	"reflect"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"

	"stint/shared/pattern"
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
		return problem.Malformed(a.reason())
	}
	return problem.Wrap(problem.CodeInternal, errors.New(a.body.String()))
}

// reason is why the protocol did not take a message, in words for its sender.
func (a *answer) reason() string {
	if text := strings.TrimSpace(a.body.String()); !internalWords.MatchString(text) {
		return text
	}
	return "The message does not have the form that the protocol wants."
}

// internalWords are in texts of the SDK that quote what was sent, and that name types of Go.
var internalWords = pattern.New(`json: |unmarshal|Go (value|struct)|invalid ID type`)

// internalError reports whether the answer is an error with a text about the SDK's own types, and its code.
func (a *answer) internalError() (code int64, ok bool) {
	if !bytes.Contains(a.body.Bytes(), []byte(`"error":`)) {
		return 0, false // most answers, which may be long
	}
	var sent struct{ Error *jsonrpc.Error }
	if err := json.Unmarshal(a.body.Bytes(), &sent); err != nil || sent.Error == nil {
		return 0, false
	}
	return sent.Error.Code, internalWords.MatchString(sent.Error.Message)
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
