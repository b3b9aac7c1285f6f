package entries

import (
	"context"
	"fmt"

	"stint/shared/auth"
	"stint/shared/domain"
	"stint/shared/domain/timelog"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/tracking"
	"stint/shared/wire"
)

type bulkInput struct {
	DryRun wire.Optional[bool] `query:"dryRun"` // True checks everything and writes nothing. Default false.
	Body   struct {
		Items []bulkItem `json:"items" bounds:"bulkRows"` // The rows. All are written, or none is.
	}
}

// bulkItem is one row of a batch: it makes, changes or deletes an entry.
type bulkItem struct {
	// May be chosen by the caller. The running timer's acts on the timer.
	ID domain.ID `json:"id"`
	// Whose entry it is; another's for owner and admins only.
	UserID wire.Optional[domain.ID] `json:"userId"`
	// delete deletes the entry. create makes it, and leaves one that is there as it is, also when it was changed since.
	// Without it, the row makes or changes the entry.
	Op      wire.Optional[string] `json:"op" enum:"create,delete"`
	Version wire.Optional[int64]  `json:"version" minimum:"1"` // Refuses the whole batch when the entry has another.
	tracking.EditBody
}

// opCreate is the op of a row that makes an entry, and leaves one that exists unchanged. The only other op is delete.
const opCreate = "create"

// bulkAnswer has one result for each row, in the order of the request.
//
//openapi:schema BulkResultList
type bulkAnswer struct {
	Items []bulkResult `json:"items"`
}

// bulkResult is the entry as it is now, or the id of one that is gone.
type bulkResult struct {
	ID domain.ID `json:"id"`
	*tracking.EntryAnswer
	Deleted bool `json:"deleted,omitzero"` // true: the record is gone.
	Existed bool `json:"existed,omitzero"` // true: op create found the entry, and left it as it is.
}

// bulk makes all changes of a batch in one transaction, or none. A row whose entry
// is already as the row wants it writes nothing, so a batch can be sent again.
func (f *Family) bulk(ctx context.Context, c *route.Call[bulkInput]) (bulkAnswer, error) {
	in, issues, err := c.Read()
	if err != nil {
		return bulkAnswer{}, err
	}
	items := in.Body.Items
	rows, err := rowsOf(c.Request, items, issues)
	if err != nil {
		return bulkAnswer{}, err
	}
	checkDuplicateIDs(idsOf(c.Request, items), issues)
	read, err := tracking.ReadBatch(ctx, f.store, c.Request, issues, rows)
	if err != nil {
		return bulkAnswer{}, err
	}
	plan, err := read.Plan(ctx, f.store)
	if err == nil {
		err = checkVersions(items, plan.Changes())
	}
	if err != nil {
		return bulkAnswer{}, err
	}
	answer := bulkAnswer{Items: make([]bulkResult, len(items))}
	changes := plan.Changes()
	for i, shown := range plan.Show() {
		answer.Items[i] = bulkResult{ID: items[i].ID, EntryAnswer: shown, Deleted: shown == nil,
			Existed: items[i].Op.Value == opCreate && changes[i].Before != nil}
	}
	return answer, plan.Write(ctx, f.store, f.store.WriteBulk, domain.ReplayRecord{})
}

// rowsOf are the rows of the items. A row whose id or userId could not be read has no ID. Only owner and admins may
// have rows for other users. Errors: forbidden role_insufficient, scope_insufficient.
func rowsOf(r *route.Request, items []bulkItem, issues *wire.Issues) ([]tracking.Row, error) {
	rows := make([]tracking.Row, len(items))
	for i, item := range items {
		row := tracking.Row{Path: fmt.Sprintf("items[%d].", i), Owner: r.User.ID, Body: item.EditBody,
			IsDelete: item.Op.Set && item.Op.Value != opCreate, OnlyCreates: item.Op.Value == opCreate}
		if issues.IsClean(row.Path+"id") && issues.IsClean(row.Path+"userId") {
			row.ID, row.Owner = item.ID, item.UserID.Or(r.User.ID)
		}
		if err := auth.AuthorizeTimeOf(r.Caller, row.Owner); err != nil {
			return nil, err
		}
		rows[i] = row
	}
	return rows, nil
}

// rowID is the id of one row.
type rowID struct {
	row int
	id  domain.ID
}

// idsOf are the ids of all rows, also of those after the last one that a batch may have.
func idsOf(r *route.Request, items []bulkItem) (ids []rowID) {
	for i, item := range items {
		if item.ID != "" {
			ids = append(ids, rowID{i, item.ID})
		}
	}
	if len(items) == domain.MaxBulkRows {
		r.IDsBeyond(len(items), func(i int, text string) {
			var id domain.ID
			if id.ParseText(text) == "" {
				ids = append(ids, rowID{i, id})
			}
		})
	}
	return ids
}

// maxDuplicates bounds the rows that are reported for their id, so that the answer stays below 3 MB. A body of the
// usual size has fewer rows.
const maxDuplicates = 20_000

// checkDuplicateIDs reports every row whose id another row has, up to maxDuplicates. Rows of different owners count,
// too.
func checkDuplicateIDs(ids []rowID, issues *wire.Issues) {
	count, reported := map[domain.ID]int{}, 0
	for _, x := range ids {
		count[x.id]++
	}
	for _, x := range ids {
		if count[x.id] > 1 && reported < maxDuplicates {
			issues.AddFirst(fmt.Sprintf("items[%d].id", x.row), problem.DuplicateEntryID)
			reported++
		}
	}
}

// checkVersions compares the versions that rows name with those of the entries
// that they change. Errors: conflict.
func checkVersions(items []bulkItem, changes []timelog.EntryChange) error {
	for i, c := range changes {
		if named := items[i].Version; named.Set && c.WriteCount() > 0 &&
			(c.Before == nil || c.Before.Version != named.Value) {
			return problem.Conflict(problem.VersionStale,
				"An entry of the batch has another version than its row names. Nothing was written.")
		}
	}
	return nil
}
