package apitest

import "testing"

// RecordWrites are the writes of a kind of records, of which a user has one.
type RecordWrites struct {
	Path     string                // of the list
	In       func(u *User) string  // makes the record that the list is in, and is its path, which Path continues
	Old, New object                // the bodies that make the record, and another one
	Changes  map[string]RecordSend // of the record
}

// RecordSend sends a write of the record with a path.
type RecordSend func(u *User, record string) *Answer

// CheckRecordWrites walks through a creation, the changes and a deletion as RetryableWrite does.
func CheckRecordWrites(t *testing.T, w RecordWrites) {
	t.Helper()
	w.walk(t, "create", 0, func(u *User, list, _ string) *Answer {
		return u.With("Idempotency-Key", "k").Post(list, w.New)
	})
	for name, send := range w.Changes {
		w.walk(t, name, 0, func(u *User, _, record string) *Answer { return send(u, record) })
	}
	w.walk(t, "delete", 404, func(u *User, _, record string) *Answer { return u.Delete(record) })
}

func (w RecordWrites) walk(t *testing.T, name string, again int, send func(u *User, list, record string) *Answer) {
	t.Run(name, func(t *testing.T) {
		RetryableWrite{
			Prepare: func(s *Service) func() *Answer {
				u, list := s.Register("ada"), w.Path
				if w.In != nil {
					list = w.In(u) + w.Path
				}
				record := recordPath(list, u.Post(list, w.Old).ID())
				return func() *Answer { return send(u, list, record) }
			},
			RetryStatus: again,
		}.Walk(t)
	})
}
