package main

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"path/filepath"
	"strconv"
	"time"

	"stint/functions"
	"stint/internal/runtimeapi"
	"stint/internal/template"
	"stint/scripts/internal/inbox"
	"stint/shared/mail"
)

// sam has no streams, no schedules and no mail. The worker and the inbox run beside it.

// workerInterval is how often the worker is called. In AWS the stream calls it at once.
const workerInterval = 2 * time.Second

// startWorker builds the function of the worker for this machine, starts it with the
// settings of the template, and calls it regularly until the context ends. The result
// waits for its end. A template without a worker starts none.
func startWorker(ctx context.Context, out io.Writer, t *template.Template, o options, endpoint string) (wait func(), err error) {
	environment, found, err := workerEnvironment(t, o, endpoint)
	if err != nil || !found {
		return func() {}, err
	}
	folder := filepath.Join(o.folder, "here")
	if err := runtimeapi.Build(ctx, ".", folder, functions.Worker); err != nil {
		return nil, err
	}
	process, err := runtimeapi.Start(runtimeapi.Binary(folder, functions.Worker), environment)
	if err != nil {
		return nil, fmt.Errorf("the worker: %w", err)
	}
	if _, err := process.Ready(ctx); err != nil {
		process.Stop()
		return nil, fmt.Errorf("the worker: %w", err)
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		defer process.Stop()
		callRegularly(ctx, out, process.Call)
	}()
	return func() { <-done }, nil
}

// workerEnvironment is the environment of the worker's process. It reports whether the
// template has a worker.
func workerEnvironment(t *template.Template, o options, endpoint string) (environment []string, found bool, err error) {
	all, err := t.Functions()
	if err != nil {
		return nil, false, err
	}
	for _, f := range all {
		if f.Family != functions.Worker {
			continue
		}
		settings, err := localSettings(t, f, o, endpoint)
		if err != nil {
			return nil, false, err
		}
		environment = append(environment, "AWS_REGION="+template.Region)
		for name, value := range settings {
			environment = append(environment, name+"="+value)
		}
		return environment, true, nil
	}
	return nil, false, nil
}

// callRegularly calls the worker until the context ends or the worker fails.
func callRegularly(ctx context.Context, out io.Writer, call func(context.Context, []byte) ([]byte, error)) {
	ticker := time.NewTicker(workerInterval)
	defer ticker.Stop()
	for {
		if _, err := call(ctx, []byte("{}")); err != nil && ctx.Err() == nil {
			fmt.Fprintf(out, "the worker has stopped, so mails and jobs wait: %v\n", err)
			return
		}
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
	}
}

// startInbox serves the mails that the worker has sent, on the port after that of the API.
func startInbox(box *mail.Mailbox, o options) (address string, stop func(), err error) {
	listener, err := net.Listen("tcp", net.JoinHostPort(loopbackAddress, strconv.Itoa(o.inboxPort())))
	if err != nil {
		return "", nil, fmt.Errorf("the inbox: %w", err)
	}
	server := &http.Server{Handler: inbox.InFrontOf(http.NotFoundHandler(), box), ReadHeaderTimeout: 10 * time.Second}
	go func() { _ = server.Serve(listener) }() // ends with stop
	return "http://" + listener.Addr().String() + inbox.Path, func() { _ = server.Close() }, nil
}
