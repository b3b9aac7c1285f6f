// Command rollout runs the home servers of two releases over one table at the same time, as an update in AWS does
// with the functions:
//
//	go run ./scripts/rollout -old <stint-home> -new <stint-home> -time 1m
//
// Requests of a team go to either of them at random. Each record that one writes is read, changed and read again
// through the other. At the end both answer every list, record and report. It fails if an answer is a 5xx, if a
// request fails that should not, or if the two do not show the same. What only the new release shows is fine.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http/httptest"
	"os"
	"time"

	"stint/scripts/demo"
	"stint/scripts/internal/command"
	"stint/scripts/internal/sampledata"
)

// options of a run.
type options struct {
	old, new string        // programs of the home servers
	span     time.Duration // of the load
	people   int           // who send requests at the same time
	seed     uint64        // of all choices
}

func main() {
	var o options
	flag.StringVar(&o.old, "old", "", "the home server of the last release")
	flag.StringVar(&o.new, "new", "", "the home server of this one")
	flag.DurationVar(&o.span, "time", time.Minute, "how long requests are sent")
	flag.IntVar(&o.people, "people", 8, "people who send requests in parallel")
	flag.Uint64Var(&o.seed, "seed", rand.Uint64(), "of all choices, to repeat a run")
	flag.Parse()
	command.Main("rollout", func(ctx context.Context) error {
		if o.old == "" || o.new == "" {
			return command.UsageError("usage: rollout -old <program> -new <program> [-time 1m]; make rollout-check builds both")
		}
		return run(ctx, os.Stdout, o)
	})
}

// run runs both releases. Errors: all that went wrong.
func run(ctx context.Context, out io.Writer, o options) error {
	m := newMixer(o.seed)
	entrance := httptest.NewServer(m)
	defer entrance.Close()
	both, err := startBoth(ctx, o, entrance.URL)
	if err != nil {
		return err
	}
	defer both.stop()
	fmt.Fprintf(out, "rollout: %s beside %s, seed %d\n", both.old.version, both.new.version, o.seed)
	return try(ctx, out, o, m, both, entrance.URL)
}

// try fills the table through the old release alone, and goes on through both.
func try(ctx context.Context, out io.Writer, o options, m *mixer, both *releases, address string) error {
	m.sendTo(both.old)
	err := demo.Fill(ctx, address, time.Now(), o.seed)
	if err == nil {
		err = both.outside.connect(ctx, address)
	}
	if err != nil {
		return fmt.Errorf("%s alone: %w", both.old.version, err)
	}
	m.sendTo(both.old, both.new)
	crew, err := newTeam(ctx, address, o)
	if err != nil {
		return err
	}
	sent, err := crew.work(ctx, o.span)
	fmt.Fprintf(out, "%d requests of %d people: %s\n", sent, o.people, m.counts())
	if err != nil {
		return err
	}
	exchanged, err := exchangeAll(ctx, crew, both)
	fmt.Fprintf(out, "%d records were written by one and read, changed and deleted by the other\n", exchanged)
	agency := sampledata.New(ctx, both.new.client(), sampledata.Agency())
	agency.Team.ID = agency.SignIn(agency.Team.Owner())
	err = errors.Join(err, agency.Err)
	for _, team := range []*sampledata.Maker{crew.Maker, agency} {
		compared, different := compareAll(ctx, team, both)
		fmt.Fprintf(out, "%d answers of both are the same\n", compared)
		err = errors.Join(err, different)
	}
	return errors.Join(err, m.failures(), both.checkQueues(ctx), both.outside.check())
}
