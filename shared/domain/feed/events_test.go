package feed

import (
	"slices"
	"strings"
	"testing"
)

// Every event that a change of a record makes is in the catalogue, with the type of that record and a meaning.
func TestCatalogueIsComplete(t *testing.T) {
	t.Parallel()
	all := map[EventName]Event{}
	for _, e := range Catalogue() {
		if _, twice := all[e.Name]; twice || !strings.HasSuffix(e.Meaning, ".") {
			t.Errorf("%s is there twice, or its meaning is no sentence: %q", e.Name, e.Meaning)
		}
		all[e.Name] = e
	}
	for kind, names := range recordNames {
		for _, name := range names {
			if all[name].Type != kind {
				t.Errorf("%s is of %q, want %s", name, all[name].Type, kind)
			}
		}
	}
	for step, name := range submissionNames {
		got, ok := name.StepOf()
		if all[name].Type != ChangeSubmission || !ok || got != step {
			t.Errorf("%s is of %q and step %q, want %s", name, all[name].Type, got, step)
		}
	}
	for _, name := range append(slices.Clone(EventNames()), AuditEvents, TestEvent, BudgetReached) {
		if all[name].Name == "" {
			t.Errorf("%s is not in the catalogue", name)
		}
	}
}

// Withdrawing frees the time of a timesheet. Reopening does not.
func TestCatalogueSaysWhatIsFree(t *testing.T) {
	t.Parallel()
	for _, e := range Catalogue() {
		says := strings.Contains(e.Meaning, "time is free again")
		if says != (e.Name == SubmissionWithdrawn) {
			t.Errorf("%s: %s", e.Name, e.Meaning)
		}
		if e.Name == SubmissionReopened && !strings.Contains(e.Meaning, "stays locked") {
			t.Errorf("%s: %s", e.Name, e.Meaning)
		}
	}
}
