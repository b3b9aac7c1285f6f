package importer

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/google/uuid"

	"stint/shared/client"
	"stint/shared/client/api"
	"stint/shared/domain"
)

// mostWrites bounds what the rows of a batch may cost.
const mostWrites = domain.MaxBulkRows

// ahead is how far in the future an entry may end.
const ahead = 5 * time.Minute

// bulkRow is a row of a batch. Unlike the generated type it has nulls, which clear what an entry
// had before.
type bulkRow struct {
	ID          uuid.UUID   `json:"id"`
	User        *uuid.UUID  `json:"userId,omitempty"`
	Project     *uuid.UUID  `json:"projectId"`
	Task        *uuid.UUID  `json:"taskId"`
	Tags        []uuid.UUID `json:"tagIds"`
	Description string      `json:"description"`
	From        time.Time   `json:"startedAt"`
	To          time.Time   `json:"stoppedAt"`
	IsBillable  *bool       `json:"isBillable,omitempty"`
	HourlyRate  *int64      `json:"hourlyRate,omitempty"`
	ExternalID  string      `json:"externalId,omitempty"`
}

// deletedRow is a row of a batch that deletes an entry.
type deletedRow struct {
	ID      uuid.UUID `json:"id"`
	User    uuid.UUID `json:"userId"`
	Op      string    `json:"op"`
	Version int64     `json:"version"` // an entry that was changed since the plan stays
}

// writes is what a batch costs: one for each row and each external id, one for the time of others,
// and one for each user whose entries must not overlap.
func (x *run) writes(batch []row) int {
	users := map[uuid.UUID]bool{}
	ofOthers, named := 0, 0
	for _, w := range batch {
		if w.ExternalID != "" {
			named++
		}
		users[w.user] = true
		if w.user != x.to.workspace.user {
			ofOthers = 1
		}
	}
	if x.to.workspace.overlaps {
		return len(batch) + named + ofOthers
	}
	return len(batch) + named + ofOthers + len(users)
}

// write writes a batch. Rows that the service refuses are noted, and the others are written.
func (x *run) write(ctx context.Context, batch []row) error {
	if len(batch) == 0 {
		return nil
	}
	results, err := x.send(ctx, batch)
	problem, isProblem := errors.AsType[*client.Problem](err)
	switch {
	case err == nil:
		return x.write(ctx, x.done(batch, results))
	case !isProblem || !isOfRows(problem):
		return err
	case len(batch) == 1:
		x.refuse(batch[0], reasonOfRow(batch[0], problem, issuesOf(problem)[0]))
		x.progress(rowsIn(batch))
		return nil
	}
	first, later := x.dropRefused(batch, problem)
	if len(first) == len(batch) {
		first, later = batch[:len(batch)/2], batch[len(batch)/2:]
	}
	if err := x.write(ctx, first); err != nil {
		return err
	}
	return x.write(ctx, later)
}

func (x *run) send(ctx context.Context, batch []row) ([]api.BulkResult, error) {
	var request struct {
		Items []any `json:"items"`
	}
	for _, w := range batch {
		if w.isDelete {
			request.Items = append(request.Items, deletedRow{w.id, w.user, "delete", w.version})
			continue
		}
		request.Items = append(request.Items, w.request)
	}
	body, err := json.Marshal(request)
	if err != nil {
		return nil, err
	}
	got, err := client.Get(x.to.EntriesBulkWithBodyWithResponse(ctx, nil, "application/json", bytes.NewReader(body)))
	if err != nil {
		return nil, err
	}
	return got.Items, nil
}

// done counts the rows of a batch that was written. It returns those that need a rate of their own,
// because the workspace gave them another one than they have to have.
func (x *run) done(batch []row, results []api.BulkResult) (again []row) {
	for i, w := range batch {
		if i >= len(results) || results[i].Id != w.id {
			x.refuse(w, "the service gave no result")
			continue
		}
		if w.isDelete {
			x.result.Deleted++
			x.result.Missing.Entries--
			x.result.Missing.Seconds -= w.seconds
			x.others.add(x.to.workspace.keyOf(w.entry()), -w.seconds, -w.amount)
			continue
		}
		e := results[i]
		_, isKnown := x.match.known[w.id]
		switch {
		case w.isAgain:
		case isKnown || e.Version != nil && *e.Version > 1:
			x.result.Changed++
		default:
			x.result.Created++
		}
		if w.request.HourlyRate == nil && w.snapshotRate != nil && *w.snapshotRate != orZero(e.HourlyRate) {
			w.request.HourlyRate, w.isAgain = w.snapshotRate, true
			again = append(again, w)
			continue
		}
		x.note(w, entry{user: orZero(e.UserId), project: orZero(e.ProjectId), start: orZero(e.StartedAt),
			seconds: orZero(e.DurationSeconds), amount: orZero(e.Amount), invoice: orZero(e.Invoice)})
	}
	x.progress(rowsIn(batch))
	return again
}

// rowsIn counts the rows of the files in a batch.
func rowsIn(batch []row) int {
	n := 0
	for _, w := range batch {
		if !w.isDelete && !w.isAgain {
			n++
		}
	}
	return n
}
