package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"time"

	"github.com/aws/aws-lambda-go/events"
)

// subject is a function to measure.
type subject struct {
	Name   string
	Binary string
	Route  string // whose event it is given; "" is none of ours
	Event  []byte

	starts, firsts, seconds []time.Duration
	status                  int
}

// patience with one run of a function.
const patience = 20 * time.Second

// measure runs the function once: from the start of the process to its first
// poll for an event, then the first event and a second one.
func (s *subject) measure(ctx context.Context, environment []string) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	api, err := newRuntimeAPI()
	if err != nil {
		return err
	}
	defer api.close()
	var said bytes.Buffer
	process := exec.CommandContext(ctx, s.Binary)
	process.Env = append(environment, "AWS_LAMBDA_RUNTIME_API="+api.address(), "PATH="+os.Getenv("PATH"))
	process.Stderr = &said
	began := time.Now()
	if err := process.Start(); err != nil {
		return err
	}
	err = s.talk(ctx, api, began)
	_ = process.Process.Kill()
	_ = process.Wait() // killed: its state says nothing
	if err != nil {
		return fmt.Errorf("%s: %w\n%s", s.Name, err, said.String())
	}
	return nil
}

func (s *subject) talk(ctx context.Context, api *runtimeAPI, began time.Time) error {
	select {
	case at := <-api.polls:
		s.starts = append(s.starts, at.Sub(began))
	case <-api.answers:
		return errors.New("the function did not start")
	case <-ctx.Done():
		return errors.New("the function never asked for an event")
	}
	for _, times := range []*[]time.Duration{&s.firsts, &s.seconds} {
		a, took, err := api.invoke(ctx, s.Event)
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
		s.status = response.StatusCode
		*times = append(*times, took)
	}
	return nil
}

// median is the middle one, or the lower of the two in the middle.
func median(all []time.Duration) time.Duration {
	if len(all) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(all))
	return sorted[(len(sorted)-1)/2]
}
