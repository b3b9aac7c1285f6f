package reports

import (
	"context"

	"stint/shared/domain/reports"
	"stint/shared/domain/timelog"
	"stint/shared/route"
	"stint/shared/store"
)

// batchSize is how many entries wait for the submissions that the filter reads for them.
const batchSize = 1000

// batches visits the finished entries that a filter keeps. A filter with a preparation
// gets the entries in batches.
type batches struct {
	filter  store.Filter[timelog.Entry]
	visit   func(timelog.Entry) error
	waiting []timelog.Entry
}

// add takes an entry. A visit ends it with an error.
func (b *batches) add(ctx context.Context, e timelog.Entry) error {
	switch {
	case e.Running():
		return nil
	case b.filter.Prepare == nil:
		return b.visitKept(e)
	}
	b.waiting = append(b.waiting, e)
	if len(b.waiting) < batchSize {
		return nil
	}
	return b.flush(ctx)
}

// flush visits the entries that wait.
func (b *batches) flush(ctx context.Context) error {
	if len(b.waiting) == 0 {
		return nil
	}
	if err := b.filter.Prepare(ctx, append([]timelog.Entry(nil), b.waiting...)); err != nil {
		return err
	}
	for _, e := range b.waiting {
		if err := b.visitKept(e); err != nil {
			return err
		}
	}
	b.waiting = b.waiting[:0]
	return nil
}

func (b *batches) visitKept(e timelog.Entry) error {
	if b.filter.Keep != nil && !b.filter.Keep(e) {
		return nil
	}
	return b.visit(e)
}

// readings count what a report reads, whether or not the entries are part of its answer.
type readings struct {
	request *route.Request
	entries int
	bytes   int
}

// add counts an entry. Errors: errTooMany over the bounds of a report.
func (c *readings) add(e timelog.Entry) error {
	c.entries++
	if c.entries > reports.MaxReportEntries {
		return errTooMany
	}
	return c.addBytes(e.ReportBytes())
}

// addBytes counts what else is read. Errors: as add.
func (c *readings) addBytes(n int) error {
	c.bytes += n
	if c.bytes > reports.MaxReportBytes {
		return errTooMany
	}
	return nil
}
