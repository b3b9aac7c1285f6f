// Command testfast runs the tests that the current change is most likely to break, for a
// minute. It starts with the packages that the change touches and goes on with those that
// read a changed file or import a changed package, nearest first. It ends 60 seconds after
// its start, or after the first failure, and says what it left out. It runs without the
// race detector and with small histories, so it does not replace make test.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strconv"
	"syscall"
	"time"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	checkout(".").identify()
	m := &minute{began: start(os.Getenv("TEST_FAST_BEGAN")), out: os.Stdout}
	if err := run(ctx, m, ".", os.Getenv("BASE")); err != nil {
		fmt.Fprintln(os.Stderr, "test-fast:", err)
		os.Exit(1)
	}
}

// start is the time at which make started, in seconds since 1970, or now.
func start(seconds string) time.Time {
	if n, err := strconv.ParseInt(seconds, 10, 64); err == nil {
		return time.Unix(n, 0)
	}
	return time.Now()
}

// run tests the change of the module in a folder. An empty base is the commit at which
// the branch left main.
func run(ctx context.Context, m *minute, folder, base string) error {
	s, all, err := selectChange(folder, base, m.out)
	if err != nil || len(s.groups)+len(s.compiled) == 0 {
		return err
	}
	if err := m.run(ctx, jobsOf(checkout(folder), all, s)); err != nil {
		return err
	}
	if ctx.Err() != nil {
		return errors.New("interrupted")
	}
	return nil
}

// selectChange selects the packages that a change may break, and prints the first of
// them. It returns all packages, too.
func selectChange(folder, base string, out io.Writer) (s selection, all []pkg, err error) {
	if base, err = resolveBase(folder, base); err != nil {
		return s, nil, err
	}
	files, err := changedFiles(folder, base)
	if err != nil {
		return s, nil, err
	}
	if len(files) == 0 {
		fmt.Fprintf(out, "test-fast: nothing changed since %.12s. make test runs all tests.\n", base)
		return s, nil, nil
	}
	if all, err = listPackages(folder); err != nil {
		return s, nil, err
	}
	readers, err := findReaders(folder, all, files)
	if err != nil {
		return s, nil, err
	}
	s = selectPackages(all, files, readers)
	fmt.Fprintf(out, "test-fast: changed since %.12s: %s.\n", base, firstOf(files))
	fmt.Fprintf(out, "test-fast: packages to test: %s.\n", firstOf(slices.Concat(s.groups...)))
	return s, all, nil
}

// jobsOf makes the jobs of a selection. The importers are compiled while the first tests
// run: this finds what does not compile in packages whose tests start late or never.
func jobsOf(c checkout, all []pkg, s selection) []job {
	var jobs []job
	for _, path := range slices.Concat(s.groups...) {
		jobs = append(jobs, testJob(c, all[slices.IndexFunc(all, func(p pkg) bool { return p.ImportPath == path })]))
	}
	if len(s.compiled) > 0 {
		jobs = slices.Insert(jobs, min(1, len(jobs)), job{
			name: fmt.Sprintf("compiling the %d packages with the change or an import of it", len(s.compiled)),
			run: func(ctx context.Context) (string, error) {
				began := time.Now()
				printed, err := c.compile(ctx, s.compiled)
				if err == nil {
					printed = fmt.Sprintf("ok  \tcompiled %d packages\t%.1fs\n", len(s.compiled), time.Since(began).Seconds())
				}
				return printed, err
			},
		})
	}
	return jobs
}

func testJob(c checkout, p pkg) job {
	return job{name: p.ImportPath, run: func(ctx context.Context) (string, error) {
		if p.drivesBrowser() {
			if printed, err := c.bringBrowser(ctx); err != nil {
				return printed, err
			}
		}
		return c.test(ctx, p.ImportPath)
	}}
}
