package apitest

import (
	"net"
	"net/http/httptest"
	"testing"

	"stint/shared/config"
)

// NewWithServer starts a service behind a real HTTP server, for browsers. It returns
// the server's URL, which is also the public URL in the settings.
func NewWithServer(t testing.TB, options ...Option) (s *Service, address string) {
	t.Helper()
	server := httptest.NewUnstartedServer(nil)
	_, port, err := net.SplitHostPort(server.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	address = "http://localhost:" + port
	useAddress := func(c *config.Config) { c.PublicURL, c.AppBaseURL = address, address }
	s = New(t, append([]Option{useAddress}, options...)...)
	server.Config.Handler = s.Handler
	server.Start()
	t.Cleanup(server.Close)
	return s, address
}
