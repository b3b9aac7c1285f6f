package invocation

import (
	"encoding/base64"
	"slices"
	"strings"
	"testing"

	"github.com/aws/aws-lambda-go/events"

	"stint/scripts/internal/sample"
)

func maskSecret(text string) string { return strings.ReplaceAll(text, "secret", "<token>") }

func newResponse(kind, body string) events.APIGatewayProxyResponse {
	return events.APIGatewayProxyResponse{
		StatusCode: 200, Body: body,
		MultiValueHeaders: map[string][]string{"Content-Type": {kind}, "X-Correlation-Id": {"1"},
			"Set-Cookie": {"a=secret", "b=1"}},
	}
}

func TestAnswerBodyByContentType(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ kind, body, want string }{
		{"application/json; charset=utf-8", `{"b": "secret", "a": 1}`,
			`"body": {` + "\n    " + `"b": "<token>",` + "\n    " + `"a": 1`},
		{"application/json", `{"n": 1, "s": "` + strings.Repeat("x", maxFullBody) + `"}`,
			`"shape": {` + "\n    " + `"n": "number",` + "\n    " + `"s": "string"`},
		{"text/html; charset=utf-8", `<style>p{}</style><h1>It is&nbsp;me</h1><p class="secret">the secret`,
			`"page": [` + "\n    " + `"It is me",` + "\n    " + `"the <token>"`},
		{"text/csv", "a,b\r\n1,secret\r\n", `"text": [` + "\n    " + `"a,b",` + "\n    " + `"1,<token>"`},
		{"application/pdf", "%PDF-1.3\n\xff\xfe", `"binary": "%PDF"`},
		{"text/csv", "", `"Set-Cookie": "a=<token>\nb=1"` + "\n  }\n}"},
	} {
		a, err := NewAnswer(newResponse(c.kind, c.body), maskSecret)
		if err != nil {
			t.Fatal(err)
		}
		text, err := sample.Encode(a)
		if err != nil || !strings.Contains(string(text), c.want) || strings.Contains(string(text), "X-Correlation-Id") {
			t.Errorf("%s: %v\n%s\nwant %s", c.kind, err, text, c.want)
		}
	}
}

func TestBase64BodyIsDecoded(t *testing.T) {
	t.Parallel()
	answer := newResponse("text/plain", base64.StdEncoding.EncodeToString([]byte("hello")))
	answer.IsBase64Encoded = true
	if a, err := NewAnswer(answer, maskSecret); err != nil || !slices.Equal(a.Text, []string{"hello"}) {
		t.Errorf("%+v, %v", a, err)
	}
	answer.Body = "%"
	if _, err := NewAnswer(answer, maskSecret); err == nil {
		t.Error("an invalid base64 body was accepted")
	}
}

func TestInvalidJSONBodyIsAnError(t *testing.T) {
	t.Parallel()
	for _, body := range []string{"{", "{" + strings.Repeat(" ", maxFullBody)} {
		if _, err := NewAnswer(newResponse("application/json", body), maskSecret); err == nil {
			t.Errorf("%.10s was accepted", body)
		}
	}
}

func TestLongPageIsCutOff(t *testing.T) {
	t.Parallel()
	a, err := NewAnswer(newResponse("text/html", strings.Repeat("<p>x</p>", maxBlocks+9)), maskSecret)
	if err != nil || len(a.Page) != maxBlocks+1 || a.Page[maxBlocks] != "…" {
		t.Errorf("%d blocks, %v", len(a.Page), err)
	}
}

func TestDiff(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ got, want, differences string }{
		{"a\nb\n", "a\nb\n", ""},
		{"a\nc\n", "a\nb\n", "- b|+ c"},
		{"a\nx\nb\n", "a\nb\n", "+ x"},
		{"b\n", "a\nb\n", "- a"},
		{"a\na\n", "a\n", "+ a"},
		{"a\n", "a\na\n", "- a"},
		{"b\na\n", "a\nb\n", "+ b|- b"},
	} {
		if got := strings.Join(Diff(c.got, c.want), "|"); got != c.differences {
			t.Errorf("%q for %q: %s, want %s", c.got, c.want, got, c.differences)
		}
	}
}
