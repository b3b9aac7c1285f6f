package main

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/aws/aws-lambda-go/events"

	"stint/functions"
	"stint/internal/runtimeapi"
)

// measuredFunction is a function with its measured times.
type measuredFunction struct {
	Name   string
	Binary string
	Route  string // the event's route; "" for the function that does nothing
	Event  []byte

	starts, firsts, seconds []time.Duration // one of each per run
	status                  int             // of the last answer
	instructions            int64           // to the first poll; 0 without valgrind
}

// runTimeout bounds one run of a function.
const runTimeout = 20 * time.Second

// measure runs the function once. It measures the time from the start of the process
// to its first poll for an event, and the time of two events.
func (f *measuredFunction) measure(ctx context.Context, environment []string) error {
	ctx, cancel := context.WithTimeout(ctx, runTimeout)
	defer cancel()
	process, err := runtimeapi.Start(f.Binary, functions.TimeoutOf(f.Name).Default, environment)
	if err != nil {
		return err
	}
	defer process.Stop()
	if err := f.invokeTwice(ctx, process); err != nil {
		return fmt.Errorf("%s: %w", f.Name, err)
	}
	return nil
}

func (f *measuredFunction) invokeTwice(ctx context.Context, process *runtimeapi.Process) error {
	at, err := process.Ready(ctx)
	if err != nil {
		return err
	}
	f.starts = append(f.starts, at.Sub(process.StartedAt))
	for _, times := range []*[]time.Duration{&f.firsts, &f.seconds} {
		a, took, err := process.Invoke(ctx, f.Event)
		if err != nil {
			return err
		}
		if a.Failed {
			return fmt.Errorf("the event failed: %s", a.Body)
		}
		var response events.APIGatewayProxyResponse
		if err := json.Unmarshal(a.Body, &response); err != nil {
			return err
		}
		f.status = response.StatusCode
		*times = append(*times, took)
	}
	return nil
}

// median is the middle value, or the lower one of the two in the middle.
func median(all []time.Duration) time.Duration {
	if len(all) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(all))
	return sorted[(len(sorted)-1)/2]
}
