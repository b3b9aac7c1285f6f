package submissions_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"stint/internal/apitest"
	"stint/shared/domain"
)

// submitWeeks gives the worker four submissions, one a week, and others two: their
// names are who submitted, and the first day.
func (m *team) submitWeeks() (named func(*apitest.Answer) []string) {
	names := map[any]string{}
	submit := func(p *apitest.User, user string, project any, day int) (path string, made object) {
		track(p, day, 60, object{"projectId": project})
		date := fmt.Sprintf("2026-06-%02d", day)
		made = p.Post(pathSubmissions, object{"periodStart": date, "periodEnd": date}).OK()
		names[made["id"]] = fmt.Sprint(user, day)
		return pathSubmissions + "/" + made["id"].(string), made
	}
	submit(m.submitter, "will", m.site, 3)
	path, _ := submit(m.submitter, "will", m.app, 1)
	m.owner.Post(path+"/approve-all", nil).OK()
	_, made := submit(m.submitter, "will", m.app, 5)
	m.owner.Post(linePath(linesByProject(made)[m.app])+"/reject", nil).OK()
	path, _ = submit(m.submitter, "will", m.site, 7)
	m.submitter.Post(path+"/withdraw", nil).OK()
	submit(m.other, "uma", m.site, 2)
	submit(m.manager, "mia", nil, 4)
	return func(a *apitest.Answer) (all []string) {
		for _, s := range a.Items() {
			all = append(all, names[s["id"]])
		}
		return all
	}
}

func TestListSubmissions(t *testing.T) {
	t.Parallel()
	m := newTeam(t)
	named := m.submitWeeks()
	made := "mia4 uma2 will7 will5 will1 will3" // the latest made first
	for _, c := range []struct {
		who         *apitest.User
		query, want string
	}{
		{m.owner, "", made}, {m.admin, "", made}, {m.analyst, "", made},
		{m.submitter, "", "will7 will5 will3 will1"}, {m.other, "", "uma2"}, {m.manager, "", "mia4 uma2 will7 will3"},
		{m.owner, "?status=submitted", "mia4 uma2 will3"}, {m.owner, "?status=approved", "will1"},
		{m.owner, "?status=rejected", "will5"},
		{m.owner, "?status=withdrawn", "will7"}, {m.owner, "?status=partially_rejected", ""},
		{m.submitter, "?status=rejected", "will5"}, {m.manager, "?status=submitted", "mia4 uma2 will3"},
		{m.manager, "?status=approved", ""},
		{m.owner, "?user_id=" + m.submitter.ID, "will7 will5 will3 will1"},
		{m.owner, "?userId=" + m.submitter.ID + "&status=approved", "will1"},
		{m.manager, "?user_id=" + m.submitter.ID, "will7 will3"}, {m.manager, "?user_id=" + m.manager.ID, "mia4"},
		{m.submitter, "?user_id=" + m.submitter.ID, "will7 will5 will3 will1"},
		{m.owner, "?from=2026-06-03", "mia4 will7 will5 will3"}, {m.owner, "?to=2026-06-03", "uma2 will1"},
		{m.owner, "?from=2026-06-03&to=2026-06-05", "mia4 will3"},
		{m.owner, "?user_id=" + m.submitter.ID + "&from=2026-06-03&to=2026-06-07", "will5 will3"},
		{m.submitter, "?from=2026-06-05", "will7 will5"}, {m.submitter, "?to=2026-06-05", "will3 will1"},
		{m.submitter, "?from=2026-06-05&to=2026-06-06&status=rejected", "will5"},
		{m.owner, "?status=submitted&from=2026-06-03", "mia4 will3"},
		{m.owner, "?status=submitted,rejected", "mia4 uma2 will5 will3"},
		{m.owner, "?status=approved&status=withdrawn,approved", "will7 will1"},
		{m.owner, "?status=rejected,rejected", "will5"},
		{m.submitter, "?status=rejected,submitted", "will5 will3"},
		{m.manager, "?status=submitted,withdrawn", "mia4 uma2 will7 will3"}, {m.manager, "?status=approved,rejected", ""},
		{m.owner, "?status=submitted,approved&user_id=" + m.submitter.ID + "&to=2026-06-03", "will1"},
		{m.owner, "?status=submitted,withdrawn&from=2026-06-03", "mia4 will7 will3"},
		{m.owner, "?updated_since=2026-06-01T00:00:00Z&status=approved", "will1"},
		{m.owner, "?updatedSince=2099-01-01T00:00:00Z", ""},
		{m.owner, "?user_id=" + m.analyst.ID, ""}, {m.outsider, "", ""},
	} {
		if got := strings.Join(named(c.who.Get(pathSubmissions+c.query)), " "); got != c.want {
			t.Errorf("%q: %s, want %s", c.query, got, c.want)
		}
		for _, limit := range []string{"1", "2"} {
			if got := strings.Join(readPages(c.who, named, c.query, limit), " "); got != c.want {
				t.Errorf("%q, %s at a time: %s, want %s", c.query, limit, got, c.want)
			}
		}
	}
	if s := m.owner.Get(pathSubmissions).Items()[0]; s["lines"] != nil || s["client_status"] != "none" {
		t.Errorf("listed as %v", s)
	}
}

// Every event of a submission changes its updated_at, and updated_since finds it by that.
func TestListChangedSubmissions(t *testing.T) {
	t.Parallel()
	m := newTeam(t)
	var ids []string
	for day := 1; day <= 2; day++ {
		track(m.submitter, day, 60, object{"projectId": m.site})
		date := fmt.Sprintf("2026-06-%02d", day)
		ids = append(ids, m.submitter.Post(pathSubmissions, object{"periodStart": date, "periodEnd": date}).ID())
	}
	clock, path := m.owner.Clock, pathSubmissions+"/"+ids[0]
	for _, act := range []func() *apitest.Answer{
		func() *apitest.Answer { return m.owner.Post(path+"/approve-all", nil) },
		func() *apitest.Answer {
			return m.owner.Post(path+"/client-approval-links", object{"clientEmail": "client@example.com"})
		},
		func() *apitest.Answer { return m.owner.Post(path+"/reopen", nil) },
		func() *apitest.Answer { return m.submitter.Post(path+"/withdraw", nil) },
	} {
		clock.Advance(time.Minute)
		now := domain.InstantOf(clock.Now()).String()
		if found := m.owner.Get(pathSubmissions + "?updated_since=" + now).Items(); len(found) != 0 {
			t.Errorf("before the change: %v", found)
		}
		act().OK()
		for _, who := range []*apitest.User{m.owner, m.submitter} {
			found := who.Get(pathSubmissions + "?updated_since=" + now).Items()
			if len(found) != 1 || found[0]["id"] != ids[0] || found[0]["updated_at"] != now {
				t.Errorf("at %s: %v", now, found)
			}
		}
	}
}

// readPages reads a list to its end, a few at a time.
func readPages(p *apitest.User, named func(*apitest.Answer) []string, query, limit string) (rows []string) {
	join := "?"
	if query != "" {
		join = "&"
	}
	cursor := ""
	for {
		answer := p.Get(pathSubmissions + query + join + "limit=" + limit + cursor)
		rows = append(rows, named(answer)...)
		next, more := answer.OK()["next_cursor"].(string)
		if !more {
			return rows
		}
		cursor = "&cursor=" + next
	}
}

func TestListRefusals(t *testing.T) {
	t.Parallel()
	m := newTeam(t)
	m.submitWeeks()
	for query, want := range map[string][]string{
		"?status=open": {"status enum_invalid"}, "?status=submitted,open": {"status enum_invalid"},
		"?status=": {"status enum_invalid"}, "?updated_since=2026-06-01": {"updated_since date_time_invalid"},
		"?from=June": {"from date_invalid"}, "?to=2026-06-31": {"to date_invalid"},
		"?from=2026-06-02&to=2026-06-01": {"to range_invalid"}, "?from=2026-06-01&to=2026-06-01": {"to range_invalid"},
		"?user_id=me": {"user_id uuid_invalid"}, "?user_id=" + m.outsider.ID: {"user_id user_not_found"},
		"?limit=201": {"limit max_value"}, "?cursor=x": {"cursor cursor_invalid"},
	} {
		m.owner.Get(pathSubmissions + query).Invalid(want...)
	}
	m.owner.VerifyEmail()
	m.outsider.AddAsMember(m.owner, "user")
	m.owner.Get(pathSubmissions + "?user_id=" + m.outsider.ID).Denied("workspace_mismatch")
	m.submitter.Get(pathSubmissions + "?user_id=" + m.other.ID).Denied(denied)
	m.submitter.Get(pathSubmissions + "?user_id=" + m.other.ID + "&status=open").Denied(denied)
	m.Send(apitest.Request{Method: "GET", Path: pathSubmissions}).Problem(401, "unauthorized")
	next := m.owner.Get(pathSubmissions + "?limit=1").OK()["next_cursor"].(string)
	m.admin.Get(pathSubmissions + "?limit=1&cursor=" + next).Invalid("cursor cursor_invalid")
	m.owner.Get(pathSubmissions + "?limit=1&status=submitted&cursor=" + next).Invalid("cursor cursor_invalid")
}

// Whatever is submitted between two pages, every row comes once.
func TestPagingWhileSubmitting(t *testing.T) {
	t.Parallel()
	m := newTeam(t)
	named := m.submitWeeks()
	first := m.owner.Get(pathSubmissions + "?limit=3")
	track(m.other, 9, 60, nil)
	m.other.Post(pathSubmissions, submittedWeek).OK()
	rest := m.owner.Get(pathSubmissions + "?cursor=" + first.OK()["next_cursor"].(string))
	got := append(named(first), named(rest)...)
	if want := strings.Fields("mia4 uma2 will7 will5 will1 will3"); !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}
