// Package homeclient calls the API of a home server.
package homeclient

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"time"
)

// Object is a JSON object.
type Object = map[string]any

// Client calls the API of the home server at Address. It may be used from any goroutine.
type Client struct {
	Address string
	HTTP    *http.Client // nil is http.DefaultClient
}

// StatusError is the error of a response with another status than 200.
type StatusError struct {
	Method, Path string
	Status       int
	Body         []byte
}

// Error implements error.
func (r *StatusError) Error() string {
	return fmt.Sprintf("%s %s: %d: %s", r.Method, r.Path, r.Status, r.Body)
}

// Send sends a request and returns the JSON object of the response. token "" sends no
// credential, and a nil body sends none. Errors: *StatusError.
func (c *Client) Send(ctx context.Context, token, method, path string, body Object) (Object, error) {
	text, err := c.Exchange(ctx, token, method, path, body)
	if err != nil {
		return nil, err
	}
	var got Object
	return got, json.Unmarshal(text, &got)
}

// Exchange is Send that returns the bytes of the response.
func (c *Client) Exchange(ctx context.Context, token, method, path string, body Object) ([]byte, error) {
	request, err := c.newRequest(ctx, token, method, path, body)
	if err != nil {
		return nil, err
	}
	answer, err := c.httpClient().Do(request)
	if err != nil {
		return nil, err
	}
	defer func() { _ = answer.Body.Close() }()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		return nil, err
	}
	if answer.StatusCode != http.StatusOK {
		return nil, &StatusError{method, path, answer.StatusCode, text}
	}
	return text, nil
}

func (c *Client) newRequest(ctx context.Context, token, method, path string, body Object) (*http.Request, error) {
	var payload io.Reader
	if body != nil {
		text, err := json.Marshal(body)
		if err != nil {
			return nil, err
		}
		payload = bytes.NewReader(text)
	}
	request, err := http.NewRequestWithContext(ctx, method, c.Address+path, payload)
	if err != nil {
		return nil, err
	}
	request.Header.Set("Content-Type", "application/json")
	if token != "" {
		request.Header.Set("Authorization", "Bearer "+token)
	}
	return request, nil
}

func (c *Client) httpClient() *http.Client {
	if c.HTTP != nil {
		return c.HTTP
	}
	return http.DefaultClient
}

var tokenInLink = regexp.MustCompile(`(?:[?&]token=|/p/client-approval/)([A-Za-z0-9_-]+)`)

// mailTimeout bounds the wait for a mail.
const mailTimeout = 20 * time.Second

// WaitForMailedToken waits for a mail to an address and returns the token of the
// newest one.
func (c *Client) WaitForMailedToken(ctx context.Context, to string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, mailTimeout)
	defer cancel()
	for tick := time.NewTicker(50 * time.Millisecond); ; {
		list, err := c.Send(ctx, "", http.MethodGet, "/_local/mail?to="+url.QueryEscape(to), nil)
		if err != nil {
			return "", err
		}
		for _, item := range list["items"].([]any) {
			text, _ := item.(Object)["text"].(string)
			if found := tokenInLink.FindStringSubmatch(text); found != nil {
				return found[1], nil
			}
		}
		select {
		case <-ctx.Done():
			return "", fmt.Errorf("no mail to %s arrived: %w", to, ctx.Err())
		case <-tick.C:
		}
	}
}
