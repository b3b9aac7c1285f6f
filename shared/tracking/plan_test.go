package tracking_test

import (
	"cmp"
	"reflect"
	"slices"
	"testing"

	"stint/shared/domain"
	"stint/shared/domain/people"
	"stint/shared/domain/projects"
	"stint/shared/domain/timelog"
	"stint/shared/store"
	"stint/shared/tracking"
	"stint/shared/wire"
)

// plan plans one row of ada's.
func plan(t *testing.T, s *fakeStore, role people.Role, row tracking.Row) (tracking.Plan, *wire.Issues, error) {
	t.Helper()
	if row.Owner == "" {
		row.Owner = "ada"
	}
	issues := new(wire.Issues)
	p, err := tracking.PlanRow(t.Context(), s, requestOf(role), row, issues)
	return p, issues, err
}

// entryOf is the entry of a plan of one row, as it will be.
func entryOf(p tracking.Plan) timelog.Entry { return *p.Changes()[0].After }

// firstUsesOf is what a plan is the first to track time to, as it is written.
func firstUsesOf(t *testing.T, s *fakeStore, p tracking.Plan) store.FirstUses {
	t.Helper()
	if err := p.Write(t.Context(), s, s.WriteEntry, domain.ReplayRecord{}); err != nil {
		t.Fatal(err)
	}
	return s.written[0].FirstUses
}

func newRow(set ...func(*tracking.EditBody)) tracking.Row {
	return tracking.Row{ID: "fresh", Body: edit(append([]func(*tracking.EditBody){start(-20), stop(-10)}, set...)...)}
}

func TestResolve(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		rows  []tracking.Row
		reads int
		refs  store.Refs
	}{
		{"nothing", []tracking.Row{{Owner: "ada"}}, 1, store.Refs{}},
		{"a project and its task", []tracking.Row{{Owner: "ada", Body: edit(project("web"), task("draw"))}}, 1, store.Refs{
			Projects: []domain.ID{"web"}, Tasks: []domain.ID{"draw"},
			ProjectMembers: []domain.ProjectMemberKey{{Project: "web", User: "ada"}}}},
		{"a task alone", []tracking.Row{{Owner: "bob", Body: edit(task("draw"))}}, 2, store.Refs{
			Projects: []domain.ID{"web"}, Tasks: []domain.ID{"draw"},
			ProjectMembers: []domain.ProjectMemberKey{{Project: "web", User: "bob"}}}},
		{"a task of the project before", []tracking.Row{
			{Owner: "ada", EntryChange: timelog.EntryChange{Before: &timelog.Entry{ProjectID: "web"}},
				Body: edit(task("draw"))}}, 1,
			store.Refs{Tasks: []domain.ID{"draw"}}},
		{"tags, one unreadable", []tracking.Row{{Owner: "ada", Body: edit(tags("new", "", "used"))}}, 1,
			store.Refs{Tags: []domain.ID{"new", "used"}}},
		{"a deletion", []tracking.Row{{Owner: "ada", IsDelete: true, Body: edit(project("web"))}}, 1, store.Refs{}},
	} {
		s := newStore()
		if _, err := tracking.Resolve(t.Context(), s, requestOf(people.RoleUser).Caller, store.Refs{},
			c.rows...); err != nil {
			t.Fatal(err)
		}
		if s.reads != c.reads || !reflect.DeepEqual(s.refs, c.refs) {
			t.Errorf("%s: %d reads of %+v, want %d of %+v", c.name, s.reads, s.refs, c.reads, c.refs)
		}
	}
}

func TestReadsOfAWrite(t *testing.T) {
	t.Parallel()
	held, timer := span("e", -20, -10), timelog.Entry{ID: "t", UserID: "ada", StartedAt: at(-20), ProjectID: "web"}
	held.Stamp, held.HeldBy = &timelog.Stamp{SubmissionID: "s"}, "job"
	own, onWeb := []domain.ID{"ada"}, []domain.ProjectMemberKey{{Project: "web", User: "ada"}}
	for _, c := range []struct {
		name          string
		allowsOverlap bool
		row           tracking.Row
		want          store.Refs
	}{
		{"a new entry", false, newRow(), store.Refs{Guards: own}},
		{"a new entry that may overlap", true, newRow(), store.Refs{}},
		{"one of another user", false, tracking.Row{Owner: "bob", Body: edit(start(-20), stop(-10))},
			store.Refs{Members: []domain.ID{"bob"}, Guards: []domain.ID{"bob"}}},
		{"a timer", false, tracking.Row{Body: edit(start(-20))}, store.Refs{}},
		{"a stop", false, rowOf("t", &timer, edit(stop(-10))),
			store.Refs{Projects: []domain.ID{"web"}, ProjectMembers: onWeb}},
		{"a deletion", false, tracking.Row{Owner: "ada", IsDelete: true, EntryChange: timelog.EntryChange{Before: &held}},
			store.Refs{Locks: []domain.ID{"s"}, Jobs: []domain.ID{"job"}}},
		{"an external id", true, newRow(func(b *tracking.EditBody) { b.ExternalID = clearable(domain.ExternalID("x")) }),
			store.Refs{ExternalIDs: []store.EntryExternalID{{User: "ada", ID: "x"}}}},
	} {
		s, r := newStore(), requestOf(people.RoleAdmin)
		r.Workspace.AllowOverlap = c.allowsOverlap
		c.row.Owner = cmp.Or(c.row.Owner, "ada")
		if _, err := tracking.Read(t.Context(), s, r, new(wire.Issues), c.row); err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(s.refs, c.want) {
			t.Errorf("%s reads %+v, want %+v", c.name, s.refs, c.want)
		}
	}
}

func TestValidateReferences(t *testing.T) {
	t.Parallel()
	onWeb := span("e", -20, -10)
	onWeb.ProjectID, onWeb.TaskID, onWeb.TagIDs = "web", "old", []domain.ID{"gone"}
	onClosed := span("e", -20, -10)
	onClosed.ProjectID = "closed"
	for _, c := range []struct {
		name    string
		role    people.Role
		before  *timelog.Entry
		body    tracking.EditBody
		project domain.ID
		task    domain.ID
		want    string
	}{
		{"nothing", people.RoleUser, nil, edit(), "", "", ""},
		{"a task implies its project", people.RoleUser, nil, edit(task("draw")), "web", "draw", ""},
		{"a project", people.RoleUser, nil, edit(project("web")), "web", "", ""},
		{"a project without membership", people.RoleUser, nil, edit(project("public")), "", "",
			"forbidden not_project_member"},
		{"a project without membership, as admin", people.RoleAdmin, nil, edit(project("public")), "public", "", ""},
		{"an invisible project", people.RoleUser, nil, edit(project("private")), "", "", "projectId project_not_found"},
		{"an invisible project's task", people.RoleUser, nil, edit(task("hidden")), "", "", "taskId task_not_found"},
		{"an unknown project", people.RoleAdmin, nil, edit(project("nowhere")), "", "", "projectId project_not_found"},
		{"a project of another workspace", people.RoleAdmin, nil, edit(project("elsewhere")), "", "",
			"forbidden workspace_mismatch"},
		{"an archived project", people.RoleAdmin, nil, edit(project("closed")), "", "", "projectId project_archived"},
		{"an archived task", people.RoleUser, nil, edit(task("old")), "", "", "taskId task_archived"},
		{"a task of another project", people.RoleAdmin, nil, edit(project("public"), task("draw")), "", "",
			"taskId task_not_in_project"},
		{"a task without its project", people.RoleAdmin, nil, edit(noProject, task("draw")), "", "",
			"taskId task_not_in_project"},
		{"unknown tags", people.RoleUser, nil, edit(tags("used", "x", "y", "x")), "", "",
			"tagIds[1] tag_not_found, tagIds[2] tag_not_found"},
		{"a tag that the entry has", people.RoleUser, &onWeb, edit(tags("gone")), "web", "old", ""},
		{"what stays is not judged", people.RoleUser, &onWeb, edit(project("web"), task("old")), "web", "old", ""},
		{"archived time can be edited", people.RoleUser, &onClosed, edit(project("closed"), start(-21)), "closed", "", ""},
		{"another project drops the task", people.RoleAdmin, &onWeb, edit(project("public")), "public", "", ""},
		{"no project drops the task", people.RoleUser, &onWeb, edit(noProject), "", "", ""},
	} {
		row := newRow()
		row.Before = c.before
		if c.before != nil {
			row.Body = edit()
		}
		row.Body.ProjectID, row.Body.TaskID, row.Body.TagIDs = c.body.ProjectID, c.body.TaskID, c.body.TagIDs
		s := newStore()
		s.inOtherWorkspace = []domain.ID{"elsewhere"}
		p, _, err := plan(t, s, c.role, row)
		if got := outcome(t, err); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
			continue
		}
		if err == nil && (entryOf(p).ProjectID != c.project || entryOf(p).TaskID != c.task) {
			t.Errorf("%s: project %q, task %q, want %q, %q", c.name, entryOf(p).ProjectID, entryOf(p).TaskID, c.project, c.task)
		}
	}
}

func TestFirstUses(t *testing.T) {
	t.Parallel()
	s := newStore()
	p, _, err := plan(t, s, people.RoleAdmin, newRow(task("draw"), tags("used", "new", "new")))
	if err != nil {
		t.Fatal(err)
	}
	got := firstUsesOf(t, s, p)
	if len(got.Projects) != 0 || !slices.Equal(got.Tasks, []domain.ID{"draw"}) ||
		!slices.Equal(got.Tags, []domain.ID{"new"}) {
		t.Errorf("first uses %+v", got)
	}
	if tags := entryOf(p).TagIDs; !slices.Equal(tags, []domain.ID{"used", "new"}) {
		t.Errorf("tags %v", tags)
	}
}

func TestValidateTimes(t *testing.T) {
	t.Parallel()
	before, running := span("e", -20, -10), timelog.Entry{ID: "t", UserID: "ada", StartedAt: at(-20)}
	for _, c := range []struct {
		name   string
		before *timelog.Entry
		body   tracking.EditBody
		want   string
	}{
		{"new", nil, edit(start(-20), stop(-10)), ""},
		{"new, 0 seconds", nil, edit(start(-20), stop(-20)), ""},
		{"new, stops before its start", nil, edit(start(-20), stop(-21)), "stoppedAt before_start"},
		{"new, ahead", nil, edit(start(5), stop(5)), ""},
		{"new, in the future", nil, edit(start(6), stop(7)), "startedAt in_future, stoppedAt in_future"},
		{"new, too early", nil, edit(start(-30*365*24*60), stop(-10)), "startedAt min_value"},
		{"a start after the stop", &before, edit(start(-9)), "startedAt before_start"},
		{"a stop before the start", &before, edit(stop(-21)), "stoppedAt before_start"},
		{"both, the wrong way round", &before, edit(start(-5), stop(-6)), "stoppedAt before_start"},
		{"stopping", &running, edit(stop(-20)), ""},
		{"stopping before the start", &running, edit(stop(-21)), "stoppedAt before_start"},
		{"a timer in the future", &running, edit(start(6)), "startedAt in_future"},
	} {
		_, _, err := plan(t, newStore(), people.RoleUser, rowOf("e", c.before, c.body))
		if got := outcome(t, err); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

func TestUnreadableTimesAreNotJudged(t *testing.T) {
	t.Parallel()
	issues := new(wire.Issues)
	issues.Add("startedAt", "date_time_invalid")
	_, err := tracking.PlanRow(t.Context(), newStore(), requestOf(people.RoleUser),
		tracking.Row{Owner: "ada", Body: edit(start(6), stop(-21))}, issues)
	if got := outcome(t, err); got != "startedAt date_time_invalid" {
		t.Error(got)
	}
}

func TestValidateOwner(t *testing.T) {
	t.Parallel()
	theirs := span("e", -20, -10)
	for _, c := range []struct {
		owner  domain.ID
		before *timelog.Entry
		delete bool
		want   string
	}{
		{"ada", nil, false, ""},
		{"bob", nil, false, ""},
		{"eve", nil, false, ""},
		{"eve", &theirs, false, ""},
		{"eve", nil, true, ""},
		{"zoe", nil, false, "userId user_not_found"},
		{"zoe", nil, true, "userId user_not_found"},
	} {
		row := newRow()
		row.Owner, row.Before, row.IsDelete = c.owner, c.before, c.delete
		s := newStore()
		rows, err := tracking.Read(t.Context(), s, requestOf(people.RoleOwner), new(wire.Issues), row)
		if err != nil {
			t.Fatal(err)
		}
		_, err = rows.Plan(t.Context(), s)
		if got := outcome(t, err); got != c.want {
			t.Errorf("%s, there %v, delete %v: %s, want %s", c.owner, c.before != nil, c.delete, got, c.want)
		}
	}
}

func TestNewEntriesAreBillableByDefault(t *testing.T) {
	t.Parallel()
	notBillable := func(b *tracking.EditBody) { b.IsBillable = wire.Change[bool]{Set: true} }
	for _, c := range []struct {
		byWorkspace bool
		row         tracking.Row
		want        bool
	}{{true, newRow(), true}, {false, newRow(), false},
		{false, newRow(project("web")), true}, {true, newRow(project("public")), false},
		{true, newRow(project("web"), notBillable), false}} {
		r := requestOf(people.RoleAdmin)
		r.Billing.DefaultIsBillable, c.row.Owner = c.byWorkspace, "ada"
		p, err := tracking.PlanRow(t.Context(), newStore(), r, c.row, new(wire.Issues))
		if err != nil || entryOf(p).IsBillable != c.want {
			t.Errorf("project %v: billable %v, %v", c.row.Body.ProjectID.Value, entryOf(p).IsBillable, err)
		}
	}
}

func TestOwnRatesAreForWhoSeesRates(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		role people.Role
		row  tracking.Row
		want string
	}{
		{people.RoleAdmin, newRow(rate(1)), ""},
		{people.RoleUser, newRow(rate(1)), "forbidden role_insufficient"},
		{people.RoleUser, newRow(project("web"), rate(1)), "forbidden role_insufficient"},
		{people.RoleUser, newRow(project("private"), rate(1)), "projectId project_not_found"},
	} {
		_, _, err := plan(t, newStore(), c.role, c.row)
		if got := outcome(t, err); got != c.want {
			t.Errorf("%s: %s, want %s", c.role, got, c.want)
		}
	}
	s := newStore()
	s.records.ProjectMembers[domain.ProjectMemberKey{Project: "web", User: "ada"}] = projects.ProjectMember{
		ProjectID: "web", UserID: "ada", IsManager: true}
	if _, _, err := plan(t, s, people.RoleUser, newRow(project("web"), rate(1))); err != nil {
		t.Errorf("as manager: %v", err)
	}
}
