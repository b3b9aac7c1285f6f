package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"strings"

	"stint/functions/mcp/tools"
	"stint/shared/boot"
	"stint/shared/edge"
	"stint/shared/route"
)

// operation is an operation of another family.
type operation struct {
	spec    route.Spec
	handler http.Handler
}

// operations are the operations that tools may run, by the ids of their routes.
type operations map[string]operation

// newOperations makes the operations of the public API.
func newOperations(d *boot.Deps) operations {
	all := operations{}
	for _, f := range toolFamilies {
		handler := f.Operations(d)
		for _, spec := range f.Routes {
			if strings.HasPrefix(spec.Path, "/api/v1/") {
				all[spec.ID] = operation{spec, handler}
			}
		}
	}
	return all
}

// caller runs operations for the caller of a request.
type caller struct {
	operations operations
	request    *http.Request
}

// Run implements tools.Operations.
func (c caller) Run(ctx context.Context, r tools.Request) (tools.Response, error) {
	o := c.operations[r.Operation]
	body, err := encodeBody(r.Body)
	if err != nil {
		return tools.Response{}, err
	}
	h, err := http.NewRequestWithContext(edge.WithOperation(ctx), o.spec.Method, r.Path(o.spec.Path), body)
	if err != nil {
		return tools.Response{}, err
	}
	h.RemoteAddr = c.request.RemoteAddr
	h.Header = c.headers(r)
	out := newAnswer()
	o.handler.ServeHTTP(out, h)
	return tools.Response{Status: out.status, Body: out.body.Bytes()}, nil
}

// headers are those of an operation: who calls, and what the tool adds.
func (c caller) headers(r tools.Request) http.Header {
	all := r.Header()
	for _, name := range []string{"Authorization", "User-Agent"} {
		all[name] = c.request.Header.Values(name)
	}
	return all
}

func encodeBody(body any) (*bytes.Reader, error) {
	if body == nil {
		return bytes.NewReader(nil), nil
	}
	text, err := json.Marshal(body)
	return bytes.NewReader(text), err
}
