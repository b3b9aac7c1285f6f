package tracking_test

import (
	"testing"

	"stint/shared/domain"
	"stint/shared/domain/people"
	"stint/shared/domain/projects"
	"stint/shared/domain/timelog"
	"stint/shared/tracking"
)

func TestSnapshot(t *testing.T) {
	t.Parallel()
	old := span("e", -20, -10)
	old.HourlyRate, old.RateSource, old.Currency = new(int64(100)), timelog.RateOfMember, "USD"
	own := old
	own.RateSource = timelog.RateOfEntry
	running := timelog.Entry{ID: "t", UserID: "ada", StartedAt: at(-20), Currency: "USD", RateSource: timelog.RateNone,
		Version: 1}
	timerWithRate := running
	timerWithRate.HourlyRate, timerWithRate.RateSource = new(int64(300)), timelog.RateOfEntry
	for _, c := range []struct {
		name   string
		before *timelog.Entry
		body   tracking.EditBody
		rate   int64 // 0 is none
		source timelog.RateSource
		cur    domain.Currency
	}{
		{"new", nil, edit(start(-20), stop(-10)), 7000, timelog.RateOfWorkspace, "EUR"},
		{"new on a project", nil, edit(start(-20), stop(-10), project("web")), 9000, timelog.RateOfProject, "EUR"},
		{"new with a rate of its own", nil, edit(start(-20), stop(-10), project("web"), rate(1)), 1, timelog.RateOfEntry,
			"EUR"},
		{"new timer", nil, edit(start(-20)), 0, timelog.RateNone, "EUR"},
		{"longer", &old, edit(stop(-9)), 100, timelog.RateOfMember, "USD"},
		{"moved", &old, edit(project("web")), 9000, timelog.RateOfProject, "EUR"},
		{"given a rate of its own", &old, edit(rate(2)), 2, timelog.RateOfEntry, "EUR"},
		{"taken its own rate", &own, edit(noRate), 7000, timelog.RateOfWorkspace, "EUR"},
		{"without an own rate, taken it", &old, edit(noRate), 100, timelog.RateOfMember, "USD"},
		{"moved with a rate of its own", &own, edit(project("web")), 100, timelog.RateOfEntry, "EUR"},
		{"a timer that runs on", &running, edit(start(-21)), 0, timelog.RateNone, "USD"},
		{"a stopped timer", &running, edit(stop(-10)), 7000, timelog.RateOfWorkspace, "EUR"},
		{"a stopped timer with a rate of its own", &timerWithRate, edit(stop(-10)), 300, timelog.RateOfEntry, "EUR"},
	} {
		p, _, err := plan(t, newStore(), people.RoleAdmin, rowOf("e", c.before, c.body))
		if err != nil {
			t.Fatal(err)
		}
		e := entryOf(p)
		var got int64
		if e.HourlyRate != nil {
			got = *e.HourlyRate
		}
		if got != c.rate || e.RateSource != c.source || e.Currency != c.cur {
			t.Errorf("%s: %d from %s in %s, want %d from %s in %s", c.name, got, e.RateSource, e.Currency, c.rate, c.source,
				c.cur)
		}
	}
}

// The role user may set rates on the project web, which ada manages, and on no
// other project.
func TestMoveDropsOwnRate(t *testing.T) {
	t.Parallel()
	onWeb := span("e", -20, -10)
	onWeb.ProjectID, onWeb.HourlyRate, onWeb.RateSource = "web", new(int64(100)), timelog.RateOfEntry
	outside := onWeb
	outside.ProjectID = ""
	for _, c := range []struct {
		name   string
		before timelog.Entry
		body   tracking.EditBody
		rate   int64
		source timelog.RateSource
	}{
		{"stays", onWeb, edit(stop(-9)), 100, timelog.RateOfEntry},
		{"stays without a project", outside, edit(stop(-9)), 100, timelog.RateOfEntry},
		{"leaves", onWeb, edit(noProject), 7000, timelog.RateOfWorkspace},
		{"comes", outside, edit(project("web")), 100, timelog.RateOfEntry},
		{"comes by its task", outside, edit(task("draw")), 100, timelog.RateOfEntry},
	} {
		s := newStore()
		s.records.ProjectMembers[domain.ProjectMemberKey{Project: "web", User: "ada"}] = projects.ProjectMember{
			ProjectID: "web", UserID: "ada", IsManager: true}
		p, _, err := plan(t, s, people.RoleUser, rowOf("e", &c.before, c.body))
		if err != nil {
			t.Fatal(err)
		}
		if e := entryOf(p); *e.HourlyRate != c.rate || e.RateSource != c.source {
			t.Errorf("%s: %d from %s, want %d from %s", c.name, *e.HourlyRate, e.RateSource, c.rate, c.source)
		}
	}
}

func TestSnapshotOfAnotherUsersEntry(t *testing.T) {
	t.Parallel()
	row := newRow()
	row.Owner = "bob"
	p, _, err := plan(t, newStore(), people.RoleOwner, row)
	if err != nil {
		t.Fatal(err)
	}
	if e := entryOf(p); *e.HourlyRate != 5000 || e.RateSource != timelog.RateOfMember {
		t.Errorf("%d from %s, want bob's rate", *e.HourlyRate, e.RateSource)
	}
}

func TestVersions(t *testing.T) {
	t.Parallel()
	before := span("e", -20, -10)
	before.Version, before.Stamp = 4, &timelog.Stamp{SubmissionID: "s"}
	for _, c := range []struct {
		name    string
		before  *timelog.Entry
		body    tracking.EditBody
		version int64
		writes  int
	}{
		{"new", nil, edit(start(-20), stop(-10)), 1, 1},
		{"changed", &before, edit(stop(-9)), 5, 1},
		{"nothing set", &before, edit(), 4, 0},
		{"set to what it is", &before, edit(start(-20), stop(-10), noProject, noRate), 4, 0},
	} {
		p, _, err := plan(t, newStore(), people.RoleAdmin, rowOf("e", c.before, c.body))
		if err != nil {
			t.Fatal(err)
		}
		if got := entryOf(p).Version; got != c.version {
			t.Errorf("%s: version %d, want %d", c.name, got, c.version)
		}
		if got := p.Changes()[0].WriteCount(); got != c.writes {
			t.Errorf("%s: %d writes, want %d", c.name, got, c.writes)
		}
		if hasStamp := entryOf(p).Stamp != nil; hasStamp != (c.before != nil && c.writes == 0) {
			t.Errorf("%s: stamp kept %v", c.name, hasStamp)
		}
	}
}

func TestSwitch(t *testing.T) {
	t.Parallel()
	running := timelog.Entry{ID: "t", UserID: "ada", StartedAt: at(-20), RateSource: timelog.RateNone, Version: 1}
	for _, c := range []struct {
		timer *timelog.Entry
		start int
		want  string
	}{{nil, -5, ""}, {&running, -5, ""}, {&running, -20, ""},
		{&running, -21, "conflict The running timer started after this start."}} {
		r := requestOf(people.RoleUser)
		r.Timer = c.timer
		p, err := planFor(t, r, tracking.Row{Owner: "ada", ID: "fresh", Body: edit(start(c.start))})
		if err != nil {
			t.Fatal(err)
		}
		stopped, err := p.Switch()
		if got := outcome(t, err); got != c.want {
			t.Errorf("started at %d: %s, want %s", c.start, got, c.want)
		}
		if err == nil && c.timer != nil && (!stopped.After.StoppedAt.Equal(at(c.start).Time) ||
			*stopped.After.HourlyRate != 7000) {
			t.Errorf("stopped %+v", stopped)
		}
	}
}
