package mcp_test

import (
	"encoding/json"
	"testing"

	"stint/internal/apitest"
	"stint/shared/config"
)

// Every tool says what it is and what it does to the records.
func TestToolsAreDescribed(t *testing.T) {
	t.Parallel()
	var sent struct {
		Result struct {
			Tools []struct {
				Name, Title, Description  string
				InputSchema, OutputSchema object
				Annotations               object
			}
		}
	}
	answer := newAgent(newWorkspace(t), "read").send("tools/list", object{})
	if err := json.Unmarshal(answer.Body, &sent); err != nil || len(sent.Result.Tools) == 0 {
		t.Fatalf("%v\n%s", err, answer.Body)
	}
	for _, tool := range sent.Result.Tools {
		if tool.Title == "" || tool.Description == "" || tool.InputSchema["type"] != "object" ||
			tool.OutputSchema["type"] != "object" {
			t.Errorf("%s is not described: %+v", tool.Name, tool)
		}
		for _, hint := range []string{"readOnlyHint", "destructiveHint", "idempotentHint"} {
			if _, ok := tool.Annotations[hint].(bool); !ok {
				t.Errorf("%s has no %s", tool.Name, hint)
			}
		}
	}
}

// Every revision that the SDK serves is served at the same address, without sessions.
func TestRevisions(t *testing.T) {
	t.Parallel()
	a := newAgent(newWorkspace(t), "read")
	for _, revision := range []string{"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"} {
		a.headers = nil
		answer := a.send("initialize", object{"protocolVersion": revision, "capabilities": object{},
			"clientInfo": object{"name": "test", "version": "1"}})
		if got := at(answer.OK(), "result.protocolVersion"); got != revision || answer.Header.Get("Mcp-Session-Id") != "" {
			t.Errorf("%s: %v", revision, got)
		}
	}
	const newest, meta = "2026-07-28", "io.modelcontextprotocol/"
	a.headers = map[string]string{"MCP-Protocol-Version": newest, "Mcp-Method": "tools/call", "Mcp-Name": "who_am_i"}
	out := a.send("tools/call", object{"name": "who_am_i", "arguments": object{}, "_meta": object{
		meta + "protocolVersion": newest, meta + "clientInfo": object{"name": "test", "version": "1"},
		meta + "clientCapabilities": object{},
	}}).OK()
	if at(out, "result.structuredContent.user_id") != a.ID {
		t.Errorf("%v", out)
	}
}

// A request without a good credential learns where the metadata of the resource is. A session is none.
func TestCredentials(t *testing.T) {
	t.Parallel()
	owner := newWorkspace(t)
	for name, credential := range map[string]string{"none": "", "a session": owner.Token, "a broken key": "stint_x"} {
		answer := owner.Send(apitest.Request{Method: "POST", Path: "/mcp", Bearer: credential,
			Body: object{"jsonrpc": "2.0", "id": 1, "method": "tools/list"}})
		answer.Problem(401, "unauthorized")
		words := map[bool]string{true: `error="invalid_token", `}[credential != ""]
		want := "Bearer " + words + `resource_metadata="` + apitest.BaseURL + `/.well-known/oauth-protected-resource/mcp"`
		if got := answer.Header.Get("WWW-Authenticate"); got != want {
			t.Errorf("%s: %q", name, got)
		}
	}
	owner.Send(apitest.Request{Method: "GET", Path: "/mcp"}).Problem(405, "method_not_allowed")
}

// What is no message of the protocol is refused, and changes nothing.
func TestMalformedMessages(t *testing.T) {
	t.Parallel()
	a := newAgent(newWorkspace(t), "time")
	for _, body := range []string{"", "{", "[]", "null", `{"jsonrpc":"1.0"}`,
		` [{"jsonrpc":"2.0","id":1,"method":"tools/list"},{"jsonrpc":"2.0","id":2,"method":"tools/list"}]`} {
		answer := a.Send(apitest.Request{Method: "POST", Path: "/mcp", Bearer: a.key, Body: body})
		if answer.Status != 400 {
			t.Errorf("%q: %d %s", body, answer.Status, answer.Body)
		}
	}
	if _, failed := a.use(t, "start_timer", object{"unknown": 1}); failed == "" {
		t.Error("an unknown property is taken")
	}
}

// A request that the service does not take is answered by its id. Methods of capabilities that the service does not
// declare are unknown, too.
func TestUnknownRequestsAreAnswered(t *testing.T) {
	t.Parallel()
	a := newAgent(newWorkspace(t), "read")
	for _, revision := range []string{"", "2025-06-18", "2025-11-25", "2026-07-28"} {
		a.headers = map[string]string{"MCP-Protocol-Version": revision}
		status := map[bool]int{true: 404, false: 200}[revision == "2026-07-28"]
		for _, method := range []string{"nothing", "prompts/list", "resources/list", "logging/setLevel"} {
			answer := a.Send(apitest.Request{Method: "POST", Path: "/mcp", Bearer: a.key, Header: a.headers,
				Body: object{"jsonrpc": "2.0", "id": "x", "method": method}})
			got := answer.JSON()
			if answer.Status != status || got["id"] != "x" || at(got, "error.code") != -32601.0 {
				t.Errorf("%s of %q: %d %s", method, revision, answer.Status, answer.Body)
			}
		}
	}
	for _, body := range []string{`{"jsonrpc":"2.0","method":"notifications/initialized"}`,
		`{"jsonrpc":"2.0","method":"notifications/tasks/status"}`} {
		if told := a.Send(apitest.Request{Method: "POST", Path: "/mcp", Bearer: a.key, Body: body}); told.Status != 202 ||
			len(told.Body) > 0 {
			t.Errorf("%s: %d %s", body, told.Status, told.Body)
		}
	}
	a.headers = nil
	without := a.Send(apitest.Request{Method: "POST", Path: "/mcp", Bearer: a.key,
		Body: object{"jsonrpc": "2.0", "id": 7, "method": "tools/call"}})
	if got := without.JSON(); without.Status != 200 || got["id"] != 7.0 || at(got, "error.code") != -32600.0 {
		t.Errorf("without params: %d %s", without.Status, without.Body)
	}
}

// Pages of other sites cannot call with a key that they have, unless the service allows them.
func TestPagesOfOtherSitesAreRefused(t *testing.T) {
	t.Parallel()
	api := apitest.New(t, func(c *config.Config) { c.AllowedOrigins = []string{"https://app.example"} })
	a := newAgent(api.Register("ada"), "read")
	for origin, status := range map[string]int{"": 200, apitest.BaseURL: 200, "https://app.example": 200,
		"https://evil.example": 403, "null": 403} {
		a.headers = map[string]string{"Origin": origin}
		if answer := a.send("tools/list", object{}); answer.Status != status {
			t.Errorf("%q: %d, want %d", origin, answer.Status, status)
		}
	}
}
