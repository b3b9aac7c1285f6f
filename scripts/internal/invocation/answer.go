// Package invocation sends sample events to functions under the Lambda runtime
// API and describes their answers. The description is the same in every run: ids
// and tokens are masked, and headers that every answer has are left out.
package invocation

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/aws/aws-lambda-go/events"
)

// Answer describes what a function answered. It is kept in a file next to the
// event. At most one of the last five fields is set.
type Answer struct {
	Status  int               `json:"status"`
	Headers map[string]string `json:"headers,omitempty"` // without commonHeaders
	JSON    json.RawMessage   `json:"body,omitempty"`    // a short JSON body
	Shape   map[string]string `json:"shape,omitempty"`   // the types of the properties of a long JSON object
	Page    []string          `json:"page,omitempty"`    // the words of an HTML page
	Binary  string            `json:"binary,omitempty"`  // the first bytes of a body that is no text
	Text    []string          `json:"text,omitempty"`    // the lines of any other body
}

// signatureLength is how many bytes are kept of a body that is no text: the signature of its
// format. Compression may change the rest.
const signatureLength = 4

// maxFullBody is the length in bytes from which only the shape of a JSON body is
// kept.
const maxFullBody = 16 << 10

// maxBlocks bounds the blocks of text that are kept of a page.
const maxBlocks = 60

// commonHeaders are headers that every answer has; their values are tested elsewhere.
var commonHeaders = []string{
	"X-Correlation-Id", "X-Content-Type-Options", "Referrer-Policy", "Strict-Transport-Security",
	"Content-Security-Policy", "Permissions-Policy", "X-Frame-Options",
}

// hashPattern matches the entity tag of a document. It changes with every word of the
// document, the tag of a record is its version.
var hashPattern = regexp.MustCompile(`^"[0-9a-f]{24}"$`)

// NewAnswer describes a response, with its texts masked.
func NewAnswer(answer events.APIGatewayProxyResponse, mask func(string) string) (Answer, error) {
	body := answer.Body
	if answer.IsBase64Encoded {
		decoded, err := base64.StdEncoding.DecodeString(body)
		if err != nil {
			return Answer{}, fmt.Errorf("the body is not base64: %w", err)
		}
		body = string(decoded)
	}
	a := Answer{Status: answer.StatusCode, Headers: map[string]string{}}
	for name, values := range answer.MultiValueHeaders {
		if !slices.Contains(commonHeaders, name) {
			a.Headers[name] = hashPattern.ReplaceAllString(mask(strings.Join(values, "\n")), `"(hash of the body)"`)
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
			return fmt.Errorf("the body is not JSON: %w", err)
		}
		a.JSON = compact.Bytes()
	case strings.HasPrefix(kind, "text/html"):
		if a.Page = pageText(body, mask); len(a.Page) > maxBlocks {
			a.Page = append(a.Page[:maxBlocks], "…")
		}
	case !utf8.ValidString(body):
		a.Binary = body[:min(signatureLength, len(body))]
	default:
		a.Text = strings.Split(strings.TrimRight(strings.ReplaceAll(mask(body), "\r\n", "\n"), "\n"), "\n")
	}
	return nil
}

func (a *Answer) setShape(body string) error {
	var object map[string]any
	if err := json.Unmarshal([]byte(body), &object); err != nil {
		return fmt.Errorf("the body is not a JSON object: %w", err)
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

// pageText is the text of a page, block by block.
func pageText(page string, mask func(string) string) []string {
	var all []string
	whole := strings.ReplaceAll(hiddenPattern.ReplaceAllString(page, ""), "<wbr>", "") // which divides no words
	for _, part := range tagPattern.Split(whole, -1) {
		if words := strings.Join(strings.Fields(html.UnescapeString(part)), " "); words != "" {
			all = append(all, mask(words))
		}
	}
	return all
}

// Diff lists the lines in which two texts differ: "- " and a line of want, or
// "+ " and a line of got. It is empty when they are equal.
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
