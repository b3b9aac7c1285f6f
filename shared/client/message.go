package client

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"strings"
)

// Message sends one message of the Model Context Protocol to the service and returns its answer, which is nil for a
// notification. It is not repeated, unless it was refused for too many requests. Errors: those of every operation, when
// no message came back.
func (c *Client) Message(ctx context.Context, message []byte, header http.Header) ([]byte, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, c.base+"/mcp", bytes.NewReader(message))
	if err != nil {
		return nil, err
	}
	for name, values := range header {
		request.Header[http.CanonicalHeaderKey(name)] = values
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Accept", "application/json, text/event-stream")
	answer, err := c.doer.send(request)
	if err != nil {
		return nil, err
	}
	isMessage := strings.HasPrefix(answer.Header.Get("Content-Type"), "application/json")
	if !isMessage && !isSuccess(answer.StatusCode) {
		return nil, problemOf(answer)
	}
	body, err := io.ReadAll(answer.Body)
	switch {
	case err != nil:
		return nil, &UnreachableError{err}
	case len(body) > 0 && !isMessage:
		return nil, unexpected(answer.StatusCode, "it is no message of the Model Context Protocol")
	}
	return body, nil
}
