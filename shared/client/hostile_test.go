package client_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"stint/shared/client"
	"stint/shared/client/api"
)

// isUnexpected reports whether an error says that no Stint service answers like this.
func isUnexpected(err error) bool {
	var p *client.Problem
	return asProblem(err, &p) && p.Code == client.CodeUnexpected
}

// A small packed answer that unpacks to more than any answer is refused, and not asked for again.
func TestLargeAnswers(t *testing.T) {
	t.Parallel()
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	_, _ = w.Write([]byte(`{"items":[]}`))
	for range 33 {
		_, _ = w.Write(bytes.Repeat([]byte(" "), 1<<20))
	}
	_ = w.Close()
	requests := 0
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		requests++
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Content-Encoding", "gzip")
		_, _ = w.Write(packed.Bytes())
	}))
	t.Cleanup(server.Close)
	c, err := client.New(server.URL, testKey)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := client.Get(c.TagsListWithResponse(t.Context(), nil)); !isUnexpected(err) || requests != 1 ||
		packed.Len() > 1<<20 {
		t.Errorf("%d requests, %d bytes: %v", requests, packed.Len(), err)
	}
}

// slowBody has some bytes of blanks each second, and then its end.
type slowBody struct {
	ctx   context.Context
	each  int
	left  int // in bytes
	after io.Reader
}

func (b *slowBody) Read(p []byte) (int, error) {
	if b.left <= 0 {
		return b.after.Read(p)
	}
	select {
	case <-b.ctx.Done():
		return 0, b.ctx.Err()
	case <-time.After(time.Second):
	}
	n := min(b.each, b.left, len(p))
	b.left -= n
	return copy(p, bytes.Repeat([]byte(" "), n)), nil
}

// A slow line is waited for. An answer that comes by drops, or not at all, ends like none.
func TestSlowAnswers(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		status int
		each   int
		lost   bool
	}{
		"a slow line":         {200, 4000, false},
		"drops":               {200, 1, true},
		"nothing":             {200, 0, true},
		"drops of a problem":  {503, 1, true},
		"drops of a conflict": {409, 1, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				send := func(r *http.Request) (*http.Response, error) {
					got := answer(c.status, "")
					got.Body = io.NopCloser(&slowBody{r.Context(), c.each, 300_000, strings.NewReader(`{"items":[]}`)})
					return got, nil
				}
				began := time.Now()
				_, err := client.Get(newClient(t, send, client.WithRetries(0)).TagsListWithResponse(t.Context(), nil))
				var lost *client.UnreachableError
				if errors.As(err, &lost) != c.lost || !c.lost && err != nil || c.lost && time.Since(began) > time.Minute {
					t.Errorf("%v after %v", err, time.Since(began))
				}
			})
		})
	}
}

// A request without any answer ends, whatever the HTTP client waits for.
func TestNoAnswer(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := newClient(t, func(r *http.Request) (*http.Response, error) {
			<-r.Context().Done()
			return nil, r.Context().Err()
		}, client.WithRetries(0))
		began := time.Now()
		_, err := c.WorkspacesGetWithResponse(t.Context())
		if lost := (*client.UnreachableError)(nil); !errors.As(err, &lost) || time.Since(began) != 2*time.Minute {
			t.Errorf("%v after %v", err, time.Since(began))
		}
	})
}

// An answer that breaks off is a lost one: what may be repeated is repeated.
func TestTornAnswers(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		torn := answer(200, "")
		torn.Body = io.NopCloser(io.MultiReader(strings.NewReader(`{"items":[`), failing{}))
		s := &sequence{answers: []any{torn, answer(200, `{"items":[]}`)}}
		if _, err := client.Get(newClient(t, s.send).TagsListWithResponse(t.Context(), nil)); err != nil || len(s.at) != 2 {
			t.Errorf("%d requests: %v", len(s.at), err)
		}
	})
}

type failing struct{}

func (failing) Read([]byte) (int, error) { return 0, errLost }

// A success that is not the record that was asked for is an error.
func TestNoRecords(t *testing.T) {
	t.Parallel()
	ask := map[string]func(context.Context, *client.Client) error{
		"tag": func(ctx context.Context, c *client.Client) error {
			_, err := client.Get(c.TagsCreateWithResponse(ctx, api.TagCreateRequest{}))
			return err
		},
		"tags": func(ctx context.Context, c *client.Client) (last error) {
			for _, last = range client.All(ctx, c.TagsListWithResponse, nil) {
			}
			return last
		},
		"timer": func(ctx context.Context, c *client.Client) error {
			_, err := client.Get(c.TimersCurrentWithResponse(ctx))
			return err
		},
		"key": func(ctx context.Context, c *client.Client) error {
			_, err := client.GetRecord(c.ApiKeysMeWithResponse(ctx))
			return err
		},
		"members": func(ctx context.Context, c *client.Client) error {
			_, err := client.Get(c.MembersListWithResponse(ctx, nil))
			return err
		},
	}
	for _, c := range []struct {
		what, body string
		isRecord   bool
	}{
		{"tag", tag, true}, {"tag", "{}", false}, {"tag", "null", false}, {"tag", "[]", false}, {"tag", `"x"`, false},
		{"tag", `{"id":1}`, false},
		{"tag", `{"name":"x"}`, false}, {"tag", `{"id":"x"}`, false}, {"tag", `{"id":`, false}, {"tag", "", false},
		{"tag", `{"id":"0190a0a0-0000-7000-8000-000000000001","created_at":"now"}`, false},
		{"tags", `{"items":[]}`, true}, {"tags", "{}", false}, {"tags", `{"items":null}`, false},
		{"tags", `{"items":[{}]}`, false}, {"tags", `{"items":[null]}`, false},
		{"timer", `{"timer":null}`, true}, {"timer", "{}", false}, {"timer", `{"timer":{}}`, false},
		{"key", "{}", false}, {"key", `{"api_key":{},"user":{},"workspace":{}}`, false},
		{"members", `{"items":[{"user_id":"0190a0a0-0000-7000-8000-000000000001"}]}`, true},
		{"members", `{"items":[{"email":"a@example.com"}]}`, false},
	} {
		service := newClient(t, func(*http.Request) (*http.Response, error) { return answer(200, c.body), nil })
		if err := ask[c.what](t.Context(), service); (err == nil) != c.isRecord || err != nil && !isUnexpected(err) {
			t.Errorf("%s %s: %v", c.what, c.body, err)
		}
	}
}

// A list whose cursor comes again, or is empty, ends with an error.
func TestListsWithoutEnd(t *testing.T) {
	t.Parallel()
	for name, next := range map[string]func(page int) string{
		"the same cursor": func(int) string { return "c" },
		"an empty one":    func(int) string { return "" },
		"an empty one later": func(page int) string {
			if page < 9 {
				return fmt.Sprint(page)
			}
			return ""
		},
		"a circle of three": func(page int) string { return fmt.Sprint(page % 3) },
		"a circle later":    func(page int) string { return fmt.Sprint(min(page, 20+page%7)) },
	} {
		pages := 0
		c := newClient(t, func(*http.Request) (*http.Response, error) {
			pages++
			return answer(200, fmt.Sprintf(`{"items":[%s],"next_cursor":%q}`, tag, next(pages))), nil
		})
		var last error
		for _, err := range client.All(t.Context(), c.TagsListWithResponse, nil) {
			if last = err; pages > 100 {
				break
			}
		}
		isLate := next(9) == "" && pages > 9
		if !isUnexpected(last) || pages > 100 || isLate {
			t.Errorf("%s: %d pages, %v", name, pages, last)
		}
	}
}

// The feed is not asked without a pause for changes that do not come.
func TestFollowPauses(t *testing.T) {
	t.Parallel()
	change := `{"type":"tag","id":"0190a0a0-0000-7000-8000-000000000001","revision":"1"}`
	for name, page := range map[string]func(n int) string{
		"empty pages":     func(n int) string { return fmt.Sprintf(`{"items":[],"next_cursor":"%d","has_more":true}`, n) },
		"the same cursor": func(int) string { return `{"items":[` + change + `],"next_cursor":"c","has_more":true}` },
	} {
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
			defer cancel()
			requests := 0
			c := newClient(t, func(r *http.Request) (*http.Response, error) {
				requests++
				return answer(200, page(requests)), r.Context().Err()
			})
			for range client.Follow(ctx, c, api.ChangesListParams{}, 5*time.Second) {
			}
			if requests < 9 || requests > 12 {
				t.Errorf("%s: %d requests in 10 s", name, requests)
			}
		})
	}
	c := newClient(t, func(*http.Request) (*http.Response, error) {
		return answer(200, `{"items":[],"next_cursor":"","has_more":true}`), nil
	})
	refused := 0
	for _, err := range client.Follow(t.Context(), c, api.ChangesListParams{}, time.Nanosecond) {
		if refused++; !isUnexpected(err) {
			t.Error(err)
		}
	}
	if refused != 1 {
		t.Errorf("%d errors, want 1", refused)
	}
}

// A key that no header can have is refused before anything is sent.
func TestKeys(t *testing.T) {
	t.Parallel()
	for _, key := range []string{"x\ny", "x y", "ä", "x\x00"} {
		if _, err := client.New("https://time.example.com", key); err == nil || strings.Contains(err.Error(), key) {
			t.Errorf("%q: %v", key, err)
		}
	}
}
