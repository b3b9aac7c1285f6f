// Package apiclient calls the API for scripts and tests, with JSON objects and the sessions of
// users. Programs of others use shared/client, whose public API has no accounts and no sessions.
package apiclient

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
)

// Object is a JSON object.
type Object = map[string]any

// Client calls the service at Address. It may be used from any goroutine.
type Client struct {
	Address string
	HTTP    *http.Client // nil is http.DefaultClient
}

// Call is a request to the service.
type Call struct {
	Method, Path string
	Token        string      // access token or API key; "" sends none
	Body         any         // sent as JSON, or as it is when it is []byte; nil sends none
	Header       http.Header // replaces headers of the same names
}

// Answer is what the service answered to a call.
type Answer struct {
	Call   Call
	Status int
	Header http.Header
	Body   []byte
}

// StatusError is the error of an answer with another status than 200.
type StatusError struct{ Answer }

// shownBody is how many bytes of an unexpected answer are shown.
const shownBody = 300

// Error implements error.
func (e *StatusError) Error() string {
	body := bytes.Join(bytes.Fields(e.Body[:min(len(e.Body), shownBody)]), []byte(" "))
	return fmt.Sprintf("%s %s: %d %s", e.Call.Method, e.Call.Path, e.Status, body)
}

// Do sends a call. Errors: no answer.
func (c *Client) Do(ctx context.Context, call Call) (Answer, error) {
	request, err := c.newRequest(ctx, call)
	if err != nil {
		return Answer{}, err
	}
	client := c.HTTP
	if client == nil {
		client = http.DefaultClient
	}
	answer, err := client.Do(request)
	if err != nil {
		return Answer{}, fmt.Errorf("%s %s: %w", call.Method, call.Path, err)
	}
	defer func() { _ = answer.Body.Close() }()
	body, err := io.ReadAll(answer.Body)
	return Answer{Call: call, Status: answer.StatusCode, Header: answer.Header, Body: body}, err
}

func (c *Client) newRequest(ctx context.Context, call Call) (*http.Request, error) {
	body, err := encode(call.Body)
	if err != nil {
		return nil, err
	}
	request, err := http.NewRequestWithContext(ctx, call.Method, c.Address+call.Path, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	request.Header.Set("Content-Type", "application/json")
	if call.Token != "" {
		request.Header.Set("Authorization", "Bearer "+call.Token)
	}
	for name, values := range call.Header {
		request.Header[name] = values
	}
	return request, nil
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

// DoOK sends a call and requires status 200. Errors: no answer, *StatusError.
func (c *Client) DoOK(ctx context.Context, call Call) (Answer, error) {
	answer, err := c.Do(ctx, call)
	if err == nil && answer.Status != http.StatusOK {
		err = &StatusError{answer}
	}
	return answer, err
}

// Send sends a call and returns the JSON object of the answer. Errors: those of DoOK, and no object.
func (c *Client) Send(ctx context.Context, call Call) (Object, error) {
	answer, err := c.DoOK(ctx, call)
	if err != nil {
		return nil, err
	}
	return answer.Object()
}

// Object is the JSON object of an answer of any status.
func (a Answer) Object() (o Object, err error) {
	if err = json.Unmarshal(a.Body, &o); err != nil {
		err = fmt.Errorf("%s %s: %w", a.Call.Method, a.Call.Path, err)
	}
	return o, err
}

// Cookies are the cookies that the answer sets.
func (a Answer) Cookies() []*http.Cookie { return (&http.Response{Header: a.Header}).Cookies() }
