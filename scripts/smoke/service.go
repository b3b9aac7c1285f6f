package main

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"strings"
	"time"

	"stint/internal/apiclient"
)

type (
	object = apiclient.Object
	call   = apiclient.Call
)

// service is the API under check.
type service struct{ client apiclient.Client }

// requestTimeout is longer than the gateway waits for a function.
const requestTimeout = 35 * time.Second

func newService(url string) *service {
	return &service{apiclient.Client{Address: url, HTTP: &http.Client{
		Timeout:       requestTimeout,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}}
}

// answer is what the service answered.
type answer struct{ apiclient.Answer }

// send sends a request with an id of its own. Errors: no answer.
func (s *service) send(ctx context.Context, c call) (answer, error) {
	header := http.Header{"X-Correlation-Id": {"smoke-" + rand.Text()}}
	maps.Copy(header, c.Header)
	c.Header = header
	a, err := s.client.Do(ctx, c)
	return answer{a}, err
}

// object is the JSON object of a successful answer. Errors: another status, or no
// object.
func (a answer) object() (object, error) {
	if a.Status != http.StatusOK {
		return nil, a.unexpected("200")
	}
	return a.Object()
}

// problem checks that the answer is a problem as the interface describes it, and
// returns it.
func (a answer) problem(status int, code string) (object, error) {
	if a.Status != status {
		return nil, a.unexpected(fmt.Sprint(status))
	}
	var p object
	if err := json.Unmarshal(a.Body, &p); err != nil ||
		!strings.HasPrefix(a.Header.Get("Content-Type"), "application/problem+json") {
		return nil, a.unexpected("application/problem+json")
	}
	if !strings.HasSuffix(apiclient.Text(p, "type"), "/errors/"+code) || p["status"] != float64(status) {
		return nil, a.unexpected(code)
	}
	if p["correlationId"] == nil || p["correlationId"] != a.Header.Get("X-Correlation-Id") {
		return nil, fmt.Errorf("%s %s: the problem and the header have different correlation ids", a.Call.Method, a.Call.Path)
	}
	return p, nil
}

func (a answer) unexpected(want string) error {
	return fmt.Errorf("%w, want %s", &apiclient.StatusError{Answer: a.Answer}, want)
}
