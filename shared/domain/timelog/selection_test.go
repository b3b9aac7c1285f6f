package timelog

import (
	"reflect"
	"slices"
	"testing"

	"stint/shared/domain"
)

// Each property of a selection is a condition, or chooses what is read, and running totals know only some of them.
func TestEachPropertyOfASelectionCounts(t *testing.T) {
	t.Parallel()
	read := []string{"UserID", "ClientID", "IDs"}
	summed := []string{"UserID", "ProjectID", "TaskID", "TagID", "ClientID", "IsBillable"}
	all := map[string]Selection{
		"UserID": {UserID: "x"}, "ProjectID": {ProjectID: "x"}, "TaskID": {TaskID: "x"}, "TagID": {TagID: "x"},
		"ClientID": {ClientID: "x"}, "IsBillable": {IsBillable: new(true)}, "Search": {Search: "x"},
		"UpdatedSince": {UpdatedSince: new(domain.Instant)}, "SubmissionID": {SubmissionID: "x"},
		"Lines": {Lines: []LineOfEntry{LineApproved}}, "Invoice": {Invoice: "x"}, "IDs": {IDs: []domain.ID{"x"}},
	}
	for f := range reflect.TypeFor[Selection]().Fields() {
		s, known := all[f.Name]
		if f.Anonymous {
			continue
		}
		if want := !slices.Contains(read, f.Name); !known || (len(s.Conditions()) == 1) != want {
			t.Errorf("%s is a condition: %t, want %t", f.Name, len(s.Conditions()) == 1, want)
		}
		if got, want := s.FitsTotals(), slices.Contains(summed, f.Name); got != want {
			t.Errorf("totals know %s: %t, want %t", f.Name, got, want)
		}
	}
}
