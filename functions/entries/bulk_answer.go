package entries

import (
	"context"

	"stint/shared/domain"
	"stint/shared/tracking"
)

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
}

func (b *batch) toAnswer(ctx context.Context, plan tracking.Plan) (bulkAnswer, error) {
	viewer, err := plan.LoadViewer(ctx)
	if err != nil {
		return bulkAnswer{}, err
	}
	answer := bulkAnswer{Items: make([]bulkResult, len(b.rows))}
	for i, c := range plan.Changes() {
		result := bulkResult{ID: b.rows[i].ID, Deleted: c.After == nil}
		if c.After != nil {
			shown := viewer.Show(*c.After, b.Now)
			result.EntryAnswer = &shown
		}
		answer.Items[i] = result
	}
	return answer, nil
}
