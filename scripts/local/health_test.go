package main

import (
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strconv"
	"strings"
	"testing"

	"stint/internal/testkit"
)

func TestHealthIsThatOfTheServer(t *testing.T) {
	t.Parallel()
	for status, want := range map[int]string{200: "", 503: "503 Service Unavailable"} {
		server := httptest.NewServer(withKnownHosts("http://stint.example",
			http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if r.URL.Path != "/api/health" {
					t.Errorf("asked for %s", r.URL.Path)
				}
				w.WriteHeader(status)
			})))
		defer server.Close()
		for _, listen := range []string{"", "127.0.0.1", "0.0.0.0"} {
			settings := map[string]string{"LISTEN": listen, "PORT": portOf(server.URL)}
			err := checkHealth(t.Context(), func(name string) string { return settings[name] })
			if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
				t.Errorf("a server with status %d, LISTEN=%s: %v", status, listen, err)
			}
		}
	}
}

func TestHealthOfNoServerIsAnError(t *testing.T) {
	t.Parallel()
	for settings, want := range map[[2]string]string{
		{"PORT", strconv.Itoa(testkit.FreePort(t))}: "does not answer",
		{"LISTEN", "home"}:                          "LISTEN=home is not an IP address",
		{"PORT", "eighty"}:                          "PORT=eighty is not a port",
	} {
		err := checkHealth(t.Context(), func(name string) string { return map[string]string{settings[0]: settings[1]}[name] })
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: %v", settings, err)
		}
	}
}

func TestDialAddress(t *testing.T) {
	t.Parallel()
	for listen, want := range map[string]string{"0.0.0.0": "127.0.0.1", "::": "::1", "192.0.2.7": "192.0.2.7",
		"127.0.0.1": "127.0.0.1"} {
		if got := dialAddress(netip.MustParseAddr(listen)); got.String() != want {
			t.Errorf("of %s: %s", listen, got)
		}
	}
}

// Without LISTEN, no other machine can connect.
func TestTheServerListensWhereItIsSetTo(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{"": "127.0.0.1", "0.0.0.0": "0.0.0.0", "::": "::"} {
		settings := map[string]string{"LISTEN": text, "STINT_DATA": t.TempDir()}
		h, err := openHome(func(name string) string { return settings[name] })
		if err != nil || h.address.String() != want {
			t.Errorf("LISTEN=%s: %s, %v", text, h.address, err)
		}
	}
	if _, err := openHome(func(name string) string { return map[string]string{"LISTEN": "home"}[name] }); err == nil {
		t.Error("a name is taken for an address")
	}
}

func portOf(url string) string { return url[strings.LastIndex(url, ":")+1:] }
