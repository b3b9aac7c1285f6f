package testkit

import (
	"fmt"
	"math/rand/v2"
	"net"
	"testing"
)

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
