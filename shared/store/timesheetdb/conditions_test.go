package timesheetdb

import (
	"testing"
	"time"

	"stint/internal/testkit"
	"stint/shared/domain"
	"stint/shared/domain/people"
	"stint/shared/domain/projects"
	"stint/shared/domain/timelog"
	"stint/shared/domain/timesheets"
	"stint/shared/store/key"
	"stint/shared/table"
)

// A client's decision is written on the conditions under which the maker of the link keeps it.
func TestTheConditionsOfAClientLinkAreTheRule(t *testing.T) {
	t.Parallel()
	rows := testkit.NewTable(t)
	db := table.New(rows.Client, rows.Name, nil, time.Now)
	w, maker, project := domain.NewID(), domain.NewID(), domain.NewID()
	link := timesheets.ClientLink{CreatedBy: maker, MakerEpoch: 1, Grants: map[domain.ID]domain.ID{project: "of today"}}
	check := func(m people.Member, pm projects.ProjectMember) {
		t.Helper()
		m.UserID, pm.UserID, pm.ProjectID = maker, maker, project
		for _, it := range []table.Item{table.Encode(key.Member(w, maker), m),
			table.Encode(key.ProjectMember(w, project, maker), pm)} {
			if err := db.Commit(t.Context(), table.Put(it)); err != nil {
				t.Fatal(err)
			}
		}
		f, err := db.BatchGet(t.Context(), key.Member(w, maker), key.ProjectMember(w, project, maker))
		if err != nil {
			t.Fatal(err)
		}
		want, err := isKept(f, w, link)
		if got := db.Commit(t.Context(), makerChecks(w, link)...) == nil; err != nil || got != want {
			t.Errorf("%+v, %+v: the conditions hold: %t, the rule: %t (%v)", m, pm, got, want, err)
		}
	}
	for _, role := range []people.Role{people.RoleAdmin, people.RoleUser, people.RoleAnalyst} {
		for _, state := range []people.MemberState{people.MemberActive, people.MemberLeft} {
			for _, lost := range []int64{0, 1} {
				check(people.Member{Role: role, State: state, RightsEpoch: lost},
					projects.ProjectMember{IsManager: true, Grant: "of today"})
			}
		}
	}
	for _, pm := range []projects.ProjectMember{{}, {Grant: "of today"}, {IsManager: true},
		{IsManager: true, Grant: "of yesterday"}} {
		for _, grant := range []domain.ID{"of today", ""} {
			link.Grants[project] = grant
			check(people.Member{Role: people.RoleUser, State: people.MemberActive, RightsEpoch: 1}, pm)
		}
	}
}

// A timesheet is submitted on the condition that no timer of the period runs.
func TestTheConditionOnTimersIsTheSpan(t *testing.T) {
	t.Parallel()
	rows, k := testkit.NewTable(t), table.Key{PK: "CONDITION", SK: "RECORD"}
	from := domain.InstantOf(time.Date(2026, 6, 1, 0, 0, 0, 0, time.UTC))
	to := from.Plus(24 * time.Hour)
	for _, at := range []domain.Instant{from.Plus(-time.Second), from, from.Plus(time.Hour), to.Plus(-time.Second), to} {
		timer := timelog.Entry{StartedAt: at}
		want := !timelog.Span{From: &from, To: &to}.Contains(timer)
		if got := rows.Meets(t, table.Encode(k, timer), noTimerIn(from, to)); got != want {
			t.Errorf("a timer from %v: the condition holds: %t, the rule: %t", at, got, want)
		}
	}
	if !rows.Meets(t, table.Encode(k, struct{}{}), noTimerIn(from, to)) {
		t.Error("a blocked timer is in the period")
	}
}
