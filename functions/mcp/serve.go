package mcp

import (
	"context"
	"log/slog"
	"net/http"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"stint/functions/mcp/tools"
	"stint/shared/route"
)

// serve answers one message. The server lives for one request, because its tools act for the caller of the request.
func (f *Family) serve(ctx context.Context, c *route.Call[route.NoInput]) (*answer, error) {
	ctx = route.WithCoveredOperation(ctx)
	h := c.Forward(ctx)
	acceptJSON(h)
	server := f.newServer(tools.Toolbox{
		Operations: caller{f.operations(), h}, Seals: seals{f.secrets}, Context: ctx, Now: c.Now.Time,
	})
	handler := sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return server }, &sdk.StreamableHTTPOptions{
		Stateless: true, JSONResponse: true, Logger: slog.New(slog.DiscardHandler), PropagateRequestCancellation: true,
		DisableLocalhostProtection: true, // the function has no address of its own
	})
	out := newAnswer()
	handler.ServeHTTP(out, h)
	return out, out.problem()
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
