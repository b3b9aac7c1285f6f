// Command bench measures the home server under load: each person of a team sends one
// request after the other. It prints rates, percentiles, processor time and memory as
// tables, beside the last recorded ones of docs/benchmarks.md. The timings of a machine
// vary, so no number makes the command fail. Only a request that fails does.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"stint/scripts/internal/command"
)

// options say what is measured.
type options struct {
	people  int           // who send requests in parallel
	sizes   []int         // entries of each person, ascending
	span    time.Duration // how long each kind of request is sent
	only    string        // the kinds whose name has this text; "" is all
	service string        // the program of the home server
	record  string        // the document that gets the tables; "" is none
	peers   []string      // names of other services that are measured beside
}

// recorded is the document with the recorded tables.
const recorded = "docs/benchmarks.md"

func main() {
	var o options
	flag.IntVar(&o.people, "people", 16, "people who send requests in parallel")
	sizes := flag.String("entries", "1000,10000", "entries of each person, several sizes separated by commas")
	flag.DurationVar(&o.span, "time", 5*time.Second, "how long each kind of request is sent")
	flag.StringVar(&o.only, "only", "", "only kinds of requests whose name has this text")
	flag.StringVar(&o.service, "service", "bin/stint", "the home server")
	record := flag.Bool("record", false, "write the tables into "+recorded)
	others := flag.String("peers", "", "other services to measure beside, separated by spaces: traggo timetagger")
	flag.Parse()
	if *record {
		o.record = recorded
	}
	command.Main("bench", func(ctx context.Context) (err error) {
		if o.sizes, err = parseSizes(*sizes); err != nil {
			return err
		}
		if o.peers, err = parsePeers(*others); err != nil {
			return err
		}
		return run(ctx, o)
	})
}

func parseSizes(text string) (sizes []int, err error) {
	for part := range strings.SplitSeq(text, ",") {
		n, err := strconv.Atoi(part)
		if err != nil || n < 1 || len(sizes) > 0 && n <= sizes[len(sizes)-1] {
			return nil, command.UsageError(fmt.Sprintf("-entries %s: use ascending numbers such as 1000,10000", text))
		}
		sizes = append(sizes, n)
	}
	return sizes, nil
}

// run measures all sizes, one after the other, in one workspace that grows.
func run(ctx context.Context, o options) error {
	folder, err := os.MkdirTemp("", "stint-bench-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(folder) }()
	processes, err := start(ctx, o.service, folder)
	if err != nil {
		return err
	}
	defer processes.stop()
	people, err := newTeam(ctx, processes.address, o.people)
	if err != nil {
		return err
	}
	peers, err := startPeers(ctx, o, folder)
	if err != nil {
		return err
	}
	defer peers.stop()
	var all report
	for _, size := range o.sizes {
		if err := measureSize(ctx, o, processes, people, peers, size, &all); err != nil {
			return err
		}
	}
	return all.publish(o)
}

// measureSize lets every person have so many entries, and measures.
func measureSize(ctx context.Context, o options, p *processes, people *team, peers peerSet, size int,
	all *report) error {
	fmt.Fprintf(os.Stderr, "%d people track %d entries each\n", o.people, size)
	if err := people.grow(ctx, size); err != nil {
		return err
	}
	if err := peers.grow(ctx, size); err != nil {
		return err
	}
	for _, k := range kinds(p) {
		if !strings.Contains(k.name, o.only) && k.name != baseline { // the baseline is measured always, to compare with
			continue
		}
		fmt.Fprintf(os.Stderr, "%s\n", k.name)
		m, err := measure(ctx, o.span, p, people, k)
		if err != nil {
			return fmt.Errorf("%s: %w", k.name, err)
		}
		m.entries = size
		all.add(m)
		if err := peers.measure(ctx, o.span, k, m, all); err != nil {
			return err
		}
	}
	return all.addMemoryAndSize(p, size, size*o.people)
}
