package summing

import (
	"context"

	"stint/shared/domain/reports"
	"stint/shared/domain/timelog"
	"stint/shared/store"
)

// batchSize is how many entries wait for the submissions that the filter reads for them.
const batchSize = 1000

// Batches visits the finished entries that a filter keeps. A filter with a preparation
// gets the entries in batches.
type Batches struct {
	Filter  store.Filter[timelog.Entry]
	Visit   func(timelog.Entry) error
	waiting []timelog.Entry
}

// Add takes an entry. A visit ends it with an error.
func (b *Batches) Add(ctx context.Context, e timelog.Entry) error {
	switch {
	case e.Running():
		return nil
	case b.Filter.Prepare == nil:
		return b.visitKept(e)
	}
	b.waiting = append(b.waiting, e)
	if len(b.waiting) < batchSize {
		return nil
	}
	return b.Flush(ctx)
}

// Flush visits the entries that wait.
func (b *Batches) Flush(ctx context.Context) error {
	if len(b.waiting) == 0 {
		return nil
	}
	if err := b.Filter.Prepare(ctx, append([]timelog.Entry(nil), b.waiting...)); err != nil {
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

func (b *Batches) visitKept(e timelog.Entry) error {
	if b.Filter.Keep != nil && !b.Filter.Keep(e) {
		return nil
	}
	return b.Visit(e)
}

// Readings count what a report reads, whether or not the entries are part of its answer.
type Readings struct {
	Entries int
	Bytes   int // of the entries as ReportBytes measures them, and of totals
}

// Add counts an entry. Errors: ErrTooMany over the bounds of a report.
func (c *Readings) Add(e timelog.Entry) error {
	c.Entries++
	if c.Entries > reports.MaxReportEntries {
		return ErrTooMany
	}
	return c.addBytes(e.ReportBytes())
}

// addBytes counts what else is read. Errors: as Add.
func (c *Readings) addBytes(n int) error {
	c.Bytes += n
	if c.Bytes > reports.MaxReportBytes {
		return ErrTooMany
	}
	return nil
}
