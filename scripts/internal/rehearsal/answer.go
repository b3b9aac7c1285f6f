// Package rehearsal sends sample events to functions as Lambda runs them and
// shows the answers in a form that is the same every time: without ids, tokens
// and what every answer carries.
package rehearsal

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html"
	"regexp"
	"slices"
	"strings"

	"github.com/aws/aws-lambda-go/events"
)

// Answer is what a function answered, as it is kept beside the event. At most
// one of the last four is there.
type Answer struct {
	Status  int               `json:"status"`
	Headers map[string]string `json:"headers,omitempty"` // those that differ between routes
	JSON    json.RawMessage   `json:"body,omitempty"`    // of a JSON body
	Shape   map[string]string `json:"shape,omitempty"`   // of a long JSON object: the types of its members
	Page    []string          `json:"page,omitempty"`    // what an HTML page says
	Text    []string          `json:"text,omitempty"`    // the lines of any other body
}

// maxFullBody is the length in bytes from which only the shape of a body is kept.
const maxFullBody = 16 << 10

// maxBlocks is how many blocks of a page's words are kept.
const maxBlocks = 60

// commonHeaders are headers that every answer has; their values are tested elsewhere.
var commonHeaders = []string{
	"X-Correlation-Id", "X-Content-Type-Options", "Referrer-Policy", "Strict-Transport-Security", "Content-Security-Policy", "Permissions-Policy", "X-Frame-Options",
}

// newAnswer makes an answer of a function's, with its text masked.
func newAnswer(answer events.APIGatewayProxyResponse, mask func(string) string) (Answer, error) {
	body := answer.Body
	if answer.IsBase64Encoded {
		decoded, err := base64.StdEncoding.DecodeString(body)
		if err != nil {
			return Answer{}, fmt.Errorf("the body is no base64: %w", err)
		}
		body = string(decoded)
	}
	a := Answer{Status: answer.StatusCode, Headers: map[string]string{}}
	for name, values := range answer.MultiValueHeaders {
		if !slices.Contains(commonHeaders, name) {
			a.Headers[name] = mask(strings.Join(values, "\n"))
		}
	}
	return a, a.setBody(body, mask)
}

func (a *Answer) setBody(body string, mask func(string) string) error {
	kind := a.Headers["Content-Type"]
	switch {
	case body == "":
	case strings.Contains(kind, "json") && len(body) >= maxFullBody:
		return a.setShape(body)
	case strings.Contains(kind, "json"):
		var compact bytes.Buffer
		if err := json.Compact(&compact, []byte(mask(body))); err != nil {
			return fmt.Errorf("the body is no JSON: %w", err)
		}
		a.JSON = compact.Bytes()
	case strings.HasPrefix(kind, "text/html"):
		if a.Page = pageText(body, mask); len(a.Page) > maxBlocks {
			a.Page = append(a.Page[:maxBlocks], "…")
		}
	default:
		a.Text = strings.Split(strings.TrimRight(strings.ReplaceAll(mask(body), "\r\n", "\n"), "\n"), "\n")
	}
	return nil
}

func (a *Answer) setShape(body string) error {
	var object map[string]any
	if err := json.Unmarshal([]byte(body), &object); err != nil {
		return fmt.Errorf("the body is no JSON object: %w", err)
	}
	a.Shape = map[string]string{}
	for name, value := range object {
		switch value.(type) {
		case string:
			a.Shape[name] = "string"
		case float64:
			a.Shape[name] = "number"
		case bool:
			a.Shape[name] = "boolean"
		case []any:
			a.Shape[name] = "array"
		case nil:
			a.Shape[name] = "null"
		default:
			a.Shape[name] = "object"
		}
	}
	return nil
}

var (
	hiddenPattern = regexp.MustCompile(`(?s)<style.*?</style>|<script.*?</script>|<!--.*?-->`)
	tagPattern    = regexp.MustCompile(`(?s)</?[a-z!][^>]*>`)
)

// pageText are the words of a page, block by block.
func pageText(page string, mask func(string) string) []string {
	var all []string
	for _, part := range tagPattern.Split(hiddenPattern.ReplaceAllString(page, ""), -1) {
		if words := strings.Join(strings.Fields(html.UnescapeString(part)), " "); words != "" {
			all = append(all, mask(words))
		}
	}
	return all
}

// Encode is the answer as it is kept in its file.
func (a Answer) Encode() ([]byte, error) {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	err := encoder.Encode(a)
	return out.Bytes(), err
}

// Diff are the lines in which two texts differ, those of want marked
// with "-" and those of got with "+"; none when they are the same.
func Diff(got, want string) []string {
	a, b := strings.Split(strings.TrimRight(want, "\n"), "\n"), strings.Split(strings.TrimRight(got, "\n"), "\n")
	var all []string
	for len(a) > 0 || len(b) > 0 {
		switch {
		case len(a) > 0 && len(b) > 0 && a[0] == b[0]:
			a, b = a[1:], b[1:]
		case len(a) > 0 && !slices.Contains(b, a[0]):
			all, a = append(all, "- "+a[0]), a[1:]
		case len(b) > 0:
			all, b = append(all, "+ "+b[0]), b[1:]
		default:
			all, a = append(all, "- "+a[0]), a[1:]
		}
	}
	return all
}
