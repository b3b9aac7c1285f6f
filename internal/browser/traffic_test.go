package browser

import (
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"

	"github.com/chromedp/cdproto/network"
)

// A redirect is an exchange of its own, with the referrer that was sent.
func TestRedirectsAreExchanges(t *testing.T) {
	mux := http.NewServeMux()
	mux.Handle("/old", http.RedirectHandler("/new", http.StatusSeeOther))
	mux.HandleFunc("/new", func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("Arrived")) })
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	p := NewPhonePage(t)
	from := serve(t, `<a href="`+server.URL+`/old">Go on</a>`)
	p.Open(from)
	p.Follow("Go on")
	p.WaitForText("arrived")
	want := []Exchange{
		{Method: "GET", URL: from + "/", Status: 200},
		{Method: "GET", URL: server.URL + "/old", Referer: from + "/", Status: 303, Location: "/new"},
		{Method: "GET", URL: server.URL + "/new", Referer: from + "/", Status: 200},
	}
	if got := p.Exchanges(); !slices.Equal(got, want) {
		t.Errorf("exchanges %+v, want %+v", got, want)
	}
}

// An exchange is complete when Chromium has reported the response and the headers as sent.
func TestIncompleteExchangesAreNotReported(t *testing.T) {
	var s traffic
	for _, event := range []any{
		&network.EventRequestWillBeSent{RequestID: "1", Request: &network.Request{Method: "GET", URL: "http://localhost/"}},
		&network.EventResponseReceived{RequestID: "1", Response: &network.Response{Status: 200}, HasExtraInfo: true},
		&network.EventRequestWillBeSentExtraInfo{RequestID: "1",
			Headers: network.Headers{"referer": "http://localhost/from"}},
	} {
		if got, err := s.exchanges(); err == nil && len(got) > 0 {
			t.Errorf("reported before %T: %v", event, got)
		}
		s.add(event)
	}
	got, err := s.exchanges()
	if want := (Exchange{Method: "GET", URL: "http://localhost/", Referer: "http://localhost/from",
		Status: 200}); err != nil || !slices.Equal(got, []Exchange{want}) {
		t.Errorf("exchanges %v (%v), want %v", got, err, want)
	}
}
