package mcp

import (
	"context"
	"log/slog"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"stint/functions/mcp/tools"
	"stint/shared/problem"
	"stint/shared/route"
)

// serve answers one message. The server lives for one request, because its tools act for the caller of the request.
// Pages of other sites are refused, as the protocol demands. The rights of a tool are those of the operations that it
// runs, which shared/route/authorize.go decides.
func (f *Family) serve(ctx context.Context, c *route.Call[route.NoInput]) (*answer, error) {
	if err := f.accounts.CheckOrigin(c.Request); err != nil {
		return nil, err
	}
	ctx = route.WithCoveredOperation(ctx)
	h := c.Forward(ctx)
	sent, err := readMessage(h)
	switch {
	case err != nil:
		return nil, err
	case sent.isNotification():
		return accepted(), nil
	}
	if code, text := sent.wrongForm(); sent.isRequest() && code != 0 {
		return sent.refuse(h, code, text), nil
	}
	acceptJSON(h)
	server := f.newServer(tools.Toolbox{
		Operations: caller{f.operations(), h}, Secrets: f.secrets, Context: ctx, Now: c.Now.Time,
	})
	handler := sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return server }, &sdk.StreamableHTTPOptions{
		Stateless: true, JSONResponse: true, Logger: slog.New(slog.DiscardHandler), PropagateRequestCancellation: true,
		DisableLocalhostProtection: true, // the function has no address of its own
	})
	out := newAnswer()
	handler.ServeHTTP(out, h)
	if err = out.problem(); sent.isRequest() && problem.Is(err, problem.CodeMalformedRequest) {
		return sent.refuse(h, jsonrpc.CodeInvalidRequest, problem.From(err).Detail), nil
	}
	if code, isInternal := out.internalError(); isInternal {
		return sent.refuse(h, code, "The parameters do not have the form that the method wants."), nil
	}
	return out, err
}

// newServer makes the server of one request.
func (f *Family) newServer(t tools.Toolbox) *sdk.Server {
	server := sdk.NewServer(&sdk.Implementation{Name: "stint", Title: "Stint", Version: f.version}, &sdk.ServerOptions{
		Instructions: tools.Instructions, SchemaCache: f.schemas, Capabilities: &sdk.ServerCapabilities{
			Tools: &sdk.ToolCapabilities{}, // the list of tools is always the same
		},
	})
	t.AddTo(server)
	return server
}

// acceptJSON lets clients that accept only JSON, or say nothing, call too: every answer is JSON.
func acceptJSON(h *http.Request) { h.Header.Set("Accept", "application/json, text/event-stream") }
