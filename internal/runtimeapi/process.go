package runtimeapi

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"sync"
	"time"

	"github.com/aws/aws-lambda-go/events"
)

// Process is one instance of a function: its binary, running.
type Process struct {
	*API
	StartedAt time.Time // when the process was started

	command *exec.Cmd
	log     logBuffer
	exited  chan struct{}
}

// Start starts a function's binary. It is told nothing but its environment, in
// the form NAME=value. Stop it.
func Start(binary string, environment []string) (*Process, error) {
	api, err := New()
	if err != nil {
		return nil, err
	}
	p := &Process{API: api, command: exec.Command(binary), exited: make(chan struct{})}
	p.command.Env = append([]string{"AWS_LAMBDA_RUNTIME_API=" + api.Address(), "PATH=" + os.Getenv("PATH")}, environment...)
	p.command.Stderr, p.command.Stdout = &p.log, &p.log
	p.StartedAt = time.Now()
	if err := p.command.Start(); err != nil {
		api.Close()
		return nil, err
	}
	go func() {
		_ = p.command.Wait() // what it said says more
		close(p.exited)
	}()
	return p, nil
}

// Stop ends the process and waits until it is gone.
func (p *Process) Stop() {
	_ = p.command.Process.Kill() // fails only when it is gone already
	<-p.exited
	p.Close()
}

// Log is what the function wrote to its log so far.
func (p *Process) Log() string { return p.log.String() }

// Ready waits until the function has started: when it first asked for an event.
func (p *Process) Ready(ctx context.Context) (time.Time, error) {
	select {
	case at := <-p.Polls:
		return at, nil
	case <-p.exited:
		return time.Time{}, fmt.Errorf("the function did not start: %s", p.Log())
	case <-ctx.Done():
		return time.Time{}, fmt.Errorf("the function never asked for an event: %w", ctx.Err())
	}
}

// Call hands an event to the function and gives what it answered. A function
// that reports an error, or ends, is an error.
func (p *Process) Call(ctx context.Context, event []byte) ([]byte, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		select {
		case <-p.exited:
			cancel()
		case <-ctx.Done():
		}
	}()
	answer, _, err := p.Invoke(ctx, event)
	switch {
	case err != nil:
		return nil, fmt.Errorf("the function gave no answer: %w\n%s", err, p.Log())
	case answer.Failed:
		return nil, fmt.Errorf("the function failed: %s\n%s", answer.Body, p.Log())
	}
	return answer.Body, nil
}

// Request hands an event of API Gateway to the function.
func (p *Process) Request(ctx context.Context, event events.APIGatewayProxyRequest) (answer events.APIGatewayProxyResponse, err error) {
	text, err := json.Marshal(event)
	if err != nil {
		return answer, err
	}
	body, err := p.Call(ctx, text)
	if err != nil {
		return answer, err
	}
	return answer, json.Unmarshal(body, &answer)
}

// maxLogBytes is how much of what a function says is kept, in bytes.
const maxLogBytes = 64 << 10

// logBuffer keeps the last that was written to it.
type logBuffer struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (o *logBuffer) Write(b []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.text.Len()+len(b) > maxLogBytes {
		o.text.Reset()
	}
	return o.text.Write(b)
}

func (o *logBuffer) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.String()
}
