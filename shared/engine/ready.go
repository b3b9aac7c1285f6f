package engine

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"time"
)

// errPortTaken: another process took the port before the engine did.
var errPortTaken = errors.New("engine: another process took the port")

const readyPause = 5 * time.Millisecond

// FreeAddress is a loopback address with a port that was free a moment ago.
func FreeAddress() (netip.AddrPort, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return netip.AddrPort{}, err
	}
	defer l.Close()
	return netip.ParseAddrPort(l.Addr().String())
}

// awaitReady waits until the output of the child says that it listens, and then
// until it answers. An answer alone is not enough: it may come from another
// process on a port that the child failed to get.
func (c *child) awaitReady(ctx context.Context, address netip.AddrPort) error {
	select {
	case <-c.output.listening:
	case <-c.exited:
		return c.earlyExit()
	case <-ctx.Done():
		return fmt.Errorf("engine: %s does not listen: %w", c.program.name, ctx.Err())
	}
	again := time.NewTicker(readyPause)
	defer again.Stop()
	for !c.program.isAnswering(ctx, address) {
		select {
		case <-again.C:
		case <-c.exited:
			return c.earlyExit()
		case <-ctx.Done():
			return fmt.Errorf("engine: %s does not answer: %w", c.program.name, ctx.Err())
		}
	}
	return nil
}

func (c *child) earlyExit() error {
	if strings.Contains(strings.ToLower(c.output.lastLines()), "in use") {
		return fmt.Errorf("%w: %s", errPortTaken, c.output.lastLines())
	}
	return c.exitError("ended while starting")
}

// isAnswering reports whether the engine answers a request. It leaves no
// connection open.
func (p program) isAnswering(ctx context.Context, address netip.AddrPort) bool {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+address.String()+"/", nil)
	if err != nil {
		return false
	}
	transport := &http.Transport{DisableKeepAlives: true}
	response, err := transport.RoundTrip(request)
	if err != nil {
		return false
	}
	defer response.Body.Close()
	return response.StatusCode == p.status
}
