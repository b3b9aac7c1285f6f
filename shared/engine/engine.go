// Package engine finds and supervises the embedded DynamoDB of local runs and
// tests: dynoxide, one static binary that keeps its data in memory or in one
// SQLite file. It is a child process that never outlives this one.
//
// Where an endpoint is given, nothing is started and that one is used.
package engine

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"time"
)

// EndpointVariable is the environment variable in which a caller names a
// DynamoDB to use instead of the embedded one, as a base URL.
const EndpointVariable = "DYNAMODB_ENDPOINT"

const (
	startWait = 15 * time.Second // for the engine to answer, all attempts together
	stopGrace = 5 * time.Second  // between asking the engine to end and killing it
	portTries = 8                // free ports tried when others are faster to take them
)

// Options says what to start. The zero value is an engine in memory.
type Options struct {
	// Endpoint, if set, is a DynamoDB that runs already; nothing is started.
	Endpoint string
	// DataFile keeps the data; its folder is made if need be, and DataFile.lock
	// beside it keeps a second engine off. "" keeps the data in memory.
	DataFile string
	// LogTo gets what the engine prints; nil drops it. It is written to from
	// one goroutine at a time.
	LogTo io.Writer
}

// Engine is a running DynamoDB. Its methods may be called from any goroutine.
type Engine struct {
	endpoint string
	child    *child // nil for an endpoint that is not ours
	stopping chan struct{}
	stopOnce sync.Once
	done     chan error
}

// Start starts the engine and returns when it answers. The context bounds the
// start only; Stop ends the engine. The error is one line: no binary, a data
// file in use, or the last words of an engine that ended early.
func Start(ctx context.Context, o Options) (*Engine, error) {
	if o.Endpoint != "" {
		return &Engine{endpoint: o.Endpoint, done: make(chan error)}, nil
	}
	ctx, cancel := context.WithTimeout(ctx, startWait)
	defer cancel()
	binary, err := findBinary()
	if err != nil {
		return nil, err
	}
	lock, err := lockData(ctx, o.DataFile)
	if err != nil {
		return nil, err
	}
	// The child holds the lock by the descriptor it inherits, so that it stands
	// exactly as long as an engine is alive, even if we are not.
	defer lock.Close()
	return startOnFreePort(ctx, binary, o, lock)
}

func startOnFreePort(ctx context.Context, binary string, o Options, lock *os.File) (*Engine, error) {
	var err error
	for range portTries {
		var e *Engine
		if e, err = startOnce(ctx, binary, o, lock); !errors.Is(err, errPortTaken) {
			return e, err
		}
	}
	return nil, err
}

func startOnce(ctx context.Context, binary string, o Options, lock *os.File) (*Engine, error) {
	address, err := freeAddress()
	if err != nil {
		return nil, fmt.Errorf("engine: finding a free port: %w", err)
	}
	c, err := startChild(newCommand(binary, address, o.DataFile, lock), o.LogTo)
	if err != nil {
		return nil, fmt.Errorf("engine: starting %s: %w", binary, err)
	}
	if err := c.awaitReady(ctx, address); err != nil {
		c.stop()
		return nil, err
	}
	e := &Engine{
		endpoint: "http://" + address.String(),
		child:    c,
		stopping: make(chan struct{}),
		done:     make(chan error, 1),
	}
	go e.reportExit()
	return e, nil
}

// reportExit tells an end that was asked for from one that was not.
func (e *Engine) reportExit() {
	<-e.child.exited
	select {
	case <-e.stopping:
	default:
		e.done <- e.child.exitError("ended unexpectedly")
	}
	close(e.done)
}

// Endpoint is the base URL to give to a DynamoDB client.
func (e *Engine) Endpoint() string { return e.endpoint }

// PID is the child's process id, or 0 when nothing was started.
func (e *Engine) PID() int {
	if e.child == nil {
		return 0
	}
	return e.child.cmd.Process.Pid
}

// Done yields one error if the engine ends although nobody asked, and is
// closed when the engine has ended, however. It stays silent for an endpoint
// that is not ours.
func (e *Engine) Done() <-chan error { return e.done }

// Stop asks the engine to end, kills it if it has not within five seconds, and
// returns when it is gone. Stopping twice, or what was not started, is no error.
func (e *Engine) Stop() {
	if e.child == nil {
		return
	}
	e.stopOnce.Do(func() { close(e.stopping) })
	e.child.stop()
}
