package mcp_test

import (
	"encoding/json"
	"strings"
	"testing"

	"stint/internal/apitest"
)

type object = map[string]any

// agent is a program that calls tools with an API key.
type agent struct {
	*apitest.User
	key     string
	headers map[string]string
}

// newAgent makes an agent for a user, with a key of an access.
func newAgent(p *apitest.User, access string) agent {
	key := p.Post("/api/me/workspaces/"+p.WorkspaceID+"/api-keys", object{"name": "agent", "access": access}).OK()
	return agent{p, key["token"].(string), map[string]string{"MCP-Protocol-Version": "2025-11-25"}}
}

// send sends one message.
func (a agent) send(method string, params any) *apitest.Answer {
	return a.Send(apitest.Request{Method: "POST", Path: "/mcp", Bearer: a.key, Header: a.headers,
		Body: object{"jsonrpc": "2.0", "id": 1, "method": method, "params": params}})
}

// use uses a tool and returns its structured answer, or the text of its error.
func (a agent) use(t *testing.T, tool string, in object) (out object, failed string) {
	t.Helper()
	answer := a.send("tools/call", object{"name": tool, "arguments": in})
	var sent struct {
		Result struct {
			IsError           bool
			StructuredContent object
			Content           []struct{ Text string }
		}
		Error object
	}
	if err := json.Unmarshal(answer.Body, &sent); err != nil || answer.Status != 200 || sent.Error != nil ||
		len(sent.Result.Content) != 1 {
		t.Fatalf("%s: %d %v\n%s", tool, answer.Status, err, answer.Body)
	}
	if sent.Result.IsError {
		return nil, sent.Result.Content[0].Text
	}
	return sent.Result.StructuredContent, ""
}

// ok uses a tool that must succeed.
func (a agent) ok(t *testing.T, tool string, in object) object {
	t.Helper()
	out, failed := a.use(t, tool, in)
	if failed != "" {
		t.Fatalf("%s: %s", tool, failed)
	}
	return out
}

// refused uses a tool that must fail with a code.
func (a agent) refused(t *testing.T, tool string, in object, code string) {
	t.Helper()
	out, failed := a.use(t, tool, in)
	if !strings.Contains(failed, `"code":"`+code+`"`) {
		t.Fatalf("%s: %v %q, want %s", tool, out, failed, code)
	}
}

// at is the value at a path of an answer, such as timer.project.id.
func at(o any, path string) any {
	for name := range strings.SplitSeq(path, ".") {
		next, ok := o.(object)
		if !ok {
			return nil
		}
		o = next[name]
	}
	return o
}
