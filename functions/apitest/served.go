package apitest

import (
	"net"
	"net/http/httptest"
	"testing"

	"stint/shared/config"
)

// NewServed opens a house that can be reached at a real address, for browsers.
// The options find that address in the settings.
func NewServed(t testing.TB, options ...Option) (h *House, address string) {
	t.Helper()
	server := httptest.NewUnstartedServer(nil)
	_, port, err := net.SplitHostPort(server.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	address = "http://localhost:" + port
	reached := func(c *config.Config) { c.PublicURL, c.AppBaseURL = address, address }
	h = New(t, append([]Option{reached}, options...)...)
	server.Config.Handler = h.Handler
	server.Start()
	t.Cleanup(server.Close)
	return h, address
}
