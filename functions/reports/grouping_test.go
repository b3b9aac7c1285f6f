package reports_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"stint/internal/apitest"
)

func TestShapeOfOneGroupingAndOfSeveral(t *testing.T) {
	t.Parallel()
	owner := apitest.New(t).Register("ada")
	project := owner.Post("/api/projects", object{"name": "P"}).ID()
	track(owner, -20, -10, object{"projectId": project})
	const sums = `"currency":"EUR","seconds":600,"billable_seconds":600,"amount":0,"hourly_rate":null}],`
	one := `"group_by":"project","currency":"EUR","items":[{"key":"` + project + `","name":"P",` + sums
	for query, want := range map[string]string{
		"":                 one,
		"group_by=project": one,
		"group_by=tag":     `"group_by":"tag","currency":"EUR","items":[{"key":null,"name":null,` + sums,
		"group_by=project,user,day": `"group_by":"project,user,day","currency":"EUR","items":[{"keys":[{"key":"` + project +
			`","name":"P"},{"key":"` + owner.ID +
			`","name":"ada"},{"key":"2026-06-17","name":"2026-06-17"}],` + sums,
		"groupBy=task&groupBy=client": `"group_by":"task,client","currency":"EUR","items":[{"keys":[{"key":null,"name":null},{"key":null,"name":null}],` + sums,
	} {
		if body := string(summary(owner, today+"&"+query).Body); !strings.Contains(body, want) {
			t.Errorf("%s: %s, want %s", query, body, want)
		}
	}
	for query, want := range map[string]string{
		"project,project": "duplicate_value", "day,user,day": "duplicate_value", "project,user,day,tag": "max_items",
		"project,colour": "enum_invalid", "": "enum_invalid", "project,": "enum_invalid",
		"project,project,project,project": "max_items",
	} {
		summary(owner, today+"&group_by="+query).Invalid("group_by " + want)
	}
}

func TestSeveralGroupingsAreInOrder(t *testing.T) {
	t.Parallel()
	owner := apitest.New(t).Register("ada")
	admin := owner.AddMember("bob", "admin")
	bridge, alley := owner.Post("/api/projects", object{"name": "Bridge"}).ID(),
		owner.Post("/api/projects", object{"name": "alley"}).ID()
	for _, p := range []*apitest.User{owner, admin} {
		track(p, -100, -90, object{"projectId": bridge})
		track(p, -80, -75, object{"projectId": alley})
	}
	track(admin, -780, -779, object{"projectId": alley})
	for query, want := range map[string]string{
		"project,user": "Bridge/ada=600 Bridge/bob=600 alley/bob=360 alley/ada=300",
		"user,project": "ada/Bridge=600 bob/Bridge=600 bob/alley=360 ada/alley=300",
		"project,day":  "alley/2026-06-16=60 Bridge/2026-06-17=1200 alley/2026-06-17=600",
		"day,user":     "2026-06-16/bob=60 2026-06-17/ada=900 2026-06-17/bob=900",
	} {
		var got []string
		for _, item := range summary(owner, today+"&group_by="+query).Items() {
			var names []string
			for _, group := range item["keys"].([]any) {
				names = append(names, group.(object)["name"].(string))
			}
			got = append(got, fmt.Sprint(strings.Join(names, "/"), "=", item["seconds"]))
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %s, want %s", query, got, want)
		}
	}
}

// numbers are the sums of a group.
type numbers struct{ seconds, billable, amount float64 }

// Summaries by random groupings and filters have the sums of the entries of the list, also
// by the state of their timesheets.
func TestSummariesHaveTheSumsOfTheList(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(3, 1))
	owner := apitest.New(t).Register("ada")
	users := []*apitest.User{owner, owner.AddMember("bob", "admin")}
	clientOf := map[any]any{nil: nil}
	tasks, tags := []any{}, []string{}
	for i := range 3 {
		var client any
		if i > 0 {
			client = owner.Post("/api/clients", object{"name": fmt.Sprint("C", i)}).ID()
		}
		project := owner.Post("/api/projects", object{"name": fmt.Sprint("P", i), "clientId": client,
			"hourlyRate": 3600 + i}).ID()
		clientOf[project] = client
		tasks = append(tasks, object{"projectId": project},
			object{"taskId": owner.Post("/api/projects/"+project+"/tasks", object{"name": "T"}).ID()})
		tags = append(tags, owner.Post("/api/tags", object{"name": fmt.Sprint("G", i)}).ID())
	}
	for range 60 {
		start := -8*24*60 + random.IntN(8*24*60-400)
		more := object{"isBillable": random.IntN(3) > 0, "tagIds": tags[:random.IntN(4)]}
		if n := random.IntN(len(tasks) + 1); n < len(tasks) {
			maps.Copy(more, tasks[n].(object))
		}
		track(users[random.IntN(2)], start, start+1+random.IntN(300), more)
	}
	decide(t, random, users)
	const june = "from=2026-06-01T00:00:00Z&to=2026-07-01T00:00:00Z"
	keysOf := map[string]func(object) []any{
		"user":    func(e object) []any { return []any{e["user_id"]} },
		"project": func(e object) []any { return []any{e["project_id"]} },
		"task":    func(e object) []any { return []any{e["task_id"]} },
		"client":  func(e object) []any { return []any{clientOf[e["project_id"]]} },
		"day":     func(e object) []any { return []any{e["started_at"].(string)[:10]} },
		"tag": func(e object) []any {
			if all := e["tag_ids"].([]any); len(all) > 0 {
				return all
			}
			return []any{nil}
		},
	}
	all := slices.Sorted(maps.Keys(keysOf))
	for range 25 {
		random.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		by := all[:2+random.IntN(2)]
		filter := june + []string{"", "&submission_status=none", "&submission_status=approved",
			"&submission_status=submitted,rejected", "&is_billable=true&submission_status=approved,none"}[random.IntN(5)]
		want, total := map[string]numbers{}, numbers{}
		items := owner.Get("/api/entries?limit=200&" + filter).Items()
		for _, e := range items {
			one := numbers{seconds: e["duration_seconds"].(float64), amount: e["amount"].(float64)}
			if e["is_billable"] == true {
				one.billable = one.seconds
			}
			total = total.plus(one)
			for _, key := range combine(by, keysOf, e) {
				want[key] = want[key].plus(one)
			}
		}
		answer := summary(owner, filter+"&group_by="+strings.Join(by, ","))
		got := map[string]numbers{}
		for _, item := range answer.Items() {
			var key []any
			for _, group := range item["keys"].([]any) {
				key = append(key, group.(object)["key"])
			}
			got[fmt.Sprint(key...)] = numbersOf(item)
		}
		if !maps.Equal(got, want) || numbersOf(answer.JSON()["total"].(object)) != total || len(got) != len(answer.Items()) {
			t.Errorf("%s by %v: %v, want %v of %d entries", filter, by, got, want, len(items))
		}
	}
}

func (n numbers) plus(m numbers) numbers {
	return numbers{n.seconds + m.seconds, n.billable + m.billable, n.amount + m.amount}
}

func numbersOf(item object) numbers {
	return numbers{item["seconds"].(float64), item["billable_seconds"].(float64), item["amount"].(float64)}
}

// combine are the keys of all groups that an entry is in.
func combine(by []string, keysOf map[string]func(object) []any, e object) (keys []string) {
	all := [][]any{nil}
	for _, one := range by {
		var longer [][]any
		for _, key := range all {
			for _, value := range keysOf[one](e) {
				longer = append(longer, append(slices.Clone(key), value))
			}
		}
		all = longer
	}
	for _, key := range all {
		keys = append(keys, fmt.Sprint(key...))
	}
	return keys
}

// decide submits some days, and approves and rejects some of their lines.
func decide(t *testing.T, random *rand.Rand, users []*apitest.User) {
	t.Helper()
	const path = "/api/workspaces/me/timesheet-submissions"
	for _, p := range users {
		for day := 9; day < 17; day += 2 {
			date := fmt.Sprintf("2026-06-%02d", day)
			made := p.Post(path, object{"periodStart": date, "periodEnd": date})
			if made.Status != 200 {
				continue // no time on that day
			}
			for _, line := range made.JSON()["lines"].([]any) {
				if act := []string{"", "/approve", "/reject"}[random.IntN(3)]; act != "" {
					users[0].Post("/api/workspaces/me/submission-lines/"+line.(object)["id"].(string)+act, nil).OK()
				}
			}
			if random.IntN(4) == 0 {
				p.Post(path+"/"+made.ID()+"/withdraw", nil)
			}
		}
	}
}

// Reports of named entries and of a timesheet need no period.
func TestReportsWithoutAPeriod(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	member := owner.AddMember("bob", "user")
	first, second := track(owner, -20, -10), track(member, -400*24*60, -400*24*60+5)
	timer := member.Post("/api/timers/start", object{"startedAt": at(-5)}).ID()
	id := member.Post("/api/workspaces/me/timesheet-submissions",
		object{"periodStart": "2025-05-13", "periodEnd": "2025-05-13"}).ID()
	for query, want := range map[string]float64{
		"ids=" + first + "," + second + "," + timer: 900, "submission_id=" + id: 300,
		"ids=" + first + "&submission_id=" + id: 0, "ids=" + first + "," + second + "&" + today: 600,
		"ids=" + second + "&submission_status=submitted": 300,
	} {
		total := summary(owner, query).OK()["total"].(object)["seconds"]
		if total != want {
			t.Errorf("%s: %v s, want %v", query, total, want)
		}
		sum := 0
		for _, row := range readCSV(t, export(owner, query)) {
			var n int
			_, _ = fmt.Sscan(row["seconds"], &n)
			sum += n
		}
		if float64(sum) != want {
			t.Errorf("%s: exported %d s, want %v", query, sum, want)
		}
	}
	whole := summary(owner, "ids="+first).OK()
	if whole["from"] != nil || whole["to"] != nil {
		t.Errorf("from %v to %v", whole["from"], whole["to"])
	}
	owner.Get("/api/reports/summary?ids=x").Invalid("ids uuid_invalid")
	owner.Get("/api/reports/summary?updated_since="+at(0)).Invalid("from required", "to required")
	api.Clock.Advance(time.Minute)
	since := api.Clock.Now().UTC().Format(time.RFC3339)
	owner.Patch("/api/entries/"+first, object{"description": "x"}).OK()
	if got := summary(owner, today+"&updated_since="+since).OK()["total"].(object)["seconds"]; got != 600.0 {
		t.Errorf("changed since: %v", got)
	}
}
