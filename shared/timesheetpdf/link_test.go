package timesheetpdf_test

import (
	"reflect"
	"testing"

	"stint/shared/domain"
	"stint/shared/signing"
	"stint/shared/timesheetpdf"
)

// Each entry of a line has its own time and amount, and the line has its sums.
func TestLineOfALinkHasItsEntries(t *testing.T) {
	t.Parallel()
	sum, first, second := int64(900), int64(600), int64(300)
	currency := domain.Currency("EUR")
	line := timesheetpdf.OfLine(signing.Line{
		IsBillable: true, Seconds: 5400, Amount: &sum, Currency: &currency,
		Entries: []signing.LineEntry{
			{Day: "2026-06-01", Description: "drawing", Seconds: 3600, Amount: &first},
			{Day: "2026-06-02", Description: "proofs", Seconds: 1800, Amount: &second},
		},
	})
	want := timesheetpdf.Line{
		Billable: true, Seconds: 5400, Amount: &sum, Currency: "EUR",
		Entries: []timesheetpdf.Entry{
			{Day: "2026-06-01", Description: "drawing", Seconds: 3600, Amount: &first},
			{Day: "2026-06-02", Description: "proofs", Seconds: 1800, Amount: &second},
		},
	}
	if !reflect.DeepEqual(line, want) {
		t.Errorf("%+v, want %+v", line, want)
	}
}
