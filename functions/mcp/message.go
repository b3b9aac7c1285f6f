package mcp

import (
	"bytes"
	"io"
	"net/http"
	"slices"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/modelcontextprotocol/go-sdk/jsonrpc"

	"stint/shared/problem"
	"stint/shared/route"
)

// message is the part of a JSON-RPC message that says how to answer it when the protocol does not take it.
type message struct {
	ID     jsontext.Value `json:"id"`
	Method string         `json:"method"`
}

// methods are those that the service has. It declares no other capabilities than tools.
var methods = []string{"initialize", "ping", "server/discover", "tools/call", "tools/list"}

// isRequest reports whether the message wants an answer. Answers of clients have no method, and notifications no id.
func (m message) isRequest() bool { return m.Method != "" && len(m.ID) > 0 && m.ID.Kind() != 'n' }

// isNotification reports whether the message only tells something. Nothing follows, because there are no sessions.
func (m message) isNotification() bool { return m.Method != "" && len(m.ID) == 0 }

// isUnknown reports whether the message asks for a method that the service does not have.
func (m message) isUnknown() bool { return m.isRequest() && !slices.Contains(methods, m.Method) }

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
	if json.Unmarshal(body, &m) != nil {
		m = message{} // what is no message is refused by the protocol
	}
	return m, nil
}

// notFoundSince is the first revision of the protocol in which an unknown method is answered with the status 404.
const notFoundSince = "2026-07-28"

// refuse answers the message with an error of JSON-RPC.
func (m message) refuse(h *http.Request, code int64, text string) *answer {
	out := newAnswer()
	revision := h.Header.Get("MCP-Protocol-Version")
	if code == jsonrpc.CodeMethodNotFound && len(revision) == len(notFoundSince) && revision >= notFoundSince {
		out.WriteHeader(http.StatusNotFound)
	}
	_, _ = out.Write(route.JSON(struct {
		Version string         `json:"jsonrpc"`
		ID      jsontext.Value `json:"id"`
		Error   jsonrpc.Error  `json:"error"`
	}{"2.0", m.ID, jsonrpc.Error{Code: code, Message: text}}))
	return out
}
