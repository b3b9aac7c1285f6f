package totals

import (
	"errors"
	"testing"

	"stint/shared/domain"
)

// TestDaysOfAnotherZoneAreNotWritten checks a reader that began before the time zone of the
// workspace changed, and writes after it.
func TestDaysOfAnotherZoneAreNotWritten(t *testing.T) {
	b := newBench(t)
	b.settle(t)
	before := b.w
	b.w.Zone = "Asia/Tokyo"
	b.settle(t)
	days := domain.DaySpan{First: "2026-03-01", Last: "2026-03-31"}
	err := budgetForm{b.service}.sumDays(t.Context(), before, b.users[0], days, nil)
	if !errors.Is(err, errSettingsChanged) {
		t.Errorf("error %v", err)
	}
	if state, more, err := b.service.Refresh(t.Context(), before); err != nil || !more || IsReady(state, before) {
		t.Errorf("state %+v, more %v, error %v", state, more, err)
	}
}
