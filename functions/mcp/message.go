package mcp

import (
	"bytes"
	"io"
	"net/http"
	"slices"
	"strconv"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/modelcontextprotocol/go-sdk/jsonrpc"

	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/wire"
)

// message has what is needed to answer a JSON-RPC message that the SDK does not accept.
type message struct {
	Version string         `json:"jsonrpc"`
	ID      jsontext.Value `json:"id"`
	Method  string         `json:"method"`
	Params  jsontext.Value `json:"params"`
}

// methods are those that the service has. It declares no other capabilities than tools.
var methods = []string{"initialize", "ping", "server/discover", "tools/call", "tools/list"}

// isRequest reports whether the message wants an answer. Answers of clients have no method, and notifications no id.
func (m message) isRequest() bool { return m.Method != "" && len(m.ID) > 0 && m.ID.Kind() != 'n' }

// isNotification reports whether the message only tells something. Nothing follows, because there are no sessions.
func (m message) isNotification() bool { return m.Method != "" && len(m.ID) == 0 }

// maxProperties bounds the properties of a message. A call that logs 20 entries has 200.
const maxProperties = 2_000

// maxID is the largest number that every program reads exactly (RFC 8259, section 6).
const maxID = 1<<53 - 1

// hasGoodID reports whether the answer can have the same id: a text, or a whole number that is exact everywhere.
func (m message) hasGoodID() bool {
	if m.ID.Kind() != '0' {
		return m.ID.Kind() == '"'
	}
	n, err := strconv.ParseInt(string(m.ID), 10, 64)
	return err == nil && n >= -maxID && n <= maxID
}

// wrongForm is what is wrong with the form of a request; no code if it is right.
func (m message) wrongForm() (code int64, text string) {
	switch {
	case !m.hasGoodID():
		return jsonrpc.CodeInvalidRequest, "The id is neither a text nor a whole number between -(2^53-1) and 2^53-1."
	case !slices.Contains(methods, m.Method):
		return jsonrpc.CodeMethodNotFound, "The service has no method with this name."
	case len(m.Params) > 0 && m.Params.Kind() != '{':
		return jsonrpc.CodeInvalidParams, "The parameters are no object."
	}
	return 0, ""
}

// readMessage reads the message of a request. It refuses batches: one would count as a single request, and the protocol
// has had none since 2025-06-18. Errors: malformed_request.
func readMessage(h *http.Request) (m message, err error) {
	body, err := io.ReadAll(h.Body)
	if err != nil {
		return m, err
	}
	h.Body = io.NopCloser(bytes.NewReader(body))
	if err := wire.CheckJSON(body); err != nil {
		return m, err
	}
	switch {
	case jsontext.Value(body).Kind() == '[':
		return m, problem.Malformed("Batches of messages are not supported: send one message in each request.")
	case wire.CountProperties(body) > maxProperties:
		return m, problem.Malformed("A message has at most 2,000 properties.")
	case json.Unmarshal(body, &m) != nil || m.Version != "2.0":
		return m, problem.Malformed("The body is no message of JSON-RPC 2.0.")
	}
	return m, nil
}

// notFoundSince is the first revision of the protocol in which an unknown method is answered with the status 404.
const notFoundSince = "2026-07-28"

// refuse answers the message with an error of JSON-RPC.
func (m message) refuse(h *http.Request, code int64, text string) *answer {
	out := newAnswer()
	revision := h.Header.Get("MCP-Protocol-Version")
	if code == jsonrpc.CodeInvalidRequest {
		out.WriteHeader(http.StatusBadRequest)
	}
	// Dates of one length compare as texts. Anything else is no revision.
	if code == jsonrpc.CodeMethodNotFound && len(revision) == len(notFoundSince) && revision >= notFoundSince {
		out.WriteHeader(http.StatusNotFound)
	}
	id := m.ID
	if !m.hasGoodID() {
		id = jsontext.Value("null") // which JSON-RPC wants where there is none (section 5)
	}
	_, _ = out.Write(route.JSON(struct {
		Version string         `json:"jsonrpc"`
		ID      jsontext.Value `json:"id"`
		Error   jsonrpc.Error  `json:"error"`
	}{"2.0", id, jsonrpc.Error{Code: code, Message: text}}))
	return out
}
