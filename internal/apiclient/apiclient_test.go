package apiclient

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
)

func newSequence(t *testing.T, answer http.HandlerFunc) *Sequence {
	t.Helper()
	server := httptest.NewServer(answer)
	t.Cleanup(server.Close)
	return &Sequence{Client: &Client{Address: server.URL}, Context: t.Context()}
}

func TestASequenceKeepsItsFirstError(t *testing.T) {
	t.Parallel()
	calls := 0
	s := newSequence(t, func(w http.ResponseWriter, _ *http.Request) {
		calls++
		http.Error(w, "no  such\n tag", http.StatusNotFound)
	})
	id := s.Create("", "/api/tags", nil)
	first := s.Err
	s.Do(Call{Method: http.MethodGet, Path: "/"})
	s.MailedToken("nobody@example.com", "verify-email")
	refused, ok := errors.AsType[*StatusError](first)
	if !ok || refused.Status != http.StatusNotFound || first.Error() != "POST /api/tags: 404 no such tag" {
		t.Errorf("error %v", first)
	}
	if s.Err != first || calls != 1 || id != "" {
		t.Errorf("%d calls, then %v", calls, s.Err)
	}
}

func TestACallIsSentAsItIs(t *testing.T) {
	t.Parallel()
	s := newSequence(t, func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		w.Header().Set("Set-Cookie", "a=b")
		fmt.Fprintf(w, `{"got": {"is": "%s %s %s %s %s"}}`, r.Method, r.URL.Path, r.Header.Get("Authorization"),
			r.Header.Get("Content-Type"), body)
	})
	for want, c := range map[string]Call{
		"GET /x  application/json ":            {Method: "GET", Path: "/x"},
		"PUT /x Bearer key application/json 1": {Method: "PUT", Path: "/x", Token: "key", Body: 1},
		"PUT /x  text/plain raw": {Method: "PUT", Path: "/x", Body: []byte("raw"),
			Header: http.Header{"Content-Type": {"text/plain"}}},
	} {
		answer := s.DoOK(c)
		got, err := answer.Object()
		if text := Text(got, "got", "is"); s.Err != nil || err != nil || text != want || answer.Cookies()[0].Value != "b" {
			t.Errorf("got %q, %v, %v, want %q", text, s.Err, err, want)
		}
		if Text(got, "got") != "" || Text(got, "none", "is") != "" {
			t.Error("an object or nothing is a text")
		}
	}
}

// The newest mail is first in the inbox. Mails to one address may link to several pages.
func TestTheTokenOfAPage(t *testing.T) {
	t.Parallel()
	s := newSequence(t, func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, `{"items": [{"text": "no link"}, {"text": "https://x/p/invitation?token=new_1 and more"},
			{"text": "https://x/p/invitation?token=old"}, {"text": "https://x/p/client-approval/own-2"}]}`)
	})
	for page, want := range map[string]string{"invitation": "new_1", "client-approval": "own-2"} {
		if got := s.MailedToken("ada@example.com", page); got != want || s.Err != nil {
			t.Errorf("%s: %q, %v, want %q", page, got, s.Err, want)
		}
	}
}
