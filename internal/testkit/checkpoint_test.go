package testkit

import (
	"math/rand/v2"
	"reflect"
	"testing"
)

// After a rollback the table has what it had, whatever was written, failed and was read since.
func TestRollback(t *testing.T) {
	t.Parallel()
	probe := new(Probe)
	table := NewTable(t, probe.Attach)
	for round := range 50 {
		writeAny(t.Context(), table.Client, table.Name)
		rollback := table.Checkpoint(t)
		want := sortedScan(t, table)
		probe.Inject(Fault{Effect: FailAfter(TimedOut)})
		for range rand.IntN(8) {
			writeAny(t.Context(), table.Client, table.Name)
			if rand.IntN(2) == 0 {
				Dump(t, table)
			}
		}
		rollback()
		got := sortedScan(t, table)
		if len(got)+len(want) > 0 && !reflect.DeepEqual(got, want) {
			t.Fatalf("round %d: %v, want %v", round, got, want)
		}
	}
}
