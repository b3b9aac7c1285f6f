// Command coldstart prints how long each function takes to start on this
// machine, and to answer its first event, beside a function that does nothing.
// The database is the embedded one, without TLS; the numbers are for
// comparison, not a promise, and no number is a failure.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/signal"
	"path/filepath"
	"text/tabwriter"
	"time"

	"stint/functions"
	"stint/internal/runtimeapi"
	"stint/scripts/internal/sample"
	"stint/scripts/internal/trial"
	"stint/shared/auth"
	"stint/shared/route"
)

func main() {
	runs := flag.Int("n", 11, "runs of each function")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Stdout, *runs); err != nil {
		fmt.Fprintln(os.Stderr, "coldstart:", err)
		stop()
		os.Exit(1)
	}
}

func run(ctx context.Context, out io.Writer, runs int) error {
	folder, err := os.MkdirTemp("", "stint-coldstart-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(folder) }()
	tr, err := trial.Open(ctx)
	if err != nil {
		return err
	}
	defer tr.Close()
	measured, err := prepare(ctx, folder, tr)
	if err != nil {
		return err
	}
	for range runs { // in turns, so that a busy moment of the machine hits all
		for _, s := range measured {
			if err := s.measure(ctx, tr.Environment()); err != nil {
				return err
			}
		}
	}
	return report(out, measured, runs)
}

// prepare builds all functions for this machine and chooses their events.
func prepare(ctx context.Context, folder string, tr *trial.Trial) ([]*measuredFunction, error) {
	measured := []*measuredFunction{{Name: "(no-op)", Event: []byte("{}")}}
	sources := []string{"./scripts/coldstart/noop"}
	for _, f := range functions.Families() {
		spec, ok := chooseRoute(f.Routes)
		if !ok {
			continue
		}
		event, err := sample.Event(spec)
		if err != nil {
			return nil, err
		}
		if err := tr.Fill(ctx, &event); err != nil {
			return nil, err
		}
		text, err := json.Marshal(event)
		if err != nil {
			return nil, err
		}
		measured = append(measured, &measuredFunction{Name: f.Name, Route: spec.Method + " " + spec.Path, Event: text})
		sources = append(sources, "./functions/"+f.Name+"/lambda")
	}
	for i, s := range measured {
		s.Binary = filepath.Join(folder, s.Name)
		if err := runtimeapi.BuildOne(ctx, ".", sources[i], s.Binary); err != nil {
			return nil, err
		}
	}
	return measured, nil
}

// chooseRoute chooses the route whose first answer tells most: one that asks who
// is there, as most requests do, and changes nothing. A family without one
// shows its first route that is served in the cloud.
func chooseRoute(routes []route.Spec) (route.Spec, bool) {
	var first route.Spec
	found := false
	for _, spec := range routes {
		if spec.LocalOnly {
			continue
		}
		if spec.Method == http.MethodGet && spec.Credential == auth.Session {
			return spec, true
		}
		if !found {
			first, found = spec, true
		}
	}
	return first, found
}

func report(out io.Writer, measured []*measuredFunction, runs int) error {
	fmt.Fprintf(out, "Medians of %d runs, in milliseconds, on this machine with the embedded database.\n\n", runs)
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "function\tMB\tstart to first poll\tfirst event\tsecond\tevent\tstatus")
	for _, s := range measured {
		info, err := os.Stat(s.Binary)
		if err != nil {
			return err
		}
		fmt.Fprintf(table, "%s\t%.1f\t%s\t%s\t%s\t%s\t%d\n", s.Name, float64(info.Size())/1e6,
			formatMilliseconds(median(s.starts)), formatMilliseconds(median(s.firsts)), formatMilliseconds(median(s.seconds)), s.Route, s.status)
	}
	return table.Flush()
}

func formatMilliseconds(d time.Duration) string {
	return fmt.Sprintf("%.1f", float64(d.Microseconds())/1000)
}
