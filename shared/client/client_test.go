package client_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"stint/shared/client"
	"stint/shared/client/api"
)

// transport answers requests without a network.
type transport func(*http.Request) (*http.Response, error)

func (f transport) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

const testKey = "stint_live_secret"

func newClient(t *testing.T, f transport, options ...client.Option) *client.Client {
	t.Helper()
	c, err := client.New("https://time.example.com/", testKey,
		append(options, client.WithHTTPClient(&http.Client{Transport: f}))...)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func answer(status int, body string, header ...string) *http.Response {
	h := http.Header{"Content-Type": {"application/json"}}
	if status >= 400 {
		h.Set("Content-Type", "application/problem+json")
	}
	for i := 0; i < len(header); i += 2 {
		h.Set(header[i], header[i+1])
	}
	return &http.Response{StatusCode: status, Header: h, Body: io.NopCloser(strings.NewReader(body))}
}

const tag = `{"id":"0190a0a0-0000-7000-8000-000000000001","name":"remote","later":1}`

// sequence answers requests one after the other and notes them.
type sequence struct {
	answers []any // *http.Response or error; the last one is repeated
	keys    []string
	bodies  []string
	at      []time.Time
}

func (s *sequence) send(r *http.Request) (*http.Response, error) {
	if err := r.Context().Err(); err != nil {
		return nil, err
	}
	var body bytes.Buffer
	if r.Body != nil {
		_, _ = body.ReadFrom(r.Body)
	}
	s.keys, s.bodies, s.at = append(s.keys, r.Header.Get("Idempotency-Key")), append(s.bodies, body.String()),
		append(s.at, time.Now())
	next := s.answers[min(len(s.at), len(s.answers))-1]
	if err, failed := next.(error); failed {
		return nil, err
	}
	return next.(*http.Response), nil
}

var errLost = errors.New("connection reset")

// What may be repeated is repeated, and nothing else.
func TestRetries(t *testing.T) {
	t.Parallel()
	createTag := func(ctx context.Context, c *client.Client) error {
		_, err := client.Get(c.TagsCreateWithResponse(ctx, api.TagCreateRequest{Name: "remote"}))
		return err
	}
	readTag := func(ctx context.Context, c *client.Client) error {
		_, err := client.Get(c.TagsListWithResponse(ctx, nil))
		return err
	}
	stopTimer := func(ctx context.Context, c *client.Client) error {
		_, err := client.Get(c.TimersStopCurrentWithResponse(ctx, api.TimerStopCurrentRequest{}))
		return err
	}
	bulk := func(ctx context.Context, c *client.Client) error {
		_, err := client.Get(c.EntriesBulkWithResponse(ctx, nil, api.EntryBulkRequest{}))
		return err
	}
	busy, running := answer(503, "{}", "Retry-After", "3"), answer(409, `{"type":"x/conflict","reason":"request_running"}`)
	raced := func() *http.Response { return answer(409, `{"type":"x/conflict","reason":"write_race"}`) }
	for name, c := range map[string]struct {
		send    func(context.Context, *client.Client) error
		answers []any
		sent    int
		waited  time.Duration // before the second request
		failed  bool
	}{
		"a lost answer to a read": {readTag, []any{errLost, answer(200, `{"items":[]}`)}, 2,
			500 * time.Millisecond, false},
		"a lost answer to a POST with a key": {
			createTag, []any{errLost, answer(200, tag)}, 2, 500 * time.Millisecond, false},
		"a lost answer to a batch": {bulk, []any{errLost, answer(200, `{"items":[]}`)}, 2, 500 * time.Millisecond,
			false},
		"a lost answer to a POST without one": {stopTimer, []any{errLost}, 1, 0, true},
		"503 with Retry-After":                {readTag, []any{busy, answer(200, `{"items":[]}`)}, 2, 3 * time.Second, false},
		"503 to a POST without a key":         {stopTimer, []any{busy}, 1, 0, true},
		"429 had no effect": {stopTimer, []any{answer(429, "{}", "Retry-After", "2"), answer(200, tag)}, 2,
			2 * time.Second, false},
		"a Retry-After of more than a minute": {
			readTag, []any{answer(429, "{}", "Retry-After", "61")}, 1, 0, true},
		"a Retry-After without end": {readTag, []any{answer(429, "{}", "Retry-After", "9223372036854775807")}, 1, 0,
			true},
		"a date in a year": {readTag, []any{answer(503, "{}", "Retry-After", "Mon, 01 Jan 2001 00:00:00 GMT")}, 1, 0,
			true},
		"a date in a moment": {readTag,
			[]any{answer(503, "{}", "Retry-After", "Sat, 01 Jan 2000 00:00:07 GMT"), answer(200, `{"items":[]}`)}, 2,
			7 * time.Second, false},
		"no end of 503": {readTag, []any{busy}, 5, 3 * time.Second, true},
		"422":           {createTag, []any{answer(422, "{}")}, 1, 0, true},
		"500":           {createTag, []any{answer(500, "{}")}, 1, 0, true},
		"the first request with the key runs": {createTag, []any{running, answer(200, tag)}, 2, 500 * time.Millisecond,
			false},
		"a batch beside another write": {bulk, []any{raced(), answer(200, `{"items":[]}`)}, 2,
			500 * time.Millisecond, false},
		"a POST beside another write": {createTag, []any{raced()}, 1, 0, true},
		"another conflict":            {createTag, []any{answer(409, `{"reason":"name_taken"}`)}, 1, 0, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s := &sequence{answers: c.answers}
				err := c.send(t.Context(), newClient(t, s.send))
				if len(s.at) != c.sent || (err != nil) != c.failed {
					t.Errorf("%d requests, %v", len(s.at), err)
				}
				if len(s.at) > 1 && s.at[1].Sub(s.at[0]) != c.waited {
					t.Errorf("waited %v", s.at[1].Sub(s.at[0]))
				}
				if len(slices.Compact(s.keys)) != 1 || len(slices.Compact(s.bodies)) != 1 {
					t.Errorf("the requests differ: keys %q, bodies %q", s.keys, s.bodies)
				}
			})
		})
	}
}

// Only operations that take a key get one, and no two requests have the same.
func TestIdempotencyKeys(t *testing.T) {
	t.Parallel()
	s := &sequence{answers: []any{answer(404, "{}")}}
	c, ctx := newClient(t, s.send), t.Context()
	var project [16]byte
	_, _ = c.TagsCreateWithResponse(ctx, api.TagCreateRequest{})
	_, _ = c.TagsCreateWithResponse(ctx, api.TagCreateRequest{})
	_, _ = c.TasksCreateWithResponse(ctx, project, api.TaskCreateRequest{})
	if slices.Contains(s.keys, "") || len(s.keys) != 3 || s.keys[0] == s.keys[1] {
		t.Errorf("keys %q", s.keys)
	}
	s.keys = nil
	_, _ = c.EntriesBulkWithResponse(ctx, nil, api.EntryBulkRequest{})
	_, _ = c.TimersStopCurrentWithResponse(ctx, api.TimerStopCurrentRequest{})
	_, _ = c.TagsListWithResponse(ctx, nil)
	if len(slices.Compact(s.keys)) != 1 || s.keys[0] != "" {
		t.Errorf("keys %q", s.keys)
	}
}

// The end of the context ends the wait for a repetition.
func TestContextEndsRetries(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		s := &sequence{answers: []any{answer(503, "{}", "Retry-After", "30")}}
		began := time.Now()
		_, err := newClient(t, s.send).WorkspacesGetWithResponse(ctx)
		if !errors.Is(err, context.DeadlineExceeded) || time.Since(began) != time.Second || len(s.at) != 1 {
			t.Errorf("%v after %v", err, time.Since(began))
		}
	})
}

func TestProblems(t *testing.T) {
	t.Parallel()
	document :=
		`{"type":"https://x/errors/validation","title":"Unprocessable","status":422,"detail":"the request is wrong","correlationId":"c1",
		"errors":[{"field":"name","code":"required","message":"is required"}]}`
	refuse := func(status int, body string, header ...string) error {
		c := newClient(t, func(*http.Request) (*http.Response, error) { return answer(status, body, header...), nil })
		_, err := client.Get(c.WorkspacesGetWithResponse(t.Context()))
		return err
	}
	var p *client.Problem
	if err := refuse(422, document); !errors.As(err, &p) || p.Code != "validation" || p.Status != 422 ||
		p.CorrelationID != "c1" ||
		!slices.Equal(p.Errors, []client.FieldError{{Field: "name", Code: "required", Title: "is required"}}) ||
		!strings.Contains(err.Error(), "name: is required") {
		t.Errorf("%#v: %v", p, err)
	}
	if err := refuse(409, `{"type":"/errors/conflict","title":"Conflict","detail":"conflict","reason":"name_taken"}`,
		"X-Correlation-Id", "c2"); !errors.As(err, &p) ||
		p.Reason != "name_taken" || p.Detail != "Conflict" || p.CorrelationID != "c2" {
		t.Errorf("%#v", p)
	}
	for _, status := range []int{302, 401, 502} {
		if err := refuse(status, "<html>", "Content-Type", "text/html", "Retry-After", "3600"); !errors.As(err, &p) ||
			p.Code != client.CodeUnexpected || p.Status != status {
			t.Errorf("%d: %#v", status, p)
		}
	}
	if err := refuse(200, "<html>", "Content-Type", "text/html"); err == nil {
		t.Error("a page passes as a record")
	}
}

// An error never has the key in it.
func TestUnreachable(t *testing.T) {
	t.Parallel()
	c := newClient(t, func(*http.Request) (*http.Response, error) { return nil, errLost }, client.WithRetries(0))
	_, err := c.WorkspacesGetWithResponse(t.Context())
	var lost *client.UnreachableError
	if !errors.As(err, &lost) || !errors.Is(err, errLost) || strings.Contains(err.Error(), testKey) {
		t.Error(err)
	}
}

func TestAddresses(t *testing.T) {
	t.Parallel()
	for _, address := range []string{"", "time.example.com", "ftp://time.example.com", "https://", "https://ada:pw@x",
		"https://x?key=1", "https://x#y", "http://[::1"} {
		if _, err := client.New(address, testKey); err == nil || strings.Contains(err.Error(), "pw") {
			t.Errorf("%q: %v", address, err)
		}
	}
}

// The service may be below a path, and its address may end with a slash.
func TestAddressWithPath(t *testing.T) {
	t.Parallel()
	for _, address := range []string{"https://example.com/time", "https://example.com/time/"} {
		var path, credential string
		c, err := client.New(address, testKey, client.WithHTTPClient(
			&http.Client{Transport: transport(func(r *http.Request) (*http.Response, error) {
				path, credential = r.URL.Path, r.Header.Get("Authorization")
				return answer(200, "{}"), nil
			})}))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := c.WorkspacesGetWithResponse(t.Context()); err != nil || path != "/time/api/v1/workspace" ||
			credential != "Bearer "+testKey {
			t.Errorf("%s: %q, %q, %v", address, path, credential, err)
		}
	}
}

func asProblem(err error, p **client.Problem) bool { return errors.As(err, p) }

// A credential that was refused is asked for once more, and the request is sent again as it was.
func TestCredentialsAreRenewed(t *testing.T) {
	t.Parallel()
	var refused, sent []string
	c := newClient(t, func(r *http.Request) (*http.Response, error) {
		body, err := io.ReadAll(r.Body)
		if sent = append(sent, r.Header.Get("Authorization")+" "+string(body)); len(sent) == 1 || err != nil {
			return answer(http.StatusUnauthorized, `{"type":"/errors/unauthorized"}`), err
		}
		return answer(http.StatusOK, tag), nil
	}, client.WithCredentials(func(_ context.Context, last string) (string, error) {
		refused = append(refused, last)
		return "token" + last, nil
	}))
	if _, err := client.Get(c.TagsCreateWithResponse(t.Context(), api.TagCreateRequest{Name: "remote"})); err != nil {
		t.Fatal(err)
	}
	want := []string{`Bearer token {"name":"remote"}`, `Bearer tokentoken {"name":"remote"}`}
	if !slices.Equal(refused, []string{"", "token"}) || !slices.Equal(sent, want) {
		t.Errorf("refused %q, sent %q", refused, sent)
	}
	failed := errors.New("there is none")
	c = newClient(t, nil, client.WithCredentials(func(context.Context, string) (string, error) { return "", failed }))
	if _, err := client.Get(c.WorkspacesGetWithResponse(t.Context())); !errors.Is(err, failed) {
		t.Error(err)
	}
}
