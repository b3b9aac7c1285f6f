package importer

import (
	"context"
	"maps"

	"github.com/google/uuid"
)

// run is one run of an import.
type run struct {
	to      *destination
	files   *reading
	match   *matching
	planned *Import

	result   Result
	batch    []row
	progress func(rows int)

	want, got sums // of the entries in the files, and of these entries as the service has them
	rated     sums // want and got of the amounts of entries that bring their rate
	inexact   sums // the amounts in the files, less those that hours and rates make
	others    sums // of the entries that no row is, less those that the run deletes

	bills    bills      // entries that are to be marked as invoiced
	failures []*failure // of records that are not made
	dayEnds  dayEnds    // also of what the run has given a time
}

// Apply writes what is planned. It may be repeated. progress is called with the number of rows
// that are done. Errors: those of the client and of the files.
func (x *Import) Apply(ctx context.Context, progress func(rows int)) (Result, error) {
	r := &run{to: x.to, files: x.files, match: x.match, planned: x, progress: progress, result: x.Nothing(),
		want: sums{}, got: sums{}, rated: sums{}, inexact: sums{}, bills: bills{},
		others: maps.Clone(x.match.others), dayEnds: maps.Clone(x.match.dayEnds)}
	err := inOrder(ctx, r.takeSettings, r.makeRecords, r.addProjectMembers, r.writeEntries, r.bringTimesheets,
		r.markInvoiced, r.archive, r.takeLastSettings, r.compare)
	return r.result, err
}

func (x *run) writeEntries(ctx context.Context) error {
	if err := x.files.eachCandidate(x.to.rows(), func(c *candidate, i item) error {
		if x.files.catalog.fingerprintOf(i).content != c.content {
			return errFilesChanged
		}
		i.id = c.id
		return x.add(ctx, x.rowOf(x.withStart(i)))
	}); err != nil {
		return err
	}
	x.listFailures()
	if err := x.flush(ctx); err != nil || !x.to.options.DeleteMissing {
		return err
	}
	for _, w := range x.match.missing {
		if err := x.enqueue(ctx, w); err != nil {
			return err
		}
	}
	return x.flush(ctx)
}

// row is an entry as it is to be.
type row struct {
	item
	request      bulkRow // what the service is sent
	snapshotRate *int64  // the rate that it has to have; nil if the files do not say

	isDelete bool
	isAgain  bool  // it was written with another rate than it has to have
	amount   int64 // of an entry to delete, as is version
	version  int64
}

// entry is a row as the service is to have it.
func (w row) entry() entry {
	return entry{user: w.user, project: orZero(w.request.Project), start: w.from, seconds: w.seconds, amount: w.amount}
}

func (x *run) rowOf(i item) row {
	w := row{item: i, request: bulkRow{ID: i.id, Tags: []uuid.UUID{}, Description: i.Description, From: i.from.UTC(),
		To: i.to().UTC(), IsBillable: i.Billable, ExternalID: i.ExternalID}}
	if i.user != x.to.workspace.user {
		w.request.User = &i.user
	}
	if i.Project != "" {
		w.request.Project = &x.files.catalog.project(i.Row).id
	}
	if i.Task != "" {
		w.request.Task = &x.files.catalog.task(i.Row).id
	}
	for _, tag := range i.Tags {
		w.request.Tags = append(w.request.Tags, x.files.catalog.tag(tag).id)
	}
	if x.to.workspace.takesRate(i.Row) {
		if w.snapshotRate = i.HourlyRate; !i.IsInherited {
			w.request.HourlyRate = w.snapshotRate
		}
	}
	return w
}

// add writes a row with the next batch. What a former import wrote is not sent again.
func (x *run) add(ctx context.Context, w row) error {
	key := x.to.workspace.keyOf(w.entry())
	x.want.add(key, w.seconds, 0)
	if w.isRated() {
		x.rated.add(key, 0, amountOf(w.seconds, *w.snapshotRate))
	}
	if files, here, differs := x.to.workspace.amounts(w.item); differs {
		x.inexact.add(key, 0, files-here)
	}
	k, isKnown := x.match.known[w.id]
	if isKnown && w.snapshotRate != nil && *w.snapshotRate != k.fingerprint.snapshotRate {
		w.request.HourlyRate = w.snapshotRate
	}
	if isKnown && k.user == w.user && k.fingerprint.satisfies(x.files.catalog.fingerprintOf(w.item)) {
		x.note(w, k.entry)
		x.result.Unchanged++
		x.progress(1)
		return nil
	}
	if reason := x.cannotWrite(w); reason != "" {
		x.refuse(w, reason)
		x.progress(1)
		return nil
	}
	return x.enqueue(ctx, w)
}

// cannotWrite says why a row is not sent, "" if it is. The failure of a record that it needs is listed
// with the row.
func (x *run) cannotWrite(w row) string {
	k, isKnown := x.match.known[w.id]
	failed := x.failureOf(w.Row)
	switch {
	case isKnown && k.user != w.user:
		return "it is the time of another member since a former import"
	case failed != nil:
		failed.isListed = true
		return failed.Reason
	case w.to().After(x.to.options.Now().Add(ahead)):
		return "the entry ends in the future"
	}
	return ""
}

// enqueue adds a row to the batch. A batch that is full is written first.
func (x *run) enqueue(ctx context.Context, w row) error {
	x.batch = append(x.batch, w)
	if x.writes(x.batch) > mostWrites {
		last := x.batch[len(x.batch)-1]
		x.batch = x.batch[:len(x.batch)-1]
		if err := x.flush(ctx); err != nil {
			return err
		}
		x.batch = append(x.batch, last)
	}
	return nil
}

// isRated reports whether the files say what the entry is worth.
func (w row) isRated() bool { return w.snapshotRate != nil && w.Billable != nil && *w.Billable }

// note adds an entry as the service has it to the sums.
func (x *run) note(w row, e entry) {
	x.to.workspace.addTo(x.got, e)
	if w.isRated() {
		x.rated.add(x.to.workspace.keyOf(w.entry()), 0, -e.amount)
	}
	x.noteInvoice(w, e)
}

// refuse notes a row that is not written. An entry of a former import stays as it was. One that was to
// be deleted is in the sums of the others already.
func (x *run) refuse(w row, reason string) {
	leaveOut(&x.result.Refused, reason, w.line)
	if k, ok := x.match.known[w.id]; ok && k.seconds >= 0 && !w.isDelete {
		x.note(w, k.entry)
	}
}

// flush writes the batch.
func (x *run) flush(ctx context.Context) error {
	batch := x.batch
	x.batch = nil
	return x.write(ctx, batch)
}
