package main

import (
	"context"
	"fmt"
	"io"
	"sync"
	"time"

	"stint/functions"
	"stint/internal/programs"
	"stint/internal/runtimeapi"
	"stint/internal/template"
)

// pollInterval is how often the background functions are called. In AWS the stream calls them
// at once; without it the deliverer finds changes within feed.WebhookPoll.
const pollInterval = 2 * time.Second

// startBackground builds the worker and the deliverer for this machine, starts them with the settings of the template,
// and calls them regularly until stop. stop waits for their end. A function that the template does not have is not
// started.
func startBackground(ctx context.Context, out io.Writer, t *template.Template, o options,
	endpoint string) (stop func(), err error) {
	ctx, cancel := context.WithCancel(ctx)
	var all sync.WaitGroup
	stop = func() { cancel(); all.Wait() }
	for _, function := range []string{functions.Worker, functions.Deliverer} {
		process, err := startFunction(ctx, t, o, endpoint, function)
		if err != nil {
			stop()
			return nil, fmt.Errorf("the %s: %w", function, err)
		}
		if process == nil {
			continue
		}
		all.Go(func() {
			defer process.Stop()
			callRegularly(ctx, out, function, process.Call)
		})
	}
	return stop, nil
}

// startFunction builds a function and starts it with the settings and the timeout of the template;
// process is nil when the template has it not.
func startFunction(ctx context.Context, t *template.Template, o options, endpoint,
	family string) (process *runtimeapi.Process, err error) {
	f, found, err := t.FunctionOf(family)
	if err != nil || !found {
		return nil, err
	}
	environment, err := environmentOf(t, f, o, endpoint)
	if err != nil {
		return nil, err
	}
	if err := programs.BuildFunctions(ctx, o.root, programs.Here, family); err != nil {
		return nil, err
	}
	if process, err = runtimeapi.Start(programs.FunctionPath(o.root, programs.Here, family), f.Timeout,
		environment); err != nil {
		return nil, err
	}
	if _, err := process.Ready(ctx); err != nil {
		process.Stop()
		return nil, err
	}
	return process, nil
}

// environmentOf is the environment of a function's process.
func environmentOf(t *template.Template, f template.Function, o options,
	endpoint string) (environment []string, err error) {
	settings, err := localSettings(t, f, o, endpoint)
	if err != nil {
		return nil, err
	}
	environment = append(environment, "AWS_REGION="+template.Region)
	for name, value := range settings {
		environment = append(environment, name+"="+value)
	}
	return environment, nil
}

// callRegularly calls a function until the context ends or the function fails.
func callRegularly(ctx context.Context, out io.Writer, function string,
	call func(context.Context, []byte) ([]byte, error)) {
	ticker := time.NewTicker(pollInterval)
	defer ticker.Stop()
	for {
		if _, err := call(ctx, []byte("{}")); err != nil && ctx.Err() == nil {
			fmt.Fprintf(out, "the %s has stopped, so its work waits: %v\n", function, err)
			return
		}
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
	}
}
