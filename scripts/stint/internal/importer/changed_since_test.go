package importer_test

import (
	"slices"
	"strings"
	"testing"

	"stint/scripts/stint/internal/importer"
	"stint/scripts/stint/internal/sources/stintfolder"
	"stint/scripts/stint/internal/timefile"
)

// An entry that a person changes after the plan is not deleted. It is named, and the sums are right.
func TestEntryThatChangedSinceThePlanStays(t *testing.T) {
	t.Parallel()
	x := newTrial(t)
	x.imports(week()...)
	x.options.DeleteMissing = true
	x.options.Files = []timefile.File{fileOf(append(week()[:2:2], week()[3:]...)...)} // without c
	i, err := importer.Prepare(t.Context(), x.client(), x.options)
	if err != nil || !i.Plan.Missing.Deleted {
		t.Fatal(err, i)
	}
	before := len(x.list())
	c := slices.IndexFunc(x.list(), func(e object) bool { return e["description"] == "c" })
	x.owner.Patch("/api/entries/"+x.list()[c]["id"].(string), object{"description": "changed since"}).OK()
	result, err := i.Apply(t.Context(), func(int) {})
	if err != nil || result.Deleted != 0 || len(result.Refused) != 1 || len(result.Differences) != 0 ||
		result.Compared != importer.ComparedReports || len(x.list()) != before {
		t.Errorf("%+v, %v", result, err)
	}
}

// A project that a person changes after the plan is not archived. It is named.
func TestRecordThatChangedSinceThePlanIsNotArchived(t *testing.T) {
	t.Parallel()
	from := archivedExport(t)
	y, _ := brokenOff(t, from)
	y.options.Source, y.options.Files = stintfolder.Source, []timefile.File{from}
	i, err := importer.Prepare(t.Context(), y.client(), y.options)
	if err != nil || i.Plan.Archive != 2 {
		t.Fatal(err, i)
	}
	y.owner.Patch("/api/projects/"+y.only("projects"), object{"color": "#123456"}).OK()
	result, err := i.Apply(t.Context(), func(int) {})
	if err != nil || len(result.Refused) != 1 || !strings.Contains(result.Refused[0].Reason, "it is not archived") ||
		len(y.archived()) != 1 {
		t.Errorf("%+v, %v, %v", result, err, y.archived())
	}
}
