package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"time"
)

// Times after the start of a run. A job that runs at the limit gets the grace to end in.
const (
	lastStart = 50 * time.Second // no job starts later
	limit     = 60 * time.Second
	grace     = 3 * time.Second
)

// atOnce is the number of jobs that run at the same time.
const atOnce = 2

// job is one command: it compiles packages, or runs the tests of one. It ends early when
// its context does. What it printed explains an error.
type job struct {
	name string
	run  func(context.Context) (printed string, err error)
}

// cutOff is the error of a job that ended with its context. It says what was cut off.
type cutOff string

func (c cutOff) Error() string { return string(c) }

// minute runs jobs until they are done, one of them fails or the time is over.
type minute struct {
	began time.Time
	out   io.Writer

	mu     sync.Mutex
	rest   []job // not started
	passed int
	failed []string
	cut    []string
	timer  *time.Timer // ends the jobs that run
}

// run runs jobs in order, two at a time, and prints what each of them printed when it
// ends. After a failure no other job starts, and those that run get the grace to end in.
func (m *minute) run(ctx context.Context, jobs []job) error {
	ctx, end := context.WithCancel(ctx)
	defer end()
	m.rest = jobs
	m.timer = time.AfterFunc(time.Until(m.began.Add(limit+grace)), end)
	defer m.timer.Stop()
	var workers sync.WaitGroup
	for range atOnce {
		workers.Go(func() {
			for j, ok := m.next(ctx); ok; j, ok = m.next(ctx) {
				printed, err := j.run(ctx)
				m.end(j, printed, err)
			}
		})
	}
	workers.Wait()
	return m.report()
}

// next takes the next job, if one may start.
func (m *minute) next(ctx context.Context) (job, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.rest) == 0 || len(m.failed) > 0 || ctx.Err() != nil || time.Since(m.began) > lastStart {
		return job{}, false
	}
	j := m.rest[0]
	m.rest = m.rest[1:]
	return j, true
}

// end notes and prints how a job ended.
func (m *minute) end(j job, printed string, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	var cut cutOff
	switch {
	case errors.As(err, &cut):
		m.cut = append(m.cut, j.name)
		fmt.Fprintf(m.out, "cut off\t%s: %s\n", j.name, cut)
		return
	case err != nil:
		m.failed = append(m.failed, j.name)
		if left := time.Until(m.began.Add(limit + grace)); left > grace {
			m.timer.Reset(grace)
		}
		printed += fmt.Sprintf("FAIL\t%s: %v\n", j.name, err)
	default:
		m.passed++
	}
	fmt.Fprint(m.out, printed)
}

// report prints what was not tested, and returns an error if a job failed.
func (m *minute) report() error {
	took := time.Since(m.began).Round(time.Second)
	if len(m.cut) > 0 {
		fmt.Fprintf(m.out, "test-fast: cut off: %s\n", firstOf(m.cut))
	}
	if len(m.rest) > 0 {
		var left []string
		for _, j := range m.rest {
			left = append(left, j.name)
		}
		fmt.Fprintf(m.out, "test-fast: not started: %s\n", firstOf(left))
	}
	if len(m.failed) > 0 {
		return fmt.Errorf("failed after %s: %s", took, firstOf(m.failed))
	}
	if len(m.cut)+len(m.rest) > 0 {
		fmt.Fprintf(m.out, "test-fast: nothing failed in %s, but only %d of %d steps ended. make test runs all.\n",
			took, m.passed, m.passed+len(m.cut)+len(m.rest))
		return nil
	}
	fmt.Fprintf(m.out, "test-fast: passed after %s. make test runs all.\n", took)
	return nil
}

// firstOf lists some names, and counts the others.
func firstOf(names []string) string {
	const most = 5
	if len(names) <= most {
		return strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s and %d others", strings.Join(names[:most], ", "), len(names)-most)
}
