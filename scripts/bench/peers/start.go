package peers

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"os/exec"
	"syscall"
	"time"

	"stint/internal/apiclient"
	"stint/shared/engine"
)

// Running is a peer whose program runs.
type Running struct {
	Peer
	API     *apiclient.Client
	Command *exec.Cmd
	ended   chan struct{} // is closed when the program has ended
}

// A peer is asked so often, and so long, whether it is ready.
const (
	askEvery  = 100 * time.Millisecond
	readyWait = time.Minute
)

// Start starts a peer with an empty folder for its data, on a free port, and waits until it is ready.
func Start(ctx context.Context, p Peer, b Begin) (*Running, error) {
	address, err := engine.FreeAddress()
	if err != nil {
		return nil, err
	}
	b.Port = address.Port()
	command, err := p.Command(ctx, b)
	if err != nil {
		return nil, err
	}
	var said bytes.Buffer // is read when the program has ended
	command.Stderr = &said
	if err := command.Start(); err != nil {
		return nil, err
	}
	r := &Running{Peer: p, Command: command, API: newClient(b), ended: make(chan struct{})}
	go func() {
		defer close(r.ended)
		_ = command.Wait()
	}()
	if err := r.await(ctx); err != nil {
		r.Stop()
		return nil, fmt.Errorf("%s does not get ready: %w\n%s", command.Path, err, said.Bytes())
	}
	return r, nil
}

// newClient keeps a connection open for each person.
func newClient(b Begin) *apiclient.Client {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.MaxIdleConnsPerHost = b.People
	return &apiclient.Client{Address: fmt.Sprint("http://127.0.0.1:", b.Port), HTTP: &http.Client{Transport: transport}}
}

// await waits until the peer is ready.
func (r *Running) await(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, readyWait)
	defer cancel()
	for {
		_, err := r.API.DoOK(ctx, apiclient.Call{Method: http.MethodGet, Path: r.ReadyPath()})
		if err == nil {
			return nil
		}
		select {
		case <-r.ended:
			return errors.New("the program has ended")
		case <-ctx.Done():
			return err
		case <-time.After(askEvery):
		}
	}
}

// Stop ends the program.
func (r *Running) Stop() {
	_ = r.Command.Process.Signal(syscall.SIGTERM)
	<-r.ended
}
