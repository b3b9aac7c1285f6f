package reports

import (
	"context"
	"errors"

	"stint/shared/domain/audit"
	"stint/shared/domain/timelog"
	"stint/shared/lambdahttp"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/store"
	"stint/shared/store/timedb"
	"stint/shared/summing"
	"stint/shared/tracking"
	"stint/shared/wire"
)

// The bounds of a part of an export.
const (
	maxPartSize    = 4_000_000 // bytes of the part
	maxPartEntries = 20_000    // that are read for it
	maxPartRead    = 16 << 20  // bytes of these entries, as ReportBytes measures them
)

// exportPart makes the next part of a CSV file. Only the first one has the header row, so
// that the parts one after the other are the file. It holds the entries of one part at a
// time. Errors: as EachEntry, and validation cursor_invalid.
func (f *Family) exportPart(ctx context.Context, c *route.Call[exportInput], in exportInput,
	issues *wire.Issues) (file, error) {
	if in.Format.Or(formatCSV) != formatCSV {
		issues.AddMessage("format", problem.EnumInvalid, "must be csv together with parts=true")
	}
	scope, err := in.ScopeOfQuery(ctx, f.store, c.Caller, issues)
	if err != nil {
		return file{}, err
	}
	page := store.PageRequest{Cursor: store.Cursor(in.Cursor.Value), Scope: c.CursorScope()}
	after, err := f.store.OpenEntryPosition(ctx, page)
	if err != nil {
		return file{}, err
	}
	part, err := f.readPart(ctx, c.Request, scope, after)
	if err != nil {
		return file{}, err
	}
	l, err := f.loadLabels(ctx, c.Caller, refsOf(part.entries), true)
	if err != nil {
		return file{}, err
	}
	made := file{name: entriesFile, format: formatCSV,
		content: part.encode(newEncoder(l, c.Request), after == "", in.BOM.Value)}
	if part.end != nil {
		if made.next, err = f.store.SealEntryPosition(ctx, page, *part.end); err != nil {
			return file{}, err
		}
		made.link = c.LinkWithCursor(string(made.next))
	}
	return made, f.store.RecordAudit(ctx, c.WorkspaceID(),
		audit.ExportOf(string(formatCSV), in.From.Pointer(), in.To.Pointer(), len(part.entries)))
}

// part is a part of the entries of an export.
type part struct {
	entries []timelog.Entry
	end     *timelog.Entry // the next part begins after it; nil for the last part
}

// encode makes the rows, in the first part with a header and maybe a byte-order mark. It leaves entries that do
// not fit to the next part.
func (p *part) encode(s encoder, isFirst, bom bool) []byte {
	for {
		content, rows := s.table(p.entries).csvRows(isFirst, maxPartSize)
		content = withBOM(content, isFirst && bom)
		if rows < len(p.entries) {
			p.cut(rows)
		}
		if lambdahttp.Fits(content) {
			return content
		}
		p.cut(len(p.entries) / 2)
	}
}

// cut keeps the first n entries, or one for less, and leaves the others to the next part.
func (p *part) cut(n int) {
	n = max(1, n)
	p.entries, p.end = p.entries[:n], &p.entries[n-1]
}

// The errors that end the reading of a part.
var (
	errPartIsFull = errors.New("reports: no further entry fits into the part")
	errPartIsRead = errors.New("reports: no further entry is read for the part")
)

// readPart reads the entries of a part, after a position. Errors: rate_limited.
func (f *Family) readPart(ctx context.Context, r *route.Request, scope tracking.Scope,
	after string) (p part, err error) {
	count, size := summing.Readings{}, 0
	keep := func(e timelog.Entry) error {
		if size += minRowSize + len(e.Description); size > maxPartSize {
			return errPartIsFull
		}
		p.entries = append(p.entries, e)
		return nil
	}
	var last timelog.Entry
	batch := summing.Batches{Filter: scope.Filter(f.store), Visit: keep}
	entries := timedb.EntryRange{User: scope.User, Project: scope.Project, Span: scope.Span, After: after}
	err = f.store.WalkEntries(ctx, r.WorkspaceID(), entries, func(e timelog.Entry) error {
		if count.Entries >= maxPartEntries || count.Bytes >= maxPartRead {
			return errPartIsRead
		}
		if err := count.Add(e); err != nil {
			return err
		}
		last = e
		return batch.Add(ctx, e)
	})
	isRead := errors.Is(err, errPartIsRead)
	if isRead || err == nil {
		err = batch.Flush(ctx)
	}
	switch {
	case errors.Is(err, errPartIsFull):
		p.end, err = &p.entries[len(p.entries)-1], nil
	case isRead && err == nil:
		p.end = &last
	}
	return p, err
}
