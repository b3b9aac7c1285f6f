package testkit

import (
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"sync"
	"testing"
	"time"
)

// Clock is a clock that moves only by Advance and Set. It is safe for concurrent use.
// Make one with NewClock.
type Clock struct {
	mu  sync.Mutex
	now time.Time
}

// NewClock makes a clock with the time now.
func NewClock(now time.Time) *Clock { return &Clock{now: now} }

// Now is the clock's time.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

// Advance moves the clock by d, which may be negative, and returns the new time.
func (c *Clock) Advance(d time.Duration) time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
	return c.now
}

// Set sets the clock's time to now.
func (c *Clock) Set(now time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = now
}

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
