package samples

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io/fs"
	"mime"
	"net/http"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/aws/aws-lambda-go/events"
)

// Request is a call of an operation, with the values of its sample event.
type Request struct {
	Method     string
	Path       string // with the query, escaped
	Credential string // variable of the bearer token; "" without one
	Cookie     string // name of the cookie that is sent; "" without one
	Body       string // indented JSON, or the text of a file; "" without one
	FileType   string // media type of a body that is a file; "" for JSON
	IsJSON     bool   // the answer is JSON
	File       string // name for the answer when it is a file that is not text; else ""
}

const (
	answerSuffix = ".answer.json"
	keyPrefix    = "/api/v1/"
	pagePrefix   = "/p/"
	oauthPrefix  = "/oauth/"
)

// Read reads the sample events <family>/<route id>.json and their answers, and returns the
// requests by route id. HTML pages below /p are left out: they are not for programs.
func Read(files fs.FS) (map[string]Request, error) {
	names, err := fs.Glob(files, "*/*.json")
	if err != nil {
		return nil, err
	}
	all := map[string]Request{}
	for _, name := range names {
		if strings.HasSuffix(name, answerSuffix) {
			continue
		}
		event, headers, err := readEvent(files, name)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		if !isForBrowsers(event.Path) {
			all[strings.TrimSuffix(path.Base(name), ".json")] = newRequest(event, headers)
		}
	}
	return all, nil
}

// isForBrowsers reports whether people or libraries for OAuth call a path, which need no samples.
func isForBrowsers(path string) bool {
	return strings.HasPrefix(path, pagePrefix) || strings.HasPrefix(path, oauthPrefix)
}

// readEvent reads an event and the headers of its answer.
func readEvent(files fs.FS, name string) (event events.APIGatewayProxyRequest, headers map[string]string, err error) {
	if err := readJSON(files, name, &event); err != nil {
		return event, nil, err
	}
	var answer struct{ Headers map[string]string }
	err = readJSON(files, strings.TrimSuffix(name, ".json")+answerSuffix, &answer)
	return event, answer.Headers, err
}

func readJSON(files fs.FS, name string, into any) error {
	text, err := fs.ReadFile(files, name)
	if err != nil {
		return err
	}
	return json.Unmarshal(text, into)
}

func newRequest(event events.APIGatewayProxyRequest, headers map[string]string) Request {
	r := Request{Method: event.HTTPMethod, Path: event.Path + encodeQuery(event.MultiValueQueryStringParameters),
		Body: event.Body}
	if kind := event.Headers["Content-Type"]; strings.HasPrefix(kind, "image/") {
		r.FileType = kind
	}
	if event.Headers["Authorization"] != "" {
		r.Credential = VariableToken
		if strings.HasPrefix(event.Path, keyPrefix) {
			r.Credential = VariableKey
		}
	}
	r.Cookie, _, _ = strings.Cut(event.Headers["Cookie"], "=")
	kind, _, _ := mime.ParseMediaType(headers["Content-Type"])
	r.IsJSON = strings.HasSuffix(kind, "json")
	if !r.IsJSON && !strings.HasPrefix(kind, "text/") {
		r.File = fileName(headers["Content-Disposition"])
	}
	return r
}

// asciiName finds the name of a file that every program understands, which needs no quotes
// in a shell.
var asciiName = regexp.MustCompile(`filename="?(\w[\w.-]*)"?(?:;|$)`)

// fileName is the name of a file that the service sends.
func fileName(disposition string) string {
	if found := asciiName.FindStringSubmatch(disposition); found != nil {
		return found[1]
	}
	return "answer"
}

// encodeQuery encodes a query in the order of its names. Colons stay as they are: they need
// no escape in a query, and times are easier to read.
func encodeQuery(query map[string][]string) string {
	if len(query) == 0 {
		return ""
	}
	return "?" + strings.ReplaceAll(url.Values(query).Encode(), "%3A", ":")
}

// header is a header of a request. Its value is text and then the value of a variable.
type header struct{ name, text, variable string }

func (r Request) headers() []header {
	var all []header
	if r.Credential != "" {
		all = append(all, header{"Authorization", "Bearer ", r.Credential})
	}
	if r.Cookie != "" {
		all = append(all, header{"Cookie", r.Cookie + "=", VariableCookie})
	}
	if r.Body != "" {
		all = append(all, header{name: "Content-Type", text: cmp.Or(r.FileType, "application/json")})
	}
	return all
}

// bodyIn writes the body in the syntax of a language. The text of a file stands between quotes of the language,
// which it does not have.
func (r Request) bodyIn(s syntax, margin, encode, opening, closing string) string {
	if r.FileType != "" {
		return opening + r.Body + closing
	}
	return strings.Replace(encode, "%", s.literal(r.Body, margin), 1)
}

// needsMethod reports whether the method must be named. Clients send GET by default, and
// POST where postsBodies says so and there is a body.
func (r Request) needsMethod(postsBodies bool) bool {
	usual := []string{http.MethodGet}
	if r.Body != "" {
		usual = nil
		if postsBodies {
			usual = []string{http.MethodPost}
		}
	}
	return !slices.Contains(usual, r.Method)
}
