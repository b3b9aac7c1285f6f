package apitest

import "testing"

// RetryableWrite is a write that reaches the same end whichever of its calls to
// the database fails, once it is sent again.
type RetryableWrite struct {
	Prepare     func(h *Service) (request func() *Answer)
	PrepareOnce bool                    // as in FaultWalk
	State       func(h *Service) string // tells what must be all or nothing, without ids
	RetryStatus int                     // what a retry is told beside 200 when all was done already; 0 is nothing else
}

// Walk takes the write through a FaultWalk.
func (c RetryableWrite) Walk(t *testing.T) {
	t.Helper()
	var end string
	FaultWalk{
		Prepare:     c.Prepare,
		PrepareOnce: c.PrepareOnce,
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
