package main

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"
)

type object = map[string]any

// service is the API under check.
type service struct {
	url    string
	client *http.Client
}

// requestTimeout is longer than the gateway waits for a function.
const requestTimeout = 35 * time.Second

func newService(url string) *service {
	return &service{url: url, client: &http.Client{
		Timeout:       requestTimeout,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

// call is a request to the service.
type call struct {
	method, path string
	token        string // access token; "" sends none
	body         any    // sent as JSON, or as it is when it is []byte; nil sends none
	header       http.Header
}

// answer is what the service answered.
type answer struct {
	call   call
	status int
	header http.Header
	body   []byte
}

// send sends a request. Errors: no answer.
func (s *service) send(ctx context.Context, c call) (answer, error) {
	body, err := encode(c.body)
	if err != nil {
		return answer{}, err
	}
	request, err := http.NewRequestWithContext(ctx, c.method, s.url+c.path, bytes.NewReader(body))
	if err != nil {
		return answer{}, err
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("X-Correlation-Id", "smoke-"+rand.Text())
	for name, values := range c.header {
		request.Header[name] = values
	}
	if c.token != "" {
		request.Header.Set("Authorization", "Bearer "+c.token)
	}
	response, err := s.client.Do(request)
	if err != nil {
		return answer{}, fmt.Errorf("%s %s: %w", c.method, c.path, err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	return answer{call: c, status: response.StatusCode, header: response.Header, body: text}, err
}

func encode(body any) ([]byte, error) {
	switch b := body.(type) {
	case nil:
		return nil, nil
	case []byte:
		return b, nil
	}
	return json.Marshal(body)
}

// object is the JSON object of a successful answer. Errors: another status, or no
// object.
func (a answer) object() (object, error) {
	if a.status != http.StatusOK {
		return nil, a.unexpected("200")
	}
	var o object
	if err := json.Unmarshal(a.body, &o); err != nil {
		return nil, fmt.Errorf("%s %s: %w", a.call.method, a.call.path, err)
	}
	return o, nil
}

// problem checks that the answer is a problem as the interface describes it, and
// returns it.
func (a answer) problem(status int, code string) (object, error) {
	if a.status != status {
		return nil, a.unexpected(fmt.Sprint(status))
	}
	var p object
	if err := json.Unmarshal(a.body, &p); err != nil || !strings.HasPrefix(a.header.Get("Content-Type"), "application/problem+json") {
		return nil, a.unexpected("application/problem+json")
	}
	if kind, _ := p["type"].(string); !strings.HasSuffix(kind, "/errors/"+code) || p["status"] != float64(status) {
		return nil, a.unexpected(code)
	}
	if p["correlationId"] == nil || p["correlationId"] != a.header.Get("X-Correlation-Id") {
		return nil, fmt.Errorf("%s %s: the problem and the header have different correlation ids", a.call.method, a.call.path)
	}
	return p, nil
}

// shownBody is how many bytes of an unexpected answer are shown.
const shownBody = 300

func (a answer) unexpected(want string) error {
	body := strings.Join(strings.Fields(string(a.body[:min(len(a.body), shownBody)])), " ")
	return fmt.Errorf("%s %s: %d %s, want %s", a.call.method, a.call.path, a.status, body, want)
}
