package reports

import (
	"context"

	"stint/shared/domain"
	"stint/shared/route"
)

// requestBytes is how many bytes a report may read as one request of its caller.
const requestBytes = 1 << 20

// readings count what a report reads, whether or not the entries are part of its answer.
type readings struct {
	request *route.Request
	entries int
	bytes   int
	counted int // further requests of the caller
}

// add counts an entry. Errors: errTooMany over the bounds of a report; rate_limited.
func (c *readings) add(ctx context.Context, e domain.Entry) error {
	c.entries++
	if c.entries > domain.MaxReportEntries {
		return errTooMany
	}
	return c.addBytes(ctx, e.ReportBytes())
}

// addBytes counts what else is read. Errors: as add.
func (c *readings) addBytes(ctx context.Context, n int) error {
	c.bytes += n
	if c.bytes > domain.MaxReportBytes {
		return errTooMany
	}
	if c.bytes/requestBytes <= c.counted {
		return nil
	}
	c.counted++
	return c.request.CountMore(ctx)
}
