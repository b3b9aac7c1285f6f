package importer_test

import (
	"strings"
	"testing"

	"stint/scripts/stint/internal/timefile"
)

// A record that the service refuses is named also if its only row is refused for another reason.
func TestRefusedRecordOfARowThatIsRefusedAnyway(t *testing.T) {
	t.Parallel()
	x := newTrial(t)
	member := x.owner.AddMember("bob", "user")
	row := work("a", "2026-06-01T08:00:00Z", func(r *timefile.Row) { r.Person.Email, r.Task = x.owner.Email, "" })
	x.imports(row)
	x.owner.Patch("/api/projects/"+x.byName("projects", "Engine")["id"].(string),
		object{"name": "Playground", "externalId": nil}).OK()
	x.options.People[x.owner.Email] = member.Email
	x.problems = map[string]string{
		"/projects:upsert": `422 {"status":422,"code":"validation_failed","errors":[{"field":"items[0].color","code":"invalid_value","message":"is no colour"}]}`}
	_, result, err := x.try(row)
	if err != nil || len(result.Refused) != 1 || !strings.Contains(result.Refused[0].Reason,
		"the time of another member") || !result.Failed() {
		t.Fatalf("%+v, %v", result, err)
	}
	if all := result.RefusedRecords; len(all) != 1 || all[0].Record != "Babbage & Co / Engine" ||
		!strings.Contains(all[0].Reason, "color is no colour") {
		t.Errorf("%+v", all)
	}
}

// A right that was withdrawn after the plan refuses the records that need it, and the rows with them.
func TestRefusedRight(t *testing.T) {
	t.Parallel()
	for path, problem := range map[string]string{
		"/tags:upsert":  `403 {"status":403,"code":"forbidden","detail":"Your role may not do this."}`,
		"/tasks:upsert": `404 {"status":404,"code":"not_found","detail":"There is no such record."}`,
	} {
		t.Run(path[1:5], func(t *testing.T) {
			t.Parallel()
			x := newTrial(t)
			x.problems = map[string]string{path: problem}
			_, result, err := x.try(work("a", "2026-06-01T08:00:00Z"),
				work("b", "2026-06-01T10:00:00Z", func(r *timefile.Row) { r.Task, r.Tags = "", nil }))
			if err != nil || len(result.Refused) != 1 || !strings.Contains(result.Refused[0].Reason,
				"the service refuses the t") || len(result.RefusedRecords) != 0 {
				t.Errorf("%+v, %v", result, err)
			}
			if len(x.list()) != result.Created || result.Created != 1 {
				t.Error(x.entries())
			}
		})
	}
}
