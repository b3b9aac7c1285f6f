package commands_test

import (
	"encoding/json"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// A program starts stint mcp and uses the tools of the service through it, as of any server over standard input and
// output.
func TestAProgramUsesToolsThroughTheCommand(t *testing.T) {
	t.Parallel()
	x, _ := fixture(t)
	command := exec.CommandContext(t.Context(), os.Args[0], "mcp")
	command.Env = append(os.Environ(), asCommand+"=1", "STINT_URL="+x.vars["STINT_URL"], "STINT_KEY="+x.vars["STINT_KEY"])
	client := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, nil)
	session, err := client.Connect(t.Context(), &sdk.CommandTransport{Command: command}, nil)
	if err != nil {
		t.Fatal(err)
	}
	list, err := session.ListTools(t.Context(), nil)
	if err != nil || len(list.Tools) != 15 {
		t.Fatalf("%v %v", list, err)
	}
	out, err := session.CallTool(t.Context(), &sdk.CallToolParams{Name: "start_timer",
		Arguments: object{"project": "difference e", "description": "Drawing"}})
	if err != nil || out.IsError || !strings.Contains(toJSON(out.StructuredContent), `"data":"Difference Engine"`) {
		t.Errorf("%s %v", toJSON(out), err)
	}
	out, err = session.CallTool(t.Context(), &sdk.CallToolParams{Name: "start_timer",
		Arguments: object{"project": "diff"}})
	if err != nil || !strings.Contains(toJSON(out.StructuredContent), `"status":"choose"`) {
		t.Errorf("%s %v", toJSON(out), err)
	}
	if _, err := session.CallTool(t.Context(), &sdk.CallToolParams{Name: "fly"}); err == nil {
		t.Error("an unknown tool is used")
	}
	if err := session.Close(); err != nil {
		t.Error(err)
	}
}

func toJSON(value any) string {
	text, err := json.Marshal(value)
	if err != nil {
		return err.Error()
	}
	return string(text)
}

// messages sends messages to stint mcp and returns what it answers, each with its id.
func (x *terminal) messages(lines ...string) []object {
	x.t.Helper()
	x.input = strings.Join(lines, "\n") + "\n"
	var all []object
	for line := range strings.Lines(x.ok("mcp")) {
		var answer object
		if err := json.Unmarshal([]byte(line), &answer); err != nil || answer["jsonrpc"] != "2.0" {
			x.t.Fatalf("%q: %v", line, err)
		}
		all = append(all, answer)
	}
	return all
}

// Messages have the headers of their revision, and notifications no answer.
func TestMessagesHaveTheHeadersOfTheirRevision(t *testing.T) {
	t.Parallel()
	x, _ := fixture(t)
	var sent []string
	x.env.HTTP = &http.Client{Transport: transport(func(r *http.Request) (*http.Response, error) {
		sent = append(sent, strings.Join([]string{r.Header.Get("Mcp-Protocol-Version"), r.Header.Get("Mcp-Method"),
			r.Header.Get("Mcp-Name")}, " "))
		return http.DefaultTransport.RoundTrip(r)
	})}
	answers := x.messages(
		`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},`+
			`"clientInfo":{"name":"t","version":"1"}}}`,
		`{"jsonrpc":"2.0","method":"notifications/initialized"}`,
		`{"jsonrpc":"2.0","id":"two","method":"tools/call","params":{"name":"current_timer","arguments":{}}}`,
		`{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"who_am_i","arguments":{},"_meta":{`+
			`"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"t",`+
			`"version":"1"},"io.modelcontextprotocol/clientCapabilities":{}}}}`,
		``, `nonsense`, `[]`)
	want := "  |2025-06-18  |2025-06-18  |2026-07-28 tools/call who_am_i"
	if got := strings.Join(sent, "|"); got != want {
		t.Errorf("headers %s, want %s", got, want)
	}
	if len(answers) != 5 || answers[1]["id"] != "two" || answers[2]["id"] != 3.0 || answers[2]["result"] == nil ||
		answers[3]["id"] != nil || answers[4]["error"] == nil {
		t.Errorf("%v", answers)
	}
}

// What the service refuses over HTTP is an error of the message.
func TestErrorsOfHTTPAreErrorsOfTheMessage(t *testing.T) {
	t.Parallel()
	x, _ := fixture(t)
	x.vars["STINT_KEY"] = "nonsense"
	answers := x.messages(`{"jsonrpc":"2.0","id":7,"method":"tools/list"}`, `{"jsonrpc":"2.0","method":"notifications/x"}`)
	failure, _ := answers[0]["error"].(object)
	if len(answers) != 1 || answers[0]["id"] != 7.0 || !strings.Contains(toJSON(failure), "401") {
		t.Errorf("%v", answers)
	}
	x.vars["STINT_KEY"] = ""
	x.fails(3, "not signed in", "mcp")
	x.fails(2, "takes no text", "mcp", "now")
}
