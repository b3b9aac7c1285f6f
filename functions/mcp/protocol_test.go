package mcp_test

import (
	"encoding/json"
	"fmt"
	"strings"
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
		answer := owner.As(credential).Post("/mcp", object{"jsonrpc": "2.0", "id": 1, "method": "tools/list"})
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
	for _, body := range []string{"", "{", "[]", "null", `{"jsonrpc":"1.0"}`, "5", `{"jsonrpc":"2.0","method":5}`,
		`{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}`, `{"jsonrpc":"2.0","id":1,"method":"ping"} x`,
		`{"jsonrpc":"2.0","id":1,"method":"ping","params":{"_meta":` + strings.Repeat(`[`, 31) + strings.Repeat(`]`, 31) + `}}`,
		`{"jsonrpc":"2.0","id":1,"method":"ping","params":{"_meta":{` + strings.Repeat(`"a":1,`, 10) + `"a":1}}}`,
		manyProperties(1_996), // and five around them
		` [{"jsonrpc":"2.0","id":1,"method":"tools/list"},{"jsonrpc":"2.0","id":2,"method":"tools/list"}]`} {
		answer := a.As(a.key).Post("/mcp", body)
		answer.Problem(400, "malformed_request")
		if isInternal(answer) {
			t.Errorf("%q: %s", body, answer.Body)
		}
	}
	a.As(a.key).Post("/mcp", manyProperties(1_995)).OK()
	if _, failed := a.use(t, "start_timer", object{"unknown": 1}); failed == "" {
		t.Error("an unknown property is taken")
	}
}

// manyProperties is a message with so many properties in its data, and five others.
func manyProperties(count int) string {
	var all strings.Builder
	for i := range count {
		fmt.Fprintf(&all, `,"%d":{}`, i)
	}
	return `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"_meta":{` + all.String()[1:] + `}}}`
}

// isInternal reports whether an answer has words that are for the authors of the service.
func isInternal(answer *apitest.Answer) bool {
	text := string(answer.Body)
	return strings.Contains(text, "json: ") || strings.Contains(text, "unmarshal") || strings.Contains(text, " of type ") || strings.Contains(text, `has type`)
}

// Requests with a wrong form get an error of JSON-RPC with their id, in words for their sender.
func TestWrongFormsAreAnswered(t *testing.T) {
	t.Parallel()
	a := newAgent(newWorkspace(t), "read")
	for _, c := range []struct {
		id, method, params string
		status, code       int
	}{
		{"9007199254740992", "ping", "{}", 400, -32600}, {"1.5", "ping", "{}", 400, -32600},
		{"{}", "ping", "{}", 400, -32600}, {"true", "nothing", "{}", 400, -32600},
		{"-9007199254740991", "ping", "{}", 200, 0}, {`"x"`, "ping", "[]", 200, -32602},
		{"1", "ping", `{"_meta":5}`, 200, -32602}, {"1", "tools/call", `{"name":5}`, 200, -32602},
		{"1", "tools/call", `{"name":"find","arguments":[]}`, 200, 0}, // a failure of the tool, as the next one
		{"1", "tools/call", `{"name":"find","arguments":{"words":5}}`, 200, 0},
	} {
		answer := a.As(a.key).Post("/mcp",
			`{"jsonrpc":"2.0","id":`+c.id+`,"method":"`+c.method+`","params":`+c.params+`}`)
		var sent struct {
			ID    json.RawMessage
			Error struct{ Code int }
		}
		if err := json.Unmarshal(answer.Body, &sent); err != nil || answer.Status != c.status ||
			sent.Error.Code != c.code || isInternal(answer) {
			t.Errorf("%v: %d %v %s", c, answer.Status, err, answer.Body)
		}
		if want := map[bool]string{true: "null", false: c.id}[c.status == 400]; string(sent.ID) != want {
			t.Errorf("%v: the id is %s", c, sent.ID)
		}
	}
	a.headers = map[string]string{"MCP-Protocol-Version": "1999-01-01"}
	if answer := a.send("tools/list", object{}); answer.Status != 400 || at(answer.JSON(), "error.code") != -32600.0 {
		t.Errorf("an unknown revision: %d %s", answer.Status, answer.Body)
	}
}

// An argument that is null is absent, also in a row. One that a tool needs is missing then.
func TestNullArgumentsAreAbsent(t *testing.T) {
	t.Parallel()
	a := newAgent(newWorkspace(t), "time")
	if out := a.ok(t, "find", object{"words": "null", "kinds": nil, "project": nil}); out["status"] != "found" {
		t.Errorf("%v", out)
	}
	row := object{"started_at": "2026-06-15T09:00", "stopped_at": "2026-06-15T10:00", "project": nil, "description": nil}
	if out := a.ok(t, "log_time", object{"request_key": "k", "entries": []object{row}}); out["status"] != "logged" {
		t.Errorf("%v", out)
	}
	if _, failed := a.use(t, "find", object{"words": nil}); !strings.Contains(failed, `"field":"words","code":"required"`) {
		t.Error(failed)
	}
}

// A call with many unknown arguments names some of them.
func TestUnknownArgumentsAreBounded(t *testing.T) {
	t.Parallel()
	a := newAgent(newWorkspace(t), "read")
	in := object{"words": "x"}
	for i := range 1_900 {
		in[fmt.Sprint("unknown", i)] = i
	}
	if _, failed := a.use(t, "find", in); strings.Count(failed, "unknown_property") != 100 {
		t.Errorf("%d are named", strings.Count(failed, "unknown_property"))
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
		if told := a.As(a.key).Post("/mcp", body); told.Status != 202 ||
			len(told.Body) > 0 {
			t.Errorf("%s: %d %s", body, told.Status, told.Body)
		}
	}
	a.headers = nil
	without := a.As(a.key).Post("/mcp", object{"jsonrpc": "2.0", "id": 7, "method": "tools/call"})
	if got := without.JSON(); without.Status != 400 || got["id"] != 7.0 || at(got, "error.code") != -32600.0 {
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
