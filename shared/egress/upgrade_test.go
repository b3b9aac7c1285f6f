package egress

import (
	"bufio"
	"net"
	"net/http"
	"testing"

	"stint/shared/domain/feed"
)

// TestAReceiverThatUpgradesEndsTheAttempt checks a receiver that answers 101 and then nothing:
// the body is the connection then, and no context ends its reads.
func TestAReceiverThatUpgradesEndsTheAttempt(t *testing.T) {
	t.Parallel()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = listener.Close() }()
	go func() {
		for {
			connection, err := listener.Accept()
			if err != nil {
				return
			}
			_, _ = http.ReadRequest(bufio.NewReader(connection))
			_, _ = connection.Write([]byte("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: " +
				"websocket\r\n\r\n"))
		}
	}()
	got, err := Post(t.Context(), http.DefaultClient, feed.WebhookURL("http://"+listener.Addr().String()), http.Header{},
		nil)
	if why := Classify(got, err); why != feed.ErrorStatus {
		t.Errorf("response %+v, error %v, %q", got, err, why)
	}
}
