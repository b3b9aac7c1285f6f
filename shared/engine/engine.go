// Package engine starts and supervises the embedded DynamoDB of local runs and
// tests: dynoxide, a static binary that keeps its data in memory or in one SQLite
// file, or where that is not installed DynamoDB Local, which AWS publishes and Java runs.
// It runs as a child process that ends with this one.
//
// With an endpoint in the options nothing is started, and that DynamoDB is used.
package engine

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"stint/shared/retry"
)

// EndpointVariable is the environment variable with the base URL of a DynamoDB to
// use instead of the embedded one.
const EndpointVariable = "DYNAMODB_ENDPOINT"

// LocalVariable is the environment variable with the folder of DynamoDB Local, to use it even
// where dynoxide is installed.
const LocalVariable = "DYNAMODB_LOCAL"

const (
	startWait     = 15 * time.Second // for dynoxide to answer, all attempts together
	javaStartWait = time.Minute      // the same for DynamoDB Local
	stopGrace     = 5 * time.Second  // between the signal to end and the kill
	portTries     = 8                // ports tried when another process takes a free port first
)

// Options of an engine. The zero value is an engine in memory.
type Options struct {
	// Endpoint, if set, is the base URL of a running DynamoDB; nothing is
	// started.
	Endpoint string
	// DataFile is the file for the data; "" keeps the data in memory. Its folder
	// is created if necessary. DataFile.lock prevents a second engine from using
	// the same file.
	DataFile string
	// Reference, if set, is a folder with the jars of AWS's DynamoDB Local, which Java
	// then runs in place of dynoxide. Its data are in the folder DataFile.dynamodb-local.
	// "" uses DynamoDB Local only where dynoxide is not installed, from bin/dynamodb-local.
	Reference string
	// LogTo receives the output of the engine; nil discards it. One goroutine at
	// a time writes to it.
	LogTo io.Writer
}

// Engine is a running DynamoDB. Its methods may be called from any goroutine.
type Engine struct {
	endpoint string
	notices  []string
	child    *child // nil when nothing was started
	stopping chan struct{}
	stopOnce sync.Once
	done     chan error
}

// Start starts the engine and returns when it answers. The context bounds the
// start only; Stop ends the engine. Errors, of one line: no binary, a data file
// in use, or the last output of an engine that ended early.
func Start(ctx context.Context, o Options) (*Engine, error) {
	if o.Endpoint != "" {
		return &Engine{endpoint: o.Endpoint, done: make(chan error)}, nil
	}
	program, err := o.findProgram(ctx)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, program.startWait)
	defer cancel()
	lock, err := lockData(ctx, o.DataFile)
	if err != nil {
		return nil, err
	}
	// The child inherits the descriptor and so keeps the lock exactly as long as
	// it runs, even if this process ends first.
	defer lock.Close()
	if err := program.makeFolder(o.DataFile); err != nil {
		return nil, err
	}
	e, err := startOnFreePort(ctx, program, o, lock)
	if err != nil {
		return nil, err
	}
	e.notices = program.notices(o.DataFile)
	return e, nil
}

func startOnFreePort(ctx context.Context, p program, o Options, lock *os.File) (e *Engine, err error) {
	err = retry.Do(ctx, retry.Policy{Tries: portTries}, func() (again bool, err error) {
		e, err = startOnce(ctx, p, o, lock)
		return errors.Is(err, errPortTaken), err
	})
	return e, err
}

func startOnce(ctx context.Context, p program, o Options, lock *os.File) (*Engine, error) {
	address, err := p.freeAddress()
	if err != nil {
		return nil, fmt.Errorf("engine: finding a free port: %w", err)
	}
	c, err := startChild(p, newCommand(p, address, o.DataFile, lock), o.LogTo)
	if err != nil {
		return nil, fmt.Errorf("engine: starting %s: %w", p.binary, err)
	}
	recordHolder(lock, c.cmd.Process.Pid)
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

// reportExit reports the end of the engine, unless Stop caused it.
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

// Notices are lines for the user: which engine runs if it is not dynoxide and why, and whose
// data it does not use. Mostly there are none.
func (e *Engine) Notices() []string { return e.notices }

// CommitsLate reports whether the engine answers before a transaction is on disk, as DynamoDB
// Local does. A read after the answer ends after the commit.
func (e *Engine) CommitsLate() bool { return e.child != nil && e.child.program.name == nameLocal }

// PID is the process id of the engine, or 0 when nothing was started.
func (e *Engine) PID() int {
	if e.child == nil {
		return 0
	}
	return e.child.cmd.Process.Pid
}

// Done receives one error if the engine ends without Stop, and is closed when the
// engine has ended. When nothing was started it receives nothing and stays open.
func (e *Engine) Done() <-chan error { return e.done }

// Stop signals the engine to end, kills it after five seconds if necessary, and
// returns when it has ended. It does nothing when called twice or when nothing
// was started.
func (e *Engine) Stop() {
	if e.child == nil {
		return
	}
	e.stopOnce.Do(func() { close(e.stopping) })
	e.child.stop()
}
