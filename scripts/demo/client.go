package demo

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

type object = map[string]any

// client calls the API of a home server.
type client struct{ address string }

func newClient(address string) *client { return &client{address: address} }

// statusError is a response with another status than 200.
type statusError struct {
	method, path string
	status       int
	body         []byte
}

func (r *statusError) Error() string {
	return fmt.Sprintf("%s %s: %d: %s", r.method, r.path, r.status, r.body)
}

func (c *client) send(ctx context.Context, token, method, path string, body object) (object, error) {
	var payload io.Reader
	if body != nil {
		text, err := json.Marshal(body)
		if err != nil {
			return nil, err
		}
		payload = bytes.NewReader(text)
	}
	request, err := http.NewRequestWithContext(ctx, method, c.address+path, payload)
	if err != nil {
		return nil, err
	}
	request.Header.Set("Content-Type", "application/json")
	if token != "" {
		request.Header.Set("Authorization", "Bearer "+token)
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		return nil, err
	}
	if answer.StatusCode != http.StatusOK {
		return nil, &statusError{method, path, answer.StatusCode, text}
	}
	var got object
	return got, json.Unmarshal(text, &got)
}

var tokenInLink = regexp.MustCompile(`[?&]token=([A-Za-z0-9_-]+)`)

// mailTimeout bounds the wait for a mail.
const mailTimeout = 20 * time.Second

// waitForMailedToken waits for a mail to an address and returns the token of the
// newest one.
func (c *client) waitForMailedToken(ctx context.Context, to string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, mailTimeout)
	defer cancel()
	for tick := time.NewTicker(50 * time.Millisecond); ; {
		list, err := c.send(ctx, "", "GET", "/_local/mail?to="+url.QueryEscape(to), nil)
		if err != nil {
			return "", err
		}
		for _, item := range list["items"].([]any) {
			text, _ := item.(object)["text"].(string)
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
