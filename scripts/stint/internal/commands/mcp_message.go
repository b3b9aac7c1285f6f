package commands

import (
	"bytes"
	"encoding/json"
	"net/http"
)

// message is what a relay needs to know of a message.
type message struct {
	ID     json.RawMessage
	Method string
	Params struct {
		Name string // of the tool
		Meta struct {
			Revision string `json:"io.modelcontextprotocol/protocolVersion"`
		} `json:"_meta"`
	}
}

// readMessage reads a message. known is false for what is none, such as a list of messages.
func readMessage(line []byte) (m message, known bool) {
	err := json.Unmarshal(line, &m)
	return m, err == nil && line[0] == '{'
}

// isNotification reports whether a message wants no answer: it has no id, or is an answer itself.
func (m message) isNotification() bool {
	return len(m.ID) == 0 || bytes.Equal(m.ID, []byte("null")) || m.Method == ""
}

// newestRevision is the first one in which each message names its revision, and headers repeat what is in the message.
const newestRevision = "2026-07-28"

// header are the headers of a message over HTTP. revision is the one that was agreed on before; "" is none.
func (m message) header(revision string) http.Header {
	all := http.Header{}
	if m.Params.Meta.Revision != "" {
		revision = m.Params.Meta.Revision
	}
	if revision != "" {
		all.Set("MCP-Protocol-Version", revision)
	}
	if revision < newestRevision {
		return all
	}
	all.Set("Mcp-Method", m.Method)
	if m.Params.Name != "" {
		all.Set("Mcp-Name", m.Params.Name)
	}
	return all
}

// agreedRevision is the revision that the answer to an initialization names.
func agreedRevision(answer []byte) string {
	var sent struct {
		Result struct{ ProtocolVersion string }
	}
	_ = json.Unmarshal(answer, &sent) // an error agrees on none
	return sent.Result.ProtocolVersion
}

// The codes of failures (JSON-RPC 2.0, section 5.1): a message that is none, and a service that did not answer it.
const (
	codeInvalid = -32600
	codeService = -32000
)

// failureOf is an answer that says why there is no other. A message without an id gets null.
func failureOf(id json.RawMessage, code int, sentence string) []byte {
	if len(id) == 0 {
		id = json.RawMessage("null")
	}
	type failure struct {
		Code    int    `json:"code"`
		Message string `json:"message"`
	}
	text, _ := json.Marshal(struct { // a number, a text and an id that was read before
		Version string          `json:"jsonrpc"`
		ID      json.RawMessage `json:"id"`
		Error   failure         `json:"error"`
	}{"2.0", id, failure{code, sentence}})
	return text
}
