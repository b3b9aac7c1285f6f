package mcp

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"slices"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"

	"stint/shared/problem"
	"stint/shared/route"
)

// message is the part of a JSON-RPC message that says how to answer it when the protocol does not take it.
type message struct {
	ID     json.RawMessage `json:"id,omitempty"`
	Method string          `json:"method"`
}

// methods are those that the service has. It declares no other capabilities than tools.
var methods = []string{"initialize", "ping", "server/discover", "tools/call", "tools/list"}

// isRequest reports whether the message wants an answer. A notification does not.
func (m message) isRequest() bool { return len(m.ID) > 0 && string(m.ID) != "null" }

// isKnown reports whether the service takes the message: it has the method, or the message is a notification.
func (m message) isKnown() bool { return slices.Contains(methods, m.Method) || !m.isRequest() }

// readMessage reads the message of a request. Errors: malformed_request for several messages in one, because a batch
// would count as one request; revisions of the protocol since 2025-06-18 have none.
func readMessage(h *http.Request) (m message, err error) {
	body, err := io.ReadAll(h.Body)
	if err != nil {
		return m, err
	}
	h.Body = io.NopCloser(bytes.NewReader(body))
	if bytes.HasPrefix(bytes.TrimSpace(body), []byte("[")) {
		return m, problem.Malformed("Batches of messages are not supported: send one message in each request.")
	}
	_ = json.Unmarshal(body, &m) // what is no message is refused by the protocol
	return m, nil
}

// newestStatus is the first revision of the protocol whose answers of unknown methods have a status of their own.
const newestStatus = "2026-07-28"

// refuse answers the message with an error of JSON-RPC.
func (m message) refuse(h *http.Request, code int64, text string) *answer {
	out := newAnswer()
	if code == jsonrpc.CodeMethodNotFound && h.Header.Get("MCP-Protocol-Version") >= newestStatus {
		out.WriteHeader(http.StatusNotFound)
	}
	_, _ = out.Write(route.JSON(struct {
		Version string          `json:"jsonrpc"`
		ID      json.RawMessage `json:"id"`
		Error   jsonrpc.Error   `json:"error"`
	}{"2.0", m.ID, jsonrpc.Error{Code: code, Message: text}}))
	return out
}
