package egress

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"stint/shared/domain/feed"
)

func TestGetIsBounded(t *testing.T) {
	t.Parallel()
	r := newReceiver(t, func(w http.ResponseWriter, h *http.Request) {
		switch h.URL.Path {
		case "/redirect":
			http.Redirect(w, h, "https://example.com/ok", http.StatusFound)
		case "/large":
			fmt.Fprint(w, strings.Repeat("a", 101))
		default:
			w.Header().Set("X-Accepted", h.Header.Get("Accept"))
			fmt.Fprint(w, strings.Repeat("a", 100))
		}
	})
	get := func(l *lookups, path string) (Document, error) {
		from := feed.WebhookURL("https://example.com" + path + "?key=canary")
		return Get(t.Context(), r.client(l), from, 100)
	}
	found := &lookups{answers: [][]string{{public1}}}
	got, err := get(found, "/ok")
	if err != nil || len(got.Body) != 100 || got.Header.Get("X-Accepted") != "application/json" {
		t.Errorf("%d bytes, %v", len(got.Body), err)
	}
	if _, err := get(found, "/large"); !errors.Is(err, ErrTooLarge) {
		t.Errorf("a large document: %v", err)
	}
	for _, c := range []struct {
		l    *lookups
		path string
	}{{found, "/redirect"}, {&lookups{answers: [][]string{{"10.0.0.1"}}}, "/ok"}, {&lookups{}, "/ok"}} {
		if _, err := get(c.l, c.path); err == nil || strings.Contains(err.Error(), "canary") {
			t.Errorf("%s: %v", c.path, err)
		}
	}
}
