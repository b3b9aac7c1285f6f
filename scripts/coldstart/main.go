// Command coldstart measures how long each function takes on this machine to start
// and to answer its first two events. A function that does nothing is measured for
// comparison. The database is the embedded one, without TLS, so the numbers only
// compare functions with each other. No number makes the command fail.
//
// If there is a valgrind, it also counts the instructions to the first poll for an event.
// They do not depend on the load of the machine, so that two versions can be compared.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"net/http"
	"os"
	"text/tabwriter"
	"time"

	"stint/functions"
	"stint/internal/programs"
	"stint/scripts/internal/command"
	"stint/scripts/internal/sample"
	"stint/scripts/internal/sandbox"
	"stint/shared/auth"
	"stint/shared/route"
)

func main() {
	runs := flag.Int("n", 11, "runs of each function")
	flag.Parse()
	command.Main("coldstart", func(ctx context.Context) error { return run(ctx, os.Stdout, *runs) })
}

func run(ctx context.Context, out io.Writer, runs int) error {
	folder, err := os.MkdirTemp("", "stint-coldstart-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(folder) }()
	sb, err := sandbox.Open(ctx)
	if err != nil {
		return err
	}
	defer sb.Close()
	measured, err := prepare(ctx, sb)
	if err != nil {
		return err
	}
	for range runs { // in turns, so that a busy moment of the machine affects all functions
		for _, f := range measured {
			if err := f.measure(ctx, sb.Environment()); err != nil {
				return err
			}
		}
	}
	if err := countAll(ctx, out, folder, measured, sb.Environment()); err != nil {
		return err
	}
	return report(out, measured, runs)
}

// countAll counts the instructions of all functions. Without valgrind it says so.
func countAll(ctx context.Context, out io.Writer, folder string, measured []*measuredFunction,
	environment []string) error {
	for _, f := range measured {
		err := f.count(ctx, folder, environment)
		if errors.Is(err, errNoValgrind) {
			fmt.Fprintln(out, "Instructions are not counted: valgrind is not installed.")
			return nil
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// noop is the package of the function that does nothing.
const noop = "scripts/coldstart/noop"

// prepare builds all functions for this machine and chooses an event for each.
func prepare(ctx context.Context, sb *sandbox.Sandbox) ([]*measuredFunction, error) {
	binary, err := programs.Build(ctx, ".", noop)
	if err != nil {
		return nil, err
	}
	measured := []*measuredFunction{{Name: "(no-op)", Binary: binary, Event: []byte("{}")}}
	var families []string
	for _, f := range functions.Families() {
		spec, ok := chooseRoute(f.Routes)
		if !ok {
			continue
		}
		event, err := sample.Event(spec)
		if err != nil {
			return nil, err
		}
		if err := sb.Fill(ctx, &event); err != nil {
			return nil, err
		}
		text, err := json.Marshal(event)
		if err != nil {
			return nil, err
		}
		measured = append(measured, &measuredFunction{
			Name: f.Name, Binary: programs.FunctionPath(".", programs.Here, f.Name), Route: spec.Method + " " + spec.Path,
			Event: text,
		})
		families = append(families, f.Name)
	}
	return measured, programs.BuildFunctions(ctx, ".", programs.Here, families...)
}

// chooseRoute chooses the route to measure: the first GET route that authenticates a
// session, because most requests do that. A family without one is measured by its
// first route that the cloud serves. Errors: false when there is none.
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
	fmt.Fprintln(table, "function\tMB\tmillion instructions to first poll\tstart to first poll\tfirst "+
		"event\tsecond\tevent\tstatus")
	for _, f := range measured {
		info, err := os.Stat(f.Binary)
		if err != nil {
			return err
		}
		fmt.Fprintf(table, "%s\t%.1f\t%s\t%s\t%s\t%s\t%s\t%d\n", f.Name, float64(info.Size())/1e6,
			formatMillions(f.instructions), formatMilliseconds(median(f.starts)), formatMilliseconds(median(f.firsts)),
			formatMilliseconds(median(f.seconds)), f.Route, f.status)
	}
	return table.Flush()
}

// formatMillions formats a number of instructions; "-" for none.
func formatMillions(n int64) string {
	if n == 0 {
		return "-"
	}
	return fmt.Sprintf("%.2f", float64(n)/1e6)
}

func formatMilliseconds(d time.Duration) string {
	return fmt.Sprintf("%.1f", float64(d.Microseconds())/1000)
}
