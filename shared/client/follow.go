package client

import (
	"context"
	"encoding/json"
	"iter"
	"net/http"
	"time"

	"stint/shared/client/api"
)

// emptyPause is the most that Follow waits after a page without changes that is not the last one.
const emptyPause = time.Second

// Follow iterates over the changes of the workspace, from those that params names on, until the
// context ends or a request fails. After the last page for now it waits for a pause, and for a
// second at most after another page without changes.
// The same change may come twice: its id and revision say so.
func Follow(ctx context.Context, c *Client, params api.ChangesListParams,
	pause time.Duration) iter.Seq2[Record[api.Change], error] {
	return func(yield func(Record[api.Change], error) bool) {
		for {
			answer, err := GetRecord(c.ChangesListWithResponse(ctx, &params))
			if err != nil {
				yield(Record[api.Change]{}, err)
				return
			}
			if !yieldChanges(answer, yield) {
				return
			}
			before, next := params.Cursor, answer.Value.NextCursor
			if next == "" {
				yield(Record[api.Change]{}, unexpected(http.StatusOK, "it has no cursor"))
				return
			}
			params.Since, params.Cursor = nil, &next
			rest := pause
			if answer.Value.HasMore {
				rest = min(pause, emptyPause)
			}
			isNews := len(answer.Value.Items) > 0 && (before == nil || *before != next)
			if !(answer.Value.HasMore && isNews) && !wait(ctx, rest) {
				yield(Record[api.Change]{}, ctx.Err())
				return
			}
		}
	}
}

// yieldChanges yields the changes of a page; false ends the iteration.
func yieldChanges(answer Record[api.ChangeList], yield func(Record[api.Change], error) bool) bool {
	var raw struct{ Items []json.RawMessage }
	if err := json.Unmarshal(answer.Raw, &raw); err != nil {
		yield(Record[api.Change]{}, err)
		return false
	}
	for i, change := range answer.Value.Items {
		if !yield(Record[api.Change]{Value: change, Raw: raw.Items[i]}, nil) {
			return false
		}
	}
	return true
}

// wait waits for a pause; false says that the context ended first.
func wait(ctx context.Context, pause time.Duration) bool {
	timer := time.NewTimer(pause)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-timer.C:
		return true
	}
}

// cursors notices a list that goes in circles. It keeps one cursor, and takes another after 1, 2,
// 4, 8 … pages. So it finds a circle of any length, and memory does not grow with the list (Brent).
type cursors struct {
	kept        string
	pages, most int // since the cursor was taken, and until the next one is
}

// have reports whether a cursor is empty or comes again.
func (c *cursors) have(cursor string) bool {
	if cursor == "" || cursor == c.kept {
		return true
	}
	if c.pages++; c.pages > c.most {
		c.kept, c.pages, c.most = cursor, 0, 2*c.most+1
	}
	return false
}
