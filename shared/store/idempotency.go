package store

import (
	"time"

	"stint/shared/domain"
	"stint/shared/table"
)

// rememberActions is the action that remembers the answer to a request with an
// Idempotency-Key, in the transaction of the request. It is empty for a request
// without one. Two requests with the same key cannot both write: one of them
// gets domain.ErrReplayExists.
func (s *Store) rememberActions(r domain.ReplayRecord) []table.Action {
	if r.Digest == "" {
		return nil
	}
	now := s.instant()
	it := table.Encode(replayKey(r.WorkspaceID, r.UserID, r.Digest), r.Replay)
	table.WithExpiry(it, now.Plus(domain.ReplayHours*time.Hour).Time)
	return []table.Action{table.CreateOverExpired(it, now.Time).Or(domain.ErrReplayExists)}
}
