package apitest

import "testing"

// Converging is a write that reaches the same end whichever of its calls to
// the database fails, once it is sent again.
type Converging struct {
	Prepare func(h *House) (request func() *Answer)
	State   func(h *House) string // tells what must be all or nothing, without ids
	Again   int                   // what a retry is told beside 200 when all was done already; 0 is nothing else
}

// Walk takes the write through a FaultWalk.
func (c Converging) Walk(t *testing.T) {
	t.Helper()
	var end string
	FaultWalk{
		Prepare: c.Prepare,
		State:   c.State,
		Again: func(h *House, again *Answer) {
			if again.Status != 200 && again.Status != c.Again {
				t.Errorf("the retry: %d\n%s", again.Status, again.Body)
			}
			got := c.State(h)
			if end == "" {
				end = got
			}
			if got != end {
				t.Errorf("after the retry\n%s\nwant\n%s", got, end)
			}
		},
	}.Run(t)
}
