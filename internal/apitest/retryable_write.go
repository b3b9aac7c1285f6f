package apitest

import "testing"

// RetryableWrite checks that a write and its retry end in the same state, whichever
// database call fails.
type RetryableWrite struct {
	Prepare     func(h *Service) (request func() *Answer) // as in FaultWalk
	PrepareEach bool                                      // as in FaultWalk
	State       func(h *Service) string                   // as in FaultWalk, without ids
	RetryStatus int                                       // of a retry after the write succeeded; 0 allows only 200
}

// Walk runs a FaultWalk of the write.
func (c RetryableWrite) Walk(t *testing.T) {
	t.Helper()
	var end string
	FaultWalk{
		Prepare:     c.Prepare,
		PrepareEach: c.PrepareEach,
		State:       c.State,
		CheckRetry: func(s *Service, answer *Answer) {
			if answer.Status != 200 && answer.Status != c.RetryStatus {
				t.Errorf("the retry: %d\n%s", answer.Status, answer.Body)
			}
			got := c.State(s)
			if end == "" {
				end = got
			}
			if got != end {
				t.Errorf("after the retry\n%s\nwant\n%s", got, end)
			}
		},
	}.Run(t)
}
