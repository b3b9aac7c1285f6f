package reports_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"stint/internal/apitest"
	"stint/internal/testkit"
	"stint/shared/changes"
	"stint/shared/domain"
	"stint/shared/dynamo"
	"stint/shared/totals"
)

// buildTotals has the totals of a workspace built, as a summary of many entries does.
func buildTotals(t *testing.T, api *apitest.Service, workspace string) {
	t.Helper()
	in, billing, err := api.Deps.Store.ReportSettings(t.Context(), domain.ID(workspace))
	if err != nil {
		t.Fatal(err)
	}
	reports := totals.Reports{Store: api.Deps.Store, Changes: changes.Times{
		Feed: changes.New(api.Deps.Store, api.Clock.Now)},
		Clock: api.Clock.Now}
	if err := reports.Queue(t.Context(), totals.Workspace{ID: in.ID, Zone: in.Timezone,
		Rounding: billing.Rounding}); err != nil {
		t.Fatal(err)
	}
	api.RunWorker()
}

// trackers are the people of a team who track time: the third one is an analyst.
var trackers = []int{0, 1, 3}

// team is a workspace with people who may read different time, and random entries of half
// a year.
type team struct {
	*apitest.Service
	rnd             *rand.Rand
	owner           *apitest.User
	people          []*apitest.User
	projects, tasks []string
	tags, clients   []string
	entries         [][]string // ids, by person
	made            int
}

func newTeam(t *testing.T) *team {
	api := apitest.New(t)
	api.Clock.Set(time.Date(2026, 7, 10, 12, 0, 0, 0, time.UTC))
	m := &team{Service: api, rnd: rand.New(rand.NewPCG(7, 8)), owner: api.Register("ada")}
	m.owner.Patch("/api/workspaces/"+m.owner.WorkspaceID, object{"timezone": "Europe/Berlin"}).OK()
	m.people = []*apitest.User{m.owner, m.owner.AddMember("bob", "user"), m.owner.AddMember("eve", "analyst"),
		m.owner.AddMember("joe", "user")}
	for i := range 2 {
		m.clients = append(m.clients, m.owner.Post("/api/clients", object{"name": fmt.Sprint("C", i)}).ID())
		m.tags = append(m.tags, m.owner.Post("/api/tags", object{"name": fmt.Sprint("T", i)}).ID())
	}
	for i := range 4 {
		project := m.owner.Post("/api/projects", object{"name": fmt.Sprint("P", i), "clientId": m.clients[i%2],
			"hourlyRate": 7_000 + i}).ID()
		for _, p := range m.people[1:] {
			m.owner.Post("/api/projects/"+project+"/members",
				object{"userId": p.ID, "isManager": i == 0 && p == m.people[1]}).OK()
		}
		m.projects = append(m.projects, project)
		m.tasks = append(m.tasks, m.owner.Post("/api/projects/"+project+"/tasks", object{"name": "Task"}).ID())
	}
	m.entries = make([][]string, len(m.people))
	return m
}

// randomEntry is the body of an entry in the first half of 2026.
func (m *team) randomEntry() object {
	start := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC).Add(time.Duration(m.rnd.IntN(180*24*60)) * time.Minute)
	body := object{"startedAt": start.Format(time.RFC3339),
		"stoppedAt":  start.Add(time.Duration(m.rnd.IntN(9000)) * time.Second).Format(time.RFC3339),
		"isBillable": m.rnd.IntN(3) > 0}
	if i := m.rnd.IntN(5); i < 4 {
		body["projectId"] = m.projects[i]
		if m.rnd.IntN(2) == 0 {
			body["taskId"] = m.tasks[i]
		}
	}
	body["tagIds"] = slices.DeleteFunc(slices.Clone(m.tags), func(string) bool { return m.rnd.IntN(2) == 0 })
	return body
}

func (m *team) add(person, n int) {
	var items []object
	for range n {
		m.made++
		body := m.randomEntry()
		body["id"] = fmt.Sprintf("0197a000-0000-7000-8000-%012d", m.made)
		items = append(items, body)
		m.entries[person] = append(m.entries[person], body["id"].(string))
	}
	m.people[person].Post("/api/entries:bulk", object{"items": items}).OK()
}

// change moves one entry and deletes another one.
func (m *team) change(person int) {
	all := m.entries[person]
	m.people[person].Patch("/api/entries/"+all[m.rnd.IntN(len(all)-1)], m.randomEntry()).OK()
	m.people[person].Delete("/api/entries/" + all[len(all)-1]).OK()
	m.entries[person] = all[:len(all)-1]
}

// compare compares summaries from the totals with those from the entries.
func (m *team) compare(t *testing.T, queries ...string) {
	t.Helper()
	for _, query := range queries {
		for i, p := range m.people {
			m.Probe.Reset()
			got := summary(p, query)
			usesTotals := slices.ContainsFunc(m.Probe.Log(), func(c testkit.Call) bool { return c.Index == dynamo.IndexChange })
			want := summary(p, query+"&updated_since=2000-01-01T00:00:00Z")
			if got.Status != want.Status || got.Status == 200 && string(got.Body) != string(want.Body) {
				t.Errorf("person %d, %s:\n%s\nwant\n%s", i, query, got.Body, want.Body)
			}
			if wantTotals := i != 3 && !strings.Contains(query, "user_id="); usesTotals != wantTotals {
				t.Errorf("person %d, %s: totals %t, want %t", i, query, usesTotals, wantTotals)
			}
		}
	}
}

// A summary of a long period is the same from running totals as from the entries, whoever
// reads it, by all groups and with all filters that totals know.
func TestLongPeriodsFromTotalsEqualEntries(t *testing.T) {
	t.Parallel()
	m := newTeam(t)
	for _, person := range trackers {
		m.add(person, 40)
	}
	buildTotals(t, m.Service, m.owner.WorkspaceID)
	whole, parts := periodQuery("2025-12-31T23:00:00Z", "2026-06-30T22:00:00Z"),
		periodQuery("2026-01-05T12:34:56Z", "2026-06-20T07:00:00Z")
	var queries []string
	for _, period := range []string{whole, parts} {
		for _, by := range []string{"user", "project", "client", "task", "tag", "day", "user,project,tag", "day,client,task",
			"tag,day,user", "rate", "project,client", "rate,user"} {
			queries = append(queries, period+"&group_by="+by)
		}
		if period == whole {
			continue
		}
		for _, filter := range []string{
			"project_id=" + m.projects[0], "client_id=" + m.clients[1], "task_id=" + m.tasks[2], "tag_id=" + m.tags[0],
			"is_billable=true", "is_billable=false&tag_id=" + m.tags[1], "user_id=" + m.people[1].ID,
			"project_id=" + m.projects[0] + "&is_billable=true",
		} {
			queries = append(queries, period+"&group_by=task,user&"+filter, whole+"&group_by=project&"+filter,
				whole+"&group_by=user&"+filter)
		}
	}
	m.compare(t, queries...)
	for range 3 {
		for _, person := range trackers {
			m.change(person)
			m.add(person, 2)
		}
		m.compare(t, whole+"&group_by=project,user,day", parts+"&group_by=tag")
	}
}

// Another time zone and another rounding have the totals built again. Until then summaries
// are made from the entries.
func TestTotalsFollowTheSettings(t *testing.T) {
	t.Parallel()
	m := newTeam(t)
	m.add(0, 60)
	buildTotals(t, m.Service, m.owner.WorkspaceID)
	query := periodQuery("2025-12-31T10:00:00Z", "2026-06-30T10:00:00Z") + "&group_by=day"
	for _, change := range []func(){
		func() {
			m.owner.Patch("/api/workspaces/"+m.owner.WorkspaceID, object{"timezone": "America/Los_Angeles"}).OK()
		},
		func() {
			m.owner.Do("PUT", "/api/workspaces/me/billable-settings",
				object{"currency": "EUR", "defaultHourlyRate": nil, "defaultIsBillable": true,
					"rounding": object{"mode": "up", "minutes": 15}, "membersSeeRates": false}).OK()
		},
	} {
		change()
		want := summary(m.owner, query+"&updated_since=2000-01-01T00:00:00Z")
		for _, built := range []bool{false, true} {
			if got := summary(m.owner, query); string(got.Body) != string(want.Body) {
				t.Errorf("built %t: %s\nwant %s", built, got.Body, want.Body)
			}
			buildTotals(t, m.Service, m.owner.WorkspaceID)
		}
		m.people = m.people[:1]
		m.compare(t, query)
	}
}
