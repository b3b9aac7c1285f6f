package billing_test

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"stint/internal/apitest"
)

// randomMonth is a team's random month, with everything that is known of it kept
// apart from the service.
type randomMonth struct {
	dice     *rand.Rand
	users    []*apitest.User
	projects []string // "" is none
	billable map[string]bool
	clients  map[string]string // by project
	tasks    map[string]string // by project
	tags     []string
	rates    map[string]*int64 // by what has the rate: user, project, project+user, "default"
	entries  []expectedEntry
}

// expectedEntry is an entry as the test reckons it.
type expectedEntry struct {
	keys     map[string][]string // the groups that it counts in, by grouping
	currency string
	start    time.Time
	seconds  int64
	billable bool
	rate     *int64
}

// rollRate rolls a rate: none, nothing, or anything up to 200 units an hour.
func (m *randomMonth) rollRate() *int64 {
	rate := m.dice.Int64N(20_001)
	switch m.dice.IntN(5) {
	case 0, 1:
		return nil
	case 2:
		rate = 0
	}
	return &rate
}

// setUp makes the team, its projects and all their rates.
func (m *randomMonth) setUp(api *apitest.Service) {
	owner := api.Register("ada")
	m.users = []*apitest.User{owner, owner.AddMember("bob", "user"), owner.AddMember("cleo", "user"),
		owner.AddMember("dan", "admin")}
	m.projects, m.billable, m.rates = []string{""}, map[string]bool{"": true}, map[string]*int64{}
	m.clients, m.tasks = map[string]string{}, map[string]string{}
	clients := []string{"", owner.Post("/api/clients", object{"name": "C"}).ID()}
	m.tags = []string{owner.Post("/api/tags", object{"name": "G"}).ID(), owner.Post("/api/tags", object{"name": "H"}).ID()}
	for i := range 4 {
		rate, billable := m.rollRate(), m.dice.IntN(4) > 0
		p := newProject(owner, fmt.Sprint("P", i), object{"hourlyRate": rate, "isBillable": billable,
			"clientId": orNull(clients[i%2])})
		m.projects, m.billable[p], m.rates[p], m.clients[p] = append(m.projects, p), billable, rate, clients[i%2]
		m.tasks[p] = owner.Post("/api/projects/"+p+"/tasks", object{"name": "T"}).ID()
		for _, user := range m.users {
			m.rates[p+user.ID] = m.rollRate()
			addProjectMember(owner, p, user, object{"hourlyRate": m.rates[p+user.ID]})
		}
	}
	for _, user := range m.users {
		m.rates[user.ID] = m.rollRate()
		setMemberRate(owner, user, m.rates[user.ID])
	}
}

// track makes entries of everyone in one currency.
func (m *randomMonth) track(currency string) {
	owner := m.users[0]
	m.rates["default"] = m.rollRate()
	putSettings(owner, object{"currency": currency, "defaultHourlyRate": m.rates["default"]}).OK()
	for _, user := range m.users {
		rows := make([]object, 15)
		for i := range rows {
			rows[i] = m.newEntry(user.ID, currency)
		}
		bulk(user, rows...).OK()
	}
}

// newEntry makes up an entry, keeps it, and gives it as a row.
func (m *randomMonth) newEntry(user, currency string) object {
	project := m.projects[m.dice.IntN(len(m.projects))]
	tags, task := m.tags[:m.dice.IntN(3)], ""
	if m.dice.IntN(2) == 0 {
		task = m.tasks[project]
	}
	e := expectedEntry{
		currency: currency, seconds: m.dice.Int64N(20_000), billable: m.billable[project],
		start: apitest.StartTime.Add(-time.Duration(m.dice.IntN(30*86_400)+20_000) * time.Second),
		rate:  m.effectiveRate(user, project),
	}
	e.keys = map[string][]string{
		"user": {user}, "project": {project}, "client": {m.clients[project]}, "task": {task}, "tag": tags,
		"day": {e.start.UTC().Format(time.DateOnly)},
	}
	if len(tags) == 0 {
		e.keys["tag"] = []string{""}
	}
	m.entries = append(m.entries, e)
	return object{
		"id": fmt.Sprintf("01890000-0000-7000-8000-%012x", len(m.entries)), "startedAt": e.start,
		"stoppedAt": e.start.Add(time.Duration(e.seconds) * time.Second),
		"projectId": orNull(project), "taskId": orNull(task), "tagIds": tags,
	}
}

// effectiveRate is the rate that counts for a user's time on a project.
func (m *randomMonth) effectiveRate(user, project string) *int64 {
	if project == "" {
		return cmp.Or(m.rates[user], m.rates["default"])
	}
	return cmp.Or(m.rates[project+user], m.rates[project], m.rates[user], m.rates["default"])
}

// changeAllRates gives everything another rate and takes all snapshots anew, in the
// currency.
func (m *randomMonth) changeAllRates(t *testing.T, currency string) {
	owner := m.users[0]
	m.rates["default"] = m.rollRate()
	putSettings(owner, object{"currency": currency, "defaultHourlyRate": m.rates["default"]}).OK()
	for _, p := range m.projects[1:] {
		m.rates[p] = m.rollRate()
		owner.Patch("/api/projects/"+p, object{"hourlyRate": m.rates[p]}).OK()
		for _, user := range m.users {
			m.rates[p+user.ID] = m.rollRate()
			owner.Patch("/api/projects/"+p+"/members/"+user.ID, object{"hourlyRate": m.rates[p+user.ID]}).OK()
		}
	}
	for _, user := range m.users {
		m.rates[user.ID] = m.rollRate()
		setMemberRate(owner, user, m.rates[user.ID])
	}
	preview := owner.Post(settingsPath+"/resnapshot?apply=false", nil).OK()
	done := owner.Post(settingsPath+"/resnapshot?apply=true", nil).OK()
	for _, name := range []string{"matched", "changed", "unchanged", "skipped_locked", "amount_before", "amount_after",
		"currency"} {
		if preview[name] != done[name] {
			t.Errorf("%s: %v in the preview, then %v", name, preview[name], done[name])
		}
	}
	var after int64
	for i := range m.entries {
		e := &m.entries[i]
		e.currency, e.rate = currency, m.effectiveRate(e.keys["user"][0], e.keys["project"][0])
		after += e.amount(e.seconds)
	}
	if got := int64(done["amount_after"].(float64)); got != after || done["status"] != "done" ||
		done["matched"] != float64(len(m.entries)) {
		t.Errorf("%v, want %d after, of %d", done, after, len(m.entries))
	}
}

func orNull(id string) any {
	if id == "" {
		return nil
	}
	return id
}

// TestRandomMonth compares every group of every summary with a reckoning of
// its own, to the unit, under every way of rounding, before and after the
// snapshots of all entries are taken again.
func TestRandomMonth(t *testing.T) {
	t.Parallel()
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	m := &randomMonth{dice: rand.New(rand.NewPCG(seed, 1))}
	m.setUp(apitest.New(t))
	for _, currency := range []string{"EUR", "JPY", "KWD"} { // 2, 0 and 3 decimals
		m.track(currency)
	}
	m.compare(t, "KWD")
	m.changeAllRates(t, "TND") // 3 decimals as well
	m.compare(t, "TND")
}

// compare compares the summaries with the reckoning, the workspace's currency
// being the given one.
func (m *randomMonth) compare(t *testing.T, currency string) {
	owner := m.users[0]
	period := "from=" + url.QueryEscape(at(-40*1440)) + "&to=" + url.QueryEscape(at(1440))
	for _, rounding := range []struct {
		mode    string
		minutes int64
	}{{"none", 1}, {"up", 6}, {"down", 15}, {"nearest", 60}, {"nearest", 7}} {
		putSettings(owner, object{"currency": currency, "defaultHourlyRate": m.rates["default"],
			"rounding": object{"mode": rounding.mode, "minutes": rounding.minutes}}).OK()
		for _, by := range []string{"user", "project", "client", "task", "tag", "day"} {
			answer := owner.Get("/api/reports/summary?" + period + "&group_by=" + by)
			var got []string
			for _, item := range answer.Items() {
				key, _ := item["key"].(string)
				got = append(got, fmt.Sprint(key, " ", item["currency"], figuresOf(item)))
			}
			slices.Sort(got)
			if want := m.expectedSums(by, rounding.mode, rounding.minutes); !slices.Equal(got, want) {
				t.Errorf("by %s, %s %d:\n%s\nwant\n%s", by, rounding.mode, rounding.minutes, strings.Join(got, "\n"),
					strings.Join(want, "\n"))
			}
			if got, want := figuresOf(answer.OK()["total"].(object)),
				m.expectedTotal(currency, rounding.mode, rounding.minutes); got != want {
				t.Errorf("total of %s %d:%s, want%s", rounding.mode, rounding.minutes, got, want)
			}
		}
	}
}
