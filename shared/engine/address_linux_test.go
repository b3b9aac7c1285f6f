package engine_test

import (
	"net"
	"net/url"
	"testing"

	"stint/shared/engine"
)

// A web page can send requests to all ports of localhost, and dynoxide lets it read the answers. So it is not there.
func TestNoPageFindsTheEngine(t *testing.T) {
	t.Parallel()
	e := start(t, engine.Options{})
	at, err := url.Parse(e.Endpoint())
	if err != nil {
		t.Fatal(err)
	}
	for _, host := range []string{"127.0.0.1", "::1"} {
		if c, err := net.Dial("tcp", net.JoinHostPort(host, at.Port())); err == nil {
			c.Close()
			t.Errorf("the engine at %s answers at %s, too", e.Endpoint(), host)
		}
	}
}
