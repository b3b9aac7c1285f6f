package runtimeapi

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"sync"
	"syscall"
	"time"

	"github.com/aws/aws-lambda-go/events"
)

// Process is one running instance of a function.
type Process struct {
	*API
	StartedAt time.Time // when the process was started

	command *exec.Cmd
	log     logBuffer
	exited  chan struct{}
}

// Start starts a function's binary, or a program that runs it, with its arguments. The timeout
// is that of the function. Its environment, in the form NAME=value, replaces that of this process
// except for PATH. The caller must stop it.
func Start(binary string, timeout time.Duration, environment []string, arguments ...string) (*Process, error) {
	api, err := New(timeout)
	if err != nil {
		return nil, err
	}
	p := &Process{API: api, command: exec.Command(binary, arguments...), exited: make(chan struct{})}
	p.command.Env = append([]string{"AWS_LAMBDA_RUNTIME_API=" + api.Address(), "PATH=" + os.Getenv("PATH")},
		environment...)
	p.command.Stderr, p.command.Stdout = &p.log, &p.log
	p.StartedAt = time.Now()
	if err := p.command.Start(); err != nil {
		api.Close()
		return nil, err
	}
	go func() {
		_ = p.command.Wait() // the log says more than the exit status
		close(p.exited)
	}()
	return p, nil
}

// Stop kills the process and waits for its end.
func (p *Process) Stop() {
	_ = p.command.Process.Kill() // fails only when the process has ended
	<-p.exited
	p.Close()
}

// Terminate asks the process to end and waits for its end. The caller must still stop it.
func (p *Process) Terminate() error {
	if err := p.command.Process.Signal(syscall.SIGTERM); err != nil {
		return err
	}
	<-p.exited
	return nil
}

// Log is the latest output of the function, up to maxLogBytes.
func (p *Process) Log() string { return p.log.String() }

// Ready waits for the function's first poll, which means that it has started, and
// returns the time of it.
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

// Call sends an event to the function and returns its answer. Errors: the function
// reported an error, ended, or took longer than its timeout.
func (p *Process) Call(ctx context.Context, event []byte) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, p.timeout)
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

// Request sends an API Gateway event to the function. Errors: as Call.
func (p *Process) Request(ctx context.Context,
	event events.APIGatewayProxyRequest) (answer events.APIGatewayProxyResponse, err error) {
	body, err := p.send(ctx, event)
	if err != nil {
		return answer, err
	}
	return answer, json.Unmarshal(body, &answer)
}

// send sends an API Gateway event to the function, and returns what it sends. Errors: as Call.
func (p *Process) send(ctx context.Context, event events.APIGatewayProxyRequest) ([]byte, error) {
	text, err := json.Marshal(event)
	if err != nil {
		return nil, err
	}
	return p.Call(ctx, text)
}

// streamSeparator is between the head and the body of a streamed response.
var streamSeparator = make([]byte, 8)

// Stream is Request for a function whose response API Gateway streams. It reads the response whole.
func (p *Process) Stream(ctx context.Context,
	event events.APIGatewayProxyRequest) (answer events.APIGatewayProxyResponse, err error) {
	sent, err := p.send(ctx, event)
	if err != nil {
		return answer, err
	}
	head, body, isStream := bytes.Cut(sent, streamSeparator)
	if !isStream {
		return answer, errors.New("the response is not in the form of a stream")
	}
	answer.IsBase64Encoded, answer.Body = true, base64.StdEncoding.EncodeToString(body)
	return answer, json.Unmarshal(head, &answer)
}

// maxLogBytes bounds the output of a function that is kept.
const maxLogBytes = 64 << 10

// logBuffer keeps output. When it is full, it forgets everything before.
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
