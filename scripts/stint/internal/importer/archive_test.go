package importer_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"stint/internal/apitest"
	"stint/scripts/stint/internal/importer"
	"stint/scripts/stint/internal/sources/stintfolder"
	"stint/scripts/stint/internal/timefile"
)

// archivedExport is an export with an archived project, task and client, which have time of Bob.
func archivedExport(t *testing.T) folder {
	t.Helper()
	x := newTrial(t)
	member := x.owner.AddMember("bob", "user")
	x.imports(work("a", "2026-06-01T08:00:00Z",
		func(r *timefile.Row) { r.Person.Email, r.HourlyRate = member.Email, nil }))
	for _, list := range []string{"projects", "clients"} {
		x.owner.Patch("/api/"+list+"/"+x.only(list), object{"isArchived": true}).OK()
	}
	return x.export()
}

// only is the id of the only record of a list.
func (x *trial) only(list string) string {
	x.t.Helper()
	return x.owner.Get("/api/" + list).OK()["items"].([]any)[0].(object)["id"].(string)
}

// archived are the lists whose only record is archived.
func (x *trial) archived() (lists []string) {
	x.t.Helper()
	for _, list := range []string{"clients", "projects"} {
		if x.owner.Get("/api/" + list).OK()["items"].([]any)[0].(object)["is_archived"].(bool) {
			lists = append(lists, list)
		}
	}
	return lists
}

// setArchived archives the project and the client, or puts them back.
func (x *trial) setArchived(is bool) {
	x.t.Helper()
	for _, list := range []string{"clients", "projects"} {
		x.owner.Patch("/api/"+list+"/"+x.only(list), object{"isArchived": is}).OK()
	}
}

func notesOfArchiving(p importer.Plan) string {
	return strings.Join(slices.DeleteFunc(slices.Clone(p.Notes),
		func(n string) bool { return !strings.Contains(n, "archived in the end") }), "\n")
}

// The plan says how many records are archived. An import that is repeated archives again only what
// nothing changed since an import made it, not what a person put back.
func TestWhatWasPutBackStaysSo(t *testing.T) {
	t.Parallel()
	from := archivedExport(t)
	y := newTrial(t)
	y.owner.AddMember("bob", "user")
	plan, _, err := y.readBack(from)
	if got := fmt.Sprint(y.archived()); err != nil || plan.Archive != 2 || got != "[clients projects]" ||
		notesOfArchiving(plan) == "" {
		t.Fatalf("%s, %+v, %v", got, plan, err)
	}
	y.setArchived(false)
	plan, _, err = y.readBack(from)
	if got := y.archived(); err != nil || plan.Archive != 0 || len(got) != 0 || notesOfArchiving(plan) != "" {
		t.Errorf("%s, %+v, %v", got, plan, err)
	}
}

// brokenOff is a workspace, with Bob, into which an import was broken off before it archived.
func brokenOff(t *testing.T, from folder) (*trial, *apitest.User) {
	t.Helper()
	whole := newTrial(t)
	whole.owner.AddMember("bob", "user")
	if _, _, err := whole.readBack(from); err != nil {
		t.Fatal(err)
	}
	y := newTrial(t)
	member := y.owner.AddMember("bob", "user")
	y.failWrite = whole.written - 1 // the last two archive the project and the client
	if _, _, err := y.readBack(from); err == nil || len(y.archived()) != 0 {
		t.Fatal(err, y.archived())
	}
	y.failWrite = 0
	return y, member
}

// An import that was broken off before it archived is completed by the next one. Who may not archive
// does not try, and their import ends with the sums.
func TestWhoArchives(t *testing.T) {
	t.Parallel()
	from := archivedExport(t)
	for name, c := range map[string]struct {
		who  func(y *trial, member *apitest.User) *trial
		want string
	}{
		"the owner":            {func(y *trial, _ *apitest.User) *trial { return y }, "[clients projects]"},
		"the owner's time key": {ownersTimeKey, "[]"},
		"a member":             {func(y *trial, member *apitest.User) *trial { return worker(y, member, false) }, "[]"},
		"a manager of the project": {func(y *trial, member *apitest.User) *trial { return worker(y, member, true) },
			"[projects]"},
		"a manager's time key": {func(y *trial, member *apitest.User) *trial {
			return worker(y, member, true).withAccess("time")
		}, "[]"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			y, member := brokenOff(t, from)
			plan, result, err := c.who(y, member).readBack(from)
			if got := y.archived(); err != nil || strings.Contains(fmt.Sprint(result.Refused), "not archived") ||
				result.Compared == "" || plan.Entries.Total != 1 || fmt.Sprint(got) != c.want || plan.Archive != len(got) {
				t.Errorf("%+v, %+v, %v, %v", plan, result, got, err)
			}
		})
	}
}

// worker makes Bob a member of the project.
func worker(y *trial, member *apitest.User, isManager bool) *trial {
	y.owner.Post("/api/projects/"+y.only("projects")+"/members", object{"userId": member.ID, "isManager": isManager}).OK()
	return trialOf(y.t, member)
}

// ownersTimeKey is the owner, to whom the time of Bob is mapped, with a key for time.
func ownersTimeKey(y *trial, member *apitest.User) *trial {
	x := trialOf(y.t, y.owner).withAccess("time")
	x.options.People[member.Email] = y.owner.Email
	return x
}

// An archiving that the service refuses is listed, and does not end the import.
func TestRefusedArchiving(t *testing.T) {
	t.Parallel()
	from := archivedExport(t)
	y, member := brokenOff(t, from)
	z := worker(y, member, true)
	z.options.Source, z.options.Files = stintfolder.Source, []timefile.File{from}
	i, err := importer.Prepare(t.Context(), z.client(), z.options)
	if err != nil || i.Plan.Archive != 1 {
		t.Fatal(err, i)
	}
	y.owner.Delete("/api/projects/" + y.only("projects") + "/members/" + member.ID).OK()
	result, err := i.Apply(t.Context(), func(int) {})
	if err != nil || len(result.Refused) != 1 || !strings.Contains(result.Refused[0].Reason, "it is not archived") ||
		result.Compared == "" {
		t.Errorf("%+v, %v", result, err)
	}
}
