package importer_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"stint/scripts/stint/internal/timefile"
)

// week is rows of a few kinds.
func week() []timefile.Row {
	return []timefile.Row{
		work("a", "2026-06-01T08:00:00Z"),
		work("b", "2026-06-01T08:30:00Z", func(r *timefile.Row) { r.Duration = 1234 * time.Second }), // overlaps
		work("c", "2026-06-02T08:00:00Z", func(r *timefile.Row) {
			r.Project, r.Task, r.Client, r.Tags = "Reading", "", "", []string{"a, b", "late"}
		}),
		work("d", "2026-06-02T10:00:00Z", func(r *timefile.Row) { r.Billable = new(false) }),
		work("e", "2026-05-31T22:30:00Z", func(r *timefile.Row) { r.HourlyRate, r.Billable, r.Duration = nil, nil, 0 }),
		{}, // cannot be read
	}
}

// A whole import makes all records with their rates, and a second one changes nothing.
func TestImport(t *testing.T) {
	t.Parallel()
	x := newTrial(t)
	plan, result := x.imports(week()...)
	if fmt.Sprint(plan.Clients.New, plan.Projects.New, plan.Tasks.New,
		plan.Tags.New) != "[Babbage & Co] [Babbage & Co / Engine Reading] [Babbage & Co / Engine / Carriage] [a, b late "+
		"remote]" {
		t.Errorf("%+v", plan)
	}
	if plan.Entries.Total != 5 || plan.Entries.New != 5 || plan.Entries.Seconds != 3*3600+1234 || len(plan.LeftOut) != 1 ||
		plan.LeftOut[0].Lines[0] != "time.csv:7" {
		t.Errorf("%+v", plan)
	}
	if counts(result) != [3]int{5, 0, 0} || result.Compared != "reports" {
		t.Errorf("%+v", result)
	}
	before := x.entries()
	if want := "2026-06-01T08:30:00Z 2026-06-01T08:50:34Z b 2914"; !slices.Contains(before, want) || len(before) != 5 {
		t.Errorf("%v, want %s", before, want)
	}
	plan, result = x.imports(week()...)
	if counts(result) != [3]int{0, 0, 5} || plan.Entries.Unchanged != 5 ||
		len(plan.Projects.New)+len(plan.Clients.New)+len(plan.Tasks.New)+len(plan.Tags.New) != 0 {
		t.Errorf("%+v %+v", plan, result)
	}
	if after := x.entries(); !slices.Equal(after, before) {
		t.Errorf("%v, want %v", after, before)
	}
}

// What changed in the source is changed, and what is new is added. Names that were changed in the
// workspace are found again.
func TestRepeatLater(t *testing.T) {
	t.Parallel()
	x := newTrial(t)
	x.imports(week()...)
	project := x.owner.Get("/api/projects?search=Engine").OK()["items"].([]any)[0].(object)["id"].(string)
	x.owner.Patch("/api/projects/"+project, object{"name": "Difference Engine"}).OK()
	rows := week()
	rows[0].Project, rows[0].Task, rows[0].Client, rows[0].Tags = "", "", "", nil
	rows[1].Duration, rows[1].HourlyRate = time.Minute, new(int64(6000))
	rows[3].Description = "new text"
	rows[4].Start = rows[4].Start.AddDate(0, 0, -40) // from outside of the period that was imported
	rows = append(rows, work("f", "2026-06-03T08:00:00Z"))
	plan, result := x.imports(rows...)
	if counts(result) != [3]int{1, 4, 1} || len(plan.Projects.New) != 0 {
		t.Errorf("%+v, %+v", plan.Projects, result)
	}
	for _, e := range x.list() {
		if e["description"] == "a" && (e["project_id"] != nil || e["task_id"] != nil || len(e["tag_ids"].([]any)) != 0) {
			t.Errorf("what the source cleared is still there: %v", e)
		}
	}
	if n := len(x.list()); n != 6 {
		t.Errorf("%d entries", n)
	}
	if all := x.owner.Get("/api/projects").OK()["items"].([]any); len(all) != 2 {
		t.Errorf("%d projects", len(all))
	}
}

// Each property of a row that changes is changed.
func TestEachProperty(t *testing.T) {
	t.Parallel()
	x := newTrial(t)
	for name, change := range map[string]func(*timefile.Row){
		"rate":     func(r *timefile.Row) { r.HourlyRate = new(int64(1)) },
		"billable": func(r *timefile.Row) { r.Billable = new(false) }, "text": func(r *timefile.Row) { r.Description = "x" },
		"tags": func(r *timefile.Row) { r.Tags = append(r.Tags, "y") }, "task": func(r *timefile.Row) { r.Task = "z" },
		"start":    func(r *timefile.Row) { r.Start = r.Start.Add(time.Minute) },
		"duration": func(r *timefile.Row) { r.Duration++; r.Duration += time.Second },
		"project":  func(r *timefile.Row) { r.Project = "w" },
	} {
		was := work(name, "2026-06-01T08:00:00Z")
		is := was
		change(&is)
		x.imports(was)
		if _, result := x.imports(is); counts(result) != [3]int{0, 1, 0} {
			t.Errorf("%s: %+v", name, result)
		}
	}
}

// An import that is killed at any request can be repeated: the end is the same.
func TestKilledAnywhere(t *testing.T) {
	t.Parallel()
	rows := append(week(), laid("day 1", "2026-06-05", 2), laid("day 2", "2026-06-05", 3.5))
	killedAnywhere(t, func() *trial { return newTrial(t) }, rows)
}

// killedAnywhere kills an import at each of its requests, in the workspace that begin makes, and repeats it. One
// that is killed before its first write leaves the workspace as it was: the next one has the same.
func killedAnywhere(t *testing.T, begin func() *trial, rows []timefile.Row) (whole *trial) {
	whole = begin()
	whole.sent = 0
	whole.imports(rows...)
	want, requests := whole.entries(), whole.sent
	x := begin()
	for n := 1; n <= requests; n++ {
		x.sent, x.written, x.fail = 0, 0, n
		if _, _, err := x.try(rows...); err == nil || !strings.Contains(err.Error(), "killed") {
			t.Fatalf("request %d: %v", n, err)
		}
		if x.written == 0 && n < requests {
			continue
		}
		x.imports(rows...)
		if got := x.entries(); !slices.Equal(got, want) {
			t.Fatalf("killed at request %d: %v, want %v", n, got, want)
		}
		x = begin()
	}
	return whole
}

// People are members by their addresses, former ones too, or by a mapping. Others are left out.
func TestPeople(t *testing.T) {
	t.Parallel()
	x := newTrial(t)
	member := x.owner.AddMember("bob", "user")
	coworker := x.owner.AddMember("cyd", "user")
	x.owner.Delete("/api/workspaces/" + x.owner.WorkspaceID + "/members/" + coworker.ID).OK()
	of := func(name, address string) func(*timefile.Row) {
		return func(r *timefile.Row) { r.Person = timefile.Person{Name: name, Email: address} }
	}
	rows := []timefile.Row{
		work("1", "2026-06-01T08:00:00Z", of("Bob", strings.ToUpper(member.Email))),
		work("2", "2026-06-01T09:00:00Z", of("Cyd", coworker.Email)), work("3", "2026-06-01T10:00:00Z", of("Bobby", "")),
		work("4", "2026-06-01T11:00:00Z"), work("5", "2026-06-01T12:00:00Z", of("Dan", "dan@example.com")),
	}
	x.options.People["bobby"] = member.Email
	plan, _ := x.imports(rows...)
	if len(plan.LeftOut) != 1 || !strings.Contains(plan.LeftOut[0].Reason, "Dan <dan@example.com> is not mapped") ||
		plan.LeftOut[0].Lines[0] != "time.csv:6" {
		t.Errorf("%+v", plan.LeftOut)
	}
	for user, want := range map[string]int{member.ID: 2, coworker.ID: 1, x.owner.ID: 1} {
		if got := len(x.owner.Get("/api/entries?user_id=" + user).OK()["items"].([]any)); got != want {
			t.Errorf("%s has %d entries, want %d", user, got, want)
		}
	}
	x.options.People["Dan"] = "nobody@example.com"
	if _, _, err := x.try(rows...); err == nil || !strings.Contains(err.Error(), "nobody@example.com") {
		t.Error(err)
	}
}

// Locked entries are named, and the others are written. The sums then differ.
func TestLockedEntries(t *testing.T) {
	t.Parallel()
	x := newTrial(t)
	x.imports(week()...)
	x.owner.Post("/api/workspaces/me/timesheet-submissions",
		object{"periodStart": "2026-06-01", "periodEnd": "2026-06-01"}).OK()
	x.imports(week()...) // what did not change is not refused
	rows := week()
	rows[0].Duration, rows[2].Duration = 2*time.Hour, 3*time.Hour
	x.bulks = 0
	_, result, err := x.try(rows...)
	if err != nil || x.bulks != 2 || counts(result) != [3]int{0, 1, 3} || len(result.Refused) != 1 ||
		!strings.Contains(result.Refused[0].Reason, "entry_locked") || result.Refused[0].Lines[0] != "time.csv:2" {
		t.Errorf("%+v, %v", result, err)
	}
	if len(result.Differences) != 2 || result.Differences[0].Files-result.Differences[0].Service != 3600 ||
		result.Differences[1].Files-result.Differences[1].Service != 8500 {
		t.Errorf("%+v", result.Differences)
	}
}

// Other time in the period does not confuse the sums, and neither does rounding.
func TestOtherTime(t *testing.T) {
	t.Parallel()
	x := newTrial(t)
	x.owner.Post("/api/entries", object{"startedAt": "2026-06-01T08:00:00Z", "stoppedAt": "2026-06-01T09:11:00Z"}).OK()
	if _, result := x.imports(week()...); result.Compared != "reports" {
		t.Errorf("%+v", result)
	}
	x.owner.Do("PUT", "/api/workspaces/me/billable-settings", object{
		"currency": "EUR", "defaultHourlyRate": nil, "defaultIsBillable": true,
		"rounding": object{"mode": "up", "minutes": 15}, "membersSeeRates": false,
	}).OK()
	if _, result := x.imports(week()...); result.Compared != "entries" {
		t.Errorf("%+v", result)
	}
}

// A workspace without overlaps refuses the row that overlaps, and no other.
func TestOverlaps(t *testing.T) {
	t.Parallel()
	x := newTrial(t)
	x.owner.Patch("/api/workspaces/"+x.owner.WorkspaceID, object{"allowOverlap": false}).OK()
	_, result, err := x.try(week()...)
	if err != nil || result.Created < 3 || len(result.Refused) != 1 ||
		!strings.Contains(result.Refused[0].Reason, "entry_overlap") {
		t.Errorf("%+v, %v", result, err)
	}
}

// Members import their own time, without rates.
func TestMember(t *testing.T) {
	t.Parallel()
	x := newTrial(t)
	member := x.owner.AddMember("bob", "user")
	x.imports(work("a", "2026-06-01T08:00:00Z"))
	projects := x.owner.Get("/api/projects").OK()["items"].([]any)
	x.owner.Post("/api/projects/"+projects[0].(object)["id"].(string)+"/members", object{"userId": member.ID}).OK()
	y := trialOf(t, member)
	plan, _ := y.imports(work("b", "2026-06-01T08:00:00Z"),
		work("c", "2026-06-01T09:00:00Z", func(r *timefile.Row) { r.Person.Email = x.owner.Email }))
	if plan.Entries.Total != 1 || len(plan.Notes) != 1 || len(plan.LeftOut) != 1 {
		t.Errorf("%+v", plan)
	}
}

// Rates of another currency are left out, and the plan says so.
func TestCurrency(t *testing.T) {
	t.Parallel()
	x := newTrial(t)
	plan, _ := x.imports(work("a", "2026-06-01T08:00:00Z", func(r *timefile.Row) { r.Currency = "USD" }))
	if len(plan.Notes) != 1 || x.list()[0]["hourly_rate"] != nil {
		t.Errorf("%+v, %v", plan.Notes, x.list()[0])
	}
}

// Rows that the service would refuse are left out of the plan, with their lines.
func TestImpossibleRows(t *testing.T) {
	t.Parallel()
	x := newTrial(t)
	good := work("a", "2026-06-01T08:00:00Z")
	for name, change := range map[string]func(*timefile.Row){
		"the same entry is in the files before": func(*timefile.Row) {},
		"the entry is from before 2000": func(r *timefile.Row) {
			r.Key, r.Start = "b",
				r.Start.AddDate(-40, 0, 0)
		},
		"the entry ends in the future": func(r *timefile.Row) { r.Key, r.Start = "b", r.Start.AddDate(9, 0, 0) },
		"the description has more than 5000 characters": func(r *timefile.Row) {
			r.Key, r.Description = "b",
				strings.Repeat("é", 5001)
		},
		"the entry has more than 50 tags": func(r *timefile.Row) { r.Key, r.Tags = "b", make([]string, 51) },
		"a name has more than 255 characters": func(r *timefile.Row) {
			r.Key, r.Project = "b",
				strings.Repeat("é", 256)
		},
		"a name has characters that names may not have": func(r *timefile.Row) { r.Key, r.Project = "b", "a\u3164b" },
		"the entry has a task and no project":           func(r *timefile.Row) { r.Key, r.Project = "b", "" },
		"the rate is negative or too large":             func(r *timefile.Row) { r.Key, r.HourlyRate = "b", new(int64(-1)) },
	} {
		bad := good
		change(&bad)
		plan, _ := x.imports(good, bad)
		if len(plan.LeftOut) != 1 || plan.LeftOut[0].Reason != name || plan.LeftOut[0].Lines[0] != "time.csv:3" {
			t.Errorf("%s: %+v", name, plan.LeftOut)
		}
	}
}

// The first moment of 2000 is imported, as the service takes it.
func TestEarliestRow(t *testing.T) {
	t.Parallel()
	x := newTrial(t)
	if plan, result := x.imports(work("a", "2000-01-01T00:00:00Z")); len(plan.LeftOut) != 0 ||
		counts(result) != [3]int{1, 0, 0} {
		t.Errorf("%+v, %+v", plan.LeftOut, result)
	}
}

// Names lose what the service refuses and nobody sees.
func TestCleanNames(t *testing.T) {
	t.Parallel()
	x := newTrial(t)
	dirty := func(r *timefile.Row) {
		r.Project, r.Tags, r.Description = " Eng\u200bine\t2 ", []string{"re\u200emote"}, "a\x00b"
	}
	plan, _ := x.imports(work("a", "2026-06-01T08:00:00Z", dirty),
		work("b", "2026-06-01T08:00:00Z", func(r *timefile.Row) { r.Project = "engine 2" }))
	if fmt.Sprint(plan.Projects.New, plan.Tags.New) != "[Babbage & Co / Engine 2] [remote]" {
		t.Errorf("%+v", plan)
	}
	if _, result := x.imports(work("a", "2026-06-01T08:00:00Z", dirty)); counts(result) != [3]int{0, 0, 1} {
		t.Errorf("%+v", result)
	}
}

// New time on an archived project is refused, and the plan warns of it. What is there stays.
func TestArchivedProject(t *testing.T) {
	t.Parallel()
	x := newTrial(t)
	x.imports(work("a", "2026-06-01T08:00:00Z"))
	project := x.list()[0]["project_id"].(string)
	x.owner.Patch("/api/projects/"+project, object{"isArchived": true}).OK()
	plan, result, err := x.try(work("a", "2026-06-01T08:00:00Z"), work("b", "2026-06-01T08:00:00Z"))
	if err != nil || len(plan.Notes) != 1 || counts(result) != [3]int{0, 0, 1} ||
		!strings.Contains(result.Refused[0].Reason, "(project_archived): Babbage & Co / Engine") {
		t.Errorf("%+v, %+v, %v", plan.Notes, result, err)
	}
	if plan, _ = x.imports(work("a", "2026-06-01T08:00:00Z")); len(plan.Notes) != 0 {
		t.Error(plan.Notes)
	}
}

// The plan names some of the archived projects that get new time, and counts the others.
func TestManyArchivedProjects(t *testing.T) {
	t.Parallel()
	x := newTrial(t)
	var rows []timefile.Row
	for n := range 12 {
		name := fmt.Sprint("Engine", n)
		x.owner.Patch("/api/projects/"+x.owner.Post("/api/projects", object{"name": name}).ID(),
			object{"isArchived": true}).OK()
		rows = append(rows, work(name, "2026-06-01T08:00:00Z",
			func(r *timefile.Row) { r.Client, r.Project, r.Task = "", name, "" }))
	}
	plan, result, err := x.try(rows...)
	if err != nil || len(plan.Notes) != 11 || !strings.Contains(strings.Join(plan.Notes, "\n"), "are archived: 2. ") {
		t.Errorf("%q, %v", plan.Notes, err)
	}
	if len(result.Refused) != 12 {
		t.Errorf("%+v", result.Refused)
	}
}

// A batch has as many rows as the service takes: 100 writes, of which the time of others costs one,
// and each user one where entries must not overlap.
func TestBatchSize(t *testing.T) {
	t.Parallel()
	x := newTrial(t)
	member := x.owner.AddMember("bob", "user")
	var own, both []timefile.Row
	for i := range 200 {
		at := time.Date(2026, 5, 1, i, 0, 0, 0, time.UTC).Format(time.RFC3339)
		own = append(own, work(fmt.Sprint("own ", i), at))
		both = append(both, work(fmt.Sprint("both ", i), at, func(r *timefile.Row) {
			if i%2 == 0 {
				r.Person.Email = member.Email
			}
		}))
	}
	for name, rows := range map[string][]timefile.Row{"own": own, "both": both[:198]} {
		x.bulks = 0
		if x.imports(rows...); x.bulks != 2 {
			t.Errorf("%s: %d batches", name, x.bulks)
		}
	}
	x.owner.Patch("/api/workspaces/"+x.owner.WorkspaceID, object{"allowOverlap": false}).OK()
	for i := range both {
		both[i].Key, both[i].Start = "later "+both[i].Key, both[i].Start.AddDate(0, 0, 15)
	}
	x.bulks = 0
	if x.imports(both[:194]...); x.bulks != 2 {
		t.Errorf("without overlaps: %d batches", x.bulks)
	}
}
