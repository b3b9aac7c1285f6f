package entries

import (
	"context"

	"stint/shared/domain"
	"stint/shared/tracking"
)

// bulkAnswer has one result for each row, in the order of the request.
type bulkAnswer struct {
	Items []bulkResult `json:"items"`
}

// bulkResult is the entry as it is now, or the id of one that is gone.
type bulkResult struct {
	ID domain.ID `json:"id"`
	*tracking.EntryAnswer
	Deleted bool `json:"deleted,omitzero"`
}

func (b *batch) makeAnswer(ctx context.Context) (bulkAnswer, error) {
	viewer, err := b.loadViewer(ctx)
	if err != nil {
		return bulkAnswer{}, err
	}
	answer := bulkAnswer{Items: make([]bulkResult, len(b.rows))}
	for i, r := range b.rows {
		result := bulkResult{ID: r.item.ID, Deleted: r.change.After == nil}
		if r.change.After != nil {
			shown := viewer.Show(*r.change.After, b.Now)
			result.EntryAnswer = &shown
		}
		answer.Items[i] = result
	}
	return answer, nil
}

// loadViewer finds out which rates the caller sees. The caller's places in the
// projects that rows name were read with them.
func (b *batch) loadViewer(ctx context.Context) (tracking.Viewer, error) {
	var unread []domain.Entry
	for _, r := range b.rows {
		if after := r.change.After; after != nil && !r.item.ProjectID.Set {
			unread = append(unread, domain.Entry{ProjectID: after.ProjectID}) // its locks were read before
		}
	}
	viewer, err := tracking.LoadViewer(ctx, b.store, b.Caller, unread...)
	if err != nil {
		return viewer, err
	}
	viewer.Locks = b.resolved.Locks
	for key, member := range b.resolved.ProjectMembers {
		if key.User == b.User.ID && member.IsManager {
			viewer.Managed[key.Project] = true
		}
	}
	return viewer, nil
}
