package testkit

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"testing"
)

// Size chooses how much a test does: the first number every day, and the second one in the large
// run, which STINT_LARGE=1 asks for (make test-all). The daily number must be enough to find a
// broken rule. The large one is for what only shows with much data or after many random steps.
func Size(daily, large int) int {
	if os.Getenv("STINT_LARGE") != "" {
		return large
	}
	return daily
}

// FreePort is a loopback port on which nothing listened a moment ago. It is below the ports that
// systems choose for clients and for listeners, so that hardly another test gets it by chance.
func FreePort(t testing.TB) int {
	t.Helper()
	for range 100 {
		port := 10_000 + rand.IntN(20_000)
		listener, err := net.Listen("tcp", fmt.Sprint("127.0.0.1:", port))
		if err == nil {
			listener.Close()
			return port
		}
	}
	t.Fatal("testkit: no free port")
	return 0
}

// EndedBy is a context of the test that ends when the event happens. The caller cancels it at last.
func EndedBy(t testing.TB, event <-chan struct{}) (context.Context, context.CancelFunc) {
	limited, cancel := context.WithCancel(t.Context())
	go func() {
		select {
		case <-event:
			cancel()
		case <-limited.Done():
		}
	}()
	return limited, cancel
}
