package timelog_test

import (
	"testing"

	"stint/shared/domain/timelog"
	"stint/shared/problem"
)

// The words of a filter are no marks in any case. Other texts are marks as they are.
func TestInvoiceFilter(t *testing.T) {
	t.Parallel()
	marked, unmarked := timelog.Entry{Invoice: "A-1"}, timelog.Entry{}
	for text, want := range map[string][2]bool{"any": {true, false}, "ANY": {true, false}, "None": {false, true},
		"A-1": {true, false}, "a-1": {false, false}} {
		var f timelog.InvoiceFilter
		if code := f.ParseText(text); code != "" {
			t.Errorf("%s: %s", text, code)
		}
		if got := [2]bool{f.Matches(marked), f.Matches(unmarked)}; got != want {
			t.Errorf("%s selects %v, want %v", text, got, want)
		}
	}
	var mark timelog.Invoice
	if code := mark.ParseText("A\x01"); code != problem.TypeInvalid ||
		mark.Allowed() != "must be a string without control characters" {
		t.Errorf("%s: a mark %s", code, mark.Allowed())
	}
}
