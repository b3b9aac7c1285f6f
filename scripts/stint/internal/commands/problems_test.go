package commands_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"stint/scripts/stint/internal/commands"
	"stint/shared/client"
	"stint/shared/problem"
)

// Everything that the service may answer has a sentence of its own, which is not the code.
func TestEveryProblemHasASentence(t *testing.T) {
	t.Parallel()
	check := func(p *client.Problem) {
		t.Helper()
		p.Detail = cmp.Or(p.Detail, "as_the_service_says")
		got := commands.Sentence(p)
		sentence, _, _ := strings.Cut(got, " (")
		if strings.Contains(sentence, "_") || !strings.ContainsAny(sentence[len(sentence)-1:], ".:") || len(sentence) < 15 {
			t.Errorf("%s %s: %q", p.Code, p.Reason, got)
		}
	}
	for _, info := range problem.Catalogue() {
		check(&client.Problem{Status: info.Status, Code: string(info.Code)})
	}
	check(&client.Problem{Status: 404, Code: client.CodeUnexpected})
	general := func(code string, status int) string {
		return commands.Sentence(&client.Problem{Status: status, Code: code})
	}
	for _, detail := range problem.Details() {
		check(&client.Problem{Status: 403, Code: "forbidden", Detail: string(detail), Reason: string(detail)})
		check(&client.Problem{Status: 403, Code: "forbidden", Detail: string(detail)})
		if got := commands.Sentence(&client.Problem{Status: 403, Code: "forbidden", Detail: string(detail)}); got == general(
			"forbidden", 403) {
			t.Errorf("%s has no sentence of its own", detail)
		}
	}
	for _, info := range problem.Reasons() {
		check(&client.Problem{Status: 409, Code: "conflict", Reason: string(info.Reason)})
		if got := commands.Sentence(&client.Problem{Status: 409, Code: "conflict", Detail: "As sent.",
			Reason: string(info.Reason)}); strings.HasPrefix(got, "As sent.") {
			t.Errorf("%s has no sentence", info.Reason)
		}
	}
	if got := commands.Sentence(&client.Problem{Status: 409, Code: "conflict", Detail: "As sent.",
		Reason: "newer"}); !strings.HasPrefix(got, "As sent. (409 newer)") {
		t.Errorf("a newer reason: %q", got)
	}
}

// A property is named as a person knows it, and its sentence ends the line.
func TestEveryFieldHasASentence(t *testing.T) {
	t.Parallel()
	for code, message := range problem.FieldCodes() {
		p := &client.Problem{Status: 422, Code: "validation",
			Errors: []client.FieldError{{Field: "startedAt", Code: string(code), Title: message}}}
		_, line, _ := strings.Cut(commands.Sentence(p), "\n  The start ")
		if text, rest, ok := strings.Cut(line, ". ("); !ok || text == "" || !strings.HasSuffix(rest, string(code)+")") {
			t.Errorf("%s: %q", code, commands.Sentence(p))
		}
	}
}

// What an error says around a problem stays.
func TestSentencesKeepWhere(t *testing.T) {
	t.Parallel()
	p := &client.Problem{Status: 401, Code: "unauthorized", Detail: "Unauthorized"}
	if got := commands.Sentence(fmt.Errorf("entries: %w", p)); !strings.HasPrefix(got, "entries: The service refuses") ||
		strings.Contains(got, "Unauthorized") {
		t.Errorf("%q", got)
	}
}

// The table has no sentence for what the service cannot say.
func TestNoSentenceForNothing(t *testing.T) {
	t.Parallel()
	for _, code := range commands.FieldSentences() {
		if _, ok := problem.FieldCodes()[problem.FieldCode(code)]; !ok {
			t.Errorf("%s is no code of a field", code)
		}
	}
}

// What a person reads when the service refuses says what helps.
func TestRefusalsSayWhatHelps(t *testing.T) {
	t.Parallel()
	x, owner := fixture(t)
	x.fails(5, "no finished time left to submit", "submit", "today")
	x.fails(1, "The end is before the start.", "add", "--from", "10:00", "--to", "2026-06-17 9:00")
	x.fails(2, "on the next day, 2026-06-18, it is still to come", "add", "--from", "10:00", "--to", "9:00")
	x.fails(1, "The start is in the future", "start", "--at", "2026-07-01 9:00")
	x.vars["STINT_KEY"] = keyOf(owner, "read")
	x.fails(3, "Make a key with the access time or full", "start", "x")
	x.vars["STINT_KEY"] = "nonsense"
	x.fails(3, "Run stint login", "status")

	failing := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/problem+json")
		w.WriteHeader(http.StatusInternalServerError)
		_ = json.NewEncoder(w).Encode(object{"type": "/errors/internal_error", "detail": "internal_error",
			"correlationId": "abc\u001b[2J"})
	}))
	t.Cleanup(failing.Close)
	x.vars["STINT_URL"] = failing.URL
	x.fails(1, "log has it under abc[2J.", "stop")
}

func TestArguments(t *testing.T) {
	t.Parallel()
	x, _ := fixture(t)
	for _, c := range []struct{ args, want string }{
		{"strat", "did you mean start?"},
		{"today now", "stint today takes no text"},
		{"list mon tue", `takes one text, and "tue" is one more`},
		{"start --billable=maybe", `--billable takes true or false, not "maybe"`},
		{"watch --every soon", `--every takes a duration such as 5s, not "soon"`},
		{"watch --every 10ms", "--every is at least 1s"},
		{"watch --types foo", `--types does not know "foo"`},
		{"report --by foo", `--by does not know "foo": it takes project, task,`},
		{"import", "name where the time comes from, one of toggl,"},
		{"import toggl", "name the file to import: stint import toggl FILE"},
		{"import timely", `"timely" is no source: name one of toggl,`},
		{"report --by day,day", "--by has day twice"},
		{"report --by day,user,project,task", "--by takes at most 3"},
		{"start --project=", "--project is empty"},
		{"start --tag=", "--tag is empty"},
		{"add --for=", "--for is empty"},
	} {
		x.fails(2, c.want, strings.Fields(c.args)...)
	}
	x.fails(2, "more than 30 days ago", "watch", "--since", "2020-01-01 9:00")
	x.says("Nothing is running.", "status") // no timer was started
}

// A text that cannot be printed is a failure, also that of the help.
func TestFullDisk(t *testing.T) {
	t.Parallel()
	x, _ := fixture(t)
	env := x.env
	env.In, env.Out, env.Err = strings.NewReader(""), full{}, &strings.Builder{}
	for _, args := range [][]string{{"--help"}, {"status"}} {
		if code := commands.Run(t.Context(), args, env); code != 1 {
			t.Errorf("%v: exit code %d", args, code)
		}
	}
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, fmt.Errorf("no space left on device") }
