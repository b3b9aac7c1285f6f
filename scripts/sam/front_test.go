package main

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

func TestTheFrontAcceptsEveryTypeAndChangesNothingElse(t *testing.T) {
	t.Parallel()
	sam := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		w.WriteHeader(http.StatusTeapot)
		fmt.Fprintf(w, "%s %s %s %s %q %s %v", r.Method, r.Host, r.RequestURI, r.Header.Get("Accept"),
			r.Header.Values("Accept-Encoding"), body, err)
	}))
	t.Cleanup(sam.Close)
	front := httptest.NewServer(newFront(strings.TrimPrefix(sam.URL, "http://")))
	t.Cleanup(front.Close)
	for accepted, want := range map[string]string{"": "*/*;q=0.001", "application/json": "application/json, */*;q=0.001"} {
		request, err := http.NewRequestWithContext(t.Context(), "PUT", front.URL+"/api/a%2Fb?q=%7B&q=2",
			strings.NewReader("body"))
		if err != nil {
			t.Fatal(err)
		}
		request.Host = "stint.example"
		request.Header.Set("Accept-Encoding", "gzip")
		if accepted != "" {
			request.Header.Set("Accept", accepted)
		}
		answer, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(answer.Body)
		_ = answer.Body.Close()
		want = "PUT stint.example /api/a%2Fb?q=%7B&q=2 " + want + ` ["gzip"] body <nil>`
		if err != nil || answer.StatusCode != http.StatusTeapot || string(text) != want {
			t.Errorf("%d %s, %v, want %s", answer.StatusCode, text, err, want)
		}
	}
}

// Without sam, as while it starts, the front answers that the service is not there.
func TestTheFrontAnswersWithoutSAM(t *testing.T) {
	t.Parallel()
	w := httptest.NewRecorder()
	newFront("127.0.0.1:1").ServeHTTP(w, httptest.NewRequest("GET", "/", nil))
	if w.Code != http.StatusBadGateway {
		t.Errorf("answered %d", w.Code)
	}
}
