package engine

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/netip"
	"runtime"
	"strings"
	"sync"
	"time"
)

// errPortTaken: another process took the port before the engine did.
var errPortTaken = errors.New("engine: another process took the port")

const readyPause = 5 * time.Millisecond

// localhost is the loopback address that programs of this machine expect.
const localhost = "127.0.0.1"

// FreeAddress is the usual loopback address with a port that was free a moment ago.
func FreeAddress() (netip.AddrPort, error) { return freePort(localhost) }

func freePort(host string) (netip.AddrPort, error) {
	l, err := net.Listen("tcp", net.JoinHostPort(host, "0"))
	if err != nil {
		return netip.AddrPort{}, err
	}
	defer l.Close()
	return netip.ParseAddrPort(l.Addr().String())
}

// freeAddress is a free address for the engine. Dynoxide checks no signature and lets pages of all origins read its
// answers, so a web page that finds its address could read and write all data. On Linux it has one of 16 million
// loopback addresses, which no page can try out. Other systems have only localhost, and so has a Linux whose loopback
// interface has no other address.
func (p program) freeAddress() (netip.AddrPort, error) {
	if p.name == nameDynoxide && runtime.GOOS == "linux" {
		if a, err := freePort(fmt.Sprintf("127.%d.%d.%d", 1+rand.N(254), rand.N(256), 1+rand.N(254))); err == nil {
			return a, nil
		}
	}
	return freePort(localhost)
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

// maxLines is how many lines of the engine's output an error shows.
const maxLines = 5

// output passes on what the engine prints, keeps the last lines, and recognises
// the line that says that the port is open.
type output struct {
	announcement string        // part of the line that says so
	listening    chan struct{} // closed when that line appears

	mu          sync.Mutex
	to          io.Writer
	partial     []byte
	lines       []string
	isListening bool
}

func newOutput(to io.Writer, announcement string) *output {
	if to == nil {
		to = io.Discard
	}
	return &output{to: to, announcement: announcement, listening: make(chan struct{})}
}

// Write implements io.Writer. It ignores errors of the log, which must not block
// the engine.
func (o *output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	_, _ = o.to.Write(p)
	o.partial = append(o.partial, p...)
	for {
		line, rest, ok := bytes.Cut(o.partial, []byte("\n"))
		if !ok {
			return len(p), nil
		}
		o.partial = rest
		o.addLine(strings.TrimSpace(string(line)))
	}
}

func (o *output) addLine(line string) {
	if line == "" {
		return
	}
	if o.lines = append(o.lines, line); len(o.lines) > maxLines {
		o.lines = o.lines[1:]
	}
	if !o.isListening && strings.Contains(line, o.announcement) {
		o.isListening = true
		close(o.listening)
	}
}

// lastLines returns the last lines as one.
func (o *output) lastLines() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	lines := o.lines
	if rest := strings.TrimSpace(string(o.partial)); rest != "" {
		lines = append(lines[:len(lines):len(lines)], rest)
	}
	if len(lines) == 0 {
		return "it said nothing"
	}
	return strings.Join(lines, " | ")
}
