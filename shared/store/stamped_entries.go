package store

import (
	"context"

	"stint/shared/domain"
	"stint/shared/table"
)

// StampedEntries reads the next entries that carry a stamp of a submission, of any round,
// in the order of their starts, strongly consistent. It examines at most limit entries of
// the submission's period. after is where the call before ended, "" for the first; next is
// "" at the end.
func (s *Store) StampedEntries(ctx context.Context, w domain.ID, sub domain.Submission, after string, limit int) (found []StampedEntry, next string, err error) {
	r := startTimeRange(table.ByLSK, timePK(w, sub.UserID), &sub.From, &sub.To)
	r.Descending = false
	r.From = max(r.From, after)
	rows, more, err := s.table.Query(ctx, r, nil, limit+1) // the first may be where the call before ended
	if err != nil {
		return nil, "", err
	}
	for _, it := range rows {
		e, err := table.Decode[domain.Entry](it)
		if err != nil {
			return nil, "", err
		}
		position := startLSK(e.StartedAt, e.ID)
		if position == after {
			continue
		}
		next = position
		if e.Stamp != nil && e.Stamp.SubmissionID == sub.ID && !e.Running() {
			found = append(found, StampedEntry{Entry: e, Position: position})
		}
	}
	if len(more) == 0 {
		next = ""
	}
	return found, next, nil
}

// StampedEntry is an entry that carries a stamp, and its position in the order of the starts.
type StampedEntry struct {
	Entry    domain.Entry
	Position string
}
