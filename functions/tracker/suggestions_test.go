package tracker_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"stint/internal/apitest"
	"stint/internal/testkit"
	"stint/shared/domain"
)

type object = map[string]any

// at is a moment some minutes after the first time of a service's clock.
func at(minutes int) string {
	return apitest.StartTime.Add(time.Duration(minutes) * time.Minute).Format(time.RFC3339)
}

// track creates an entry of a minute that starts so many minutes ago.
func track(p *apitest.User, ago int, more object) {
	p.Track(at(-ago), at(-ago+1), more)
}

// suggestedValues are the values of a property in one of the lists, in order.
func suggestedValues(p *apitest.User, query, list, property string) string {
	var all []string
	for _, one := range p.Get("/api/tracker/suggestions?" + query).OK()[list].([]any) {
		all = append(all, fmt.Sprint(one.(object)[property]))
	}
	return strings.Join(all, " ")
}

func TestSuggestions(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	client := owner.Post("/api/clients", object{"name": "C"}).ID()
	project := owner.Post("/api/projects", object{"name": "Bridge", "clientId": client, "color": "#123456"}).ID()
	other := owner.Post("/api/projects", object{"name": "Über", "isBillable": false}).ID()
	task := owner.Post("/api/projects/"+project+"/tasks", object{"name": "Planning"}).ID()
	tag := owner.Post("/api/tags", object{"name": "g"}).ID()
	track(owner, 50, object{"taskId": task, "description": "Drawing", "tagIds": []string{tag}})
	track(owner, 40, object{"taskId": task, "description": "Drawing", "tagIds": []string{tag}})
	track(owner, 30, object{"description": "withdrawn"})
	track(owner, 180*24*60+1, object{"description": "too long ago", "projectId": other})
	track(owner, 180*24*60, object{"description": "just in time"})

	got := owner.Get("/api/tracker/suggestions").OK()
	want := object{
		"project_id": project, "project_name": "Bridge", "task_id": task, "task_name": "Planning", "description": "Drawing",
		"tag_ids": []any{tag}, "is_billable": true, "last_used_at": at(-40),
	}
	if entries := got["entries"].([]any); len(entries) != 3 || fmt.Sprint(entries[1]) != fmt.Sprint(want) {
		t.Errorf("entries %v, the second to be %v", entries, want)
	}
	wantTasks := []any{object{"id": task, "project_id": project, "name": "Planning", "last_used_at": at(-40)}}
	if fmt.Sprint(got["tasks"]) != fmt.Sprint(wantTasks) {
		t.Errorf("tasks %v, want %v", got["tasks"], wantTasks)
	}
	wantProjects := []any{
		object{"id": project, "client_id": client, "name": "Bridge", "color": "#123456", "is_billable": true,
			"last_used_at": at(-40)}, object{"id": other, "client_id": nil, "name": "Über", "is_billable": false,
			"last_used_at": nil},
	}
	delete(got["projects"].([]any)[1].(object), "color")
	if fmt.Sprint(got["projects"]) != fmt.Sprint(wantProjects) {
		t.Errorf("projects %v, want %v", got["projects"], wantProjects)
	}

	for _, c := range []struct{ query, list, property, want string }{
		{"search=DRÄW", "entries", "description", "Drawing withdrawn"},
		{"search=uber", "projects", "name", "Über"},
		{"search=%20plan", "tasks", "name", "Planning"},
		{"entriesLimit=1", "entries", "description", "withdrawn"},
		{"entries_limit=0", "entries", "description", ""},
		{"tasksLimit=0", "tasks", "name", ""},
		{"projectsLimit=1", "projects", "name", "Bridge"},
		{"entriesLimit=50&tasksLimit=50&projectsLimit=50", "projects", "name", "Bridge Über"},
	} {
		if got := suggestedValues(owner, c.query, c.list, c.property); got != c.want {
			t.Errorf("%s, %s: %q, want %q", c.query, c.list, got, c.want)
		}
	}
	owner.Get("/api/tracker/suggestions?entriesLimit=-1&tasksLimit=51&projects_limit=x").Invalid(
		"entriesLimit min_value", "projects_limit type_invalid", "tasksLimit max_value")

	owner.Post("/api/projects/"+project+"/tasks", object{"name": "New"}).OK()
	owner.Post("/api/tasks/"+task+"/archive", nil).OK()
	if got := suggestedValues(owner, "", "tasks", "name") + "|" +
		suggestedValues(owner, "", "entries", "description"); got != "New|withdrawn just in time" {
		t.Errorf("after archiving the task: %s", got)
	}
	owner.Patch("/api/projects/"+project, object{"isArchived": true}).OK()
	if got := suggestedValues(owner, "", "projects", "name") + "|" +
		suggestedValues(owner, "", "tasks", "name"); got != "Über|" {
		t.Errorf("after archiving the project: %s", got)
	}
}

// What one does shows in the very next suggestions.
func TestSuggestionsFollowTheTimer(t *testing.T) {
	t.Parallel()
	owner := apitest.New(t).Register("ada")
	track(owner, 60, object{"description": "before"})
	timer := owner.Post("/api/timers/start", object{"description": "running", "startedAt": at(-10)}).ID()
	for _, step := range []func(){
		func() {},
		func() { owner.Post("/api/timers/"+timer+"/stop", nil).OK() },
	} {
		step()
		if got := suggestedValues(owner, "", "entries", "description"); got != "running before" {
			t.Errorf("%s", got)
		}
	}
	owner.Patch("/api/entries/"+timer, object{"description": "renamed"}).OK()
	if got := suggestedValues(owner, "", "entries", "description"); got != "renamed before" {
		t.Errorf("renamed: %s", got)
	}
	owner.Delete("/api/entries/" + timer).OK()
	if got := suggestedValues(owner, "", "entries", "description"); got != "before" {
		t.Errorf("deleted: %s", got)
	}
}

func TestSuggestionsShowWhatTheCallerSees(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	member, analyst, outsider := owner.AddMember("bob", "user"), owner.AddMember("ann", "analyst"), api.Register("eve")
	own := owner.Post("/api/projects", object{"name": "Own"}).ID()
	owner.Post("/api/projects/"+own+"/members", object{"userId": member.ID}).OK()
	owner.Post("/api/projects", object{"name": "Public", "visibility": "public"}).OK()
	hidden := owner.Post("/api/projects", object{"name": "Hidden"}).ID()
	for _, project := range []string{own, hidden} {
		owner.Post("/api/projects/"+project+"/tasks", object{"name": "Work"}).OK()
	}
	track(owner, 9, object{"description": "ada's"})
	track(member, 9, object{"description": "bob's", "projectId": own})
	for _, c := range []struct {
		who                      *apitest.User
		entries, projects, tasks string
	}{
		{owner, "ada's", "Hidden Own Public", "Work Work"},
		{analyst, "", "Hidden Own Public", "Work Work"},
		{member, "bob's", "Own Public", "Work"},
		{outsider, "", "", ""},
	} {
		entries, projects, tasks := suggestedValues(c.who, "", "entries", "description"),
			suggestedValues(c.who, "", "projects", "name"), suggestedValues(c.who, "", "tasks", "name")
		if entries != c.entries || projects != c.projects || tasks != c.tasks {
			t.Errorf("%s: %q, %q, %q", c.who.Email, entries, projects, tasks)
		}
	}
	owner.Delete("/api/projects/" + own + "/members/" + member.ID).OK()
	if got := suggestedValues(member, "", "entries", "description") +
		suggestedValues(member, "", "tasks", "name"); got != "" {
		t.Errorf("after bob left the project: %s", got)
	}
}

// The cost is one round of four queries, which read the first part of everything. Where
// that is not enough, the rest is read, whatever lies behind.
func TestSuggestionsBudget(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	member := owner.AddMember("bob", "user")
	rows := func(batch, from int) []object {
		all := make([]object, 100)
		for i := range all {
			n := from + batch*100 + i
			all[i] = object{"id": fmt.Sprintf("0197a000-0000-7000-8000-%012d", n), "startedAt": at(-n - 1), "stoppedAt": at(-n),
				"description": fmt.Sprint(n)}
		}
		return all
	}
	for batch := range 5 {
		member.Post("/api/entries:bulk", object{"items": rows(batch, 0)}).OK()
	}
	cost := func(p *apitest.User, query string) suggestionsCost { return measureSuggestions(t, p, query) }
	usual, search := cost(member, ""), cost(member, "?search=x")
	if usual.queries != 4 || usual.items != 22 || usual.read > 8 {
		t.Errorf("%+v", usual)
	}
	if search.queries != 4 || search.items != 400 {
		t.Errorf("a search: %+v", search)
	}
	if most := cost(member, "?entriesLimit=50"); most.queries != 4 || most.items != 100 {
		t.Errorf("as many entries as possible: %+v", most)
	}
	for batch := range 5 {
		member.Post("/api/entries:bulk", object{"items": rows(batch, 300*24*60)}).OK()
	}
	if u, s := cost(member, ""), cost(member, "?search=x"); u != usual || s != search {
		t.Errorf("with twice the history: %+v, %+v, before %+v, %+v", u, s, usual, search)
	}
	api.Probe.Reset()
	api.Probe.Inject(testkit.Fault{Effect: testkit.Gather(4), Where: testkit.On("Query"), Times: 4})
	member.Get("/api/tracker/suggestions").OK()
	if got := testkit.RoundTrips(api.Probe.Log()); got != 2 {
		t.Errorf("%d rounds, want 2: who asks, then all queries at once", got)
	}
	if u := cost(owner, ""); u.queries != 3 {
		t.Errorf("%+v of an owner, who sees every project", u)
	}
	if got := suggestedValues(member, "search=399", "entries", "description") +
		suggestedValues(member, "search=400", "entries", "description"); got != "399" {
		t.Errorf("the 400th and the 401st: %q", got)
	}
	longest := strings.Repeat("\u65e5", 5000)
	for i := range 150 {
		track(member, -1-i%4, object{"description": fmt.Sprint(i) + longest[:len(longest)-12]})
	}
	if u := cost(member, "?search=x"); u.queries > 5 {
		t.Errorf("a search in the longest descriptions: %+v", u)
	}
	if u := cost(member, ""); u.queries > 4 {
		t.Errorf("with the longest descriptions: %+v", u)
	}
}

// suggestionsCost is what the queries of one request cost, without authentication.
type suggestionsCost struct {
	queries, items int
	read           float64
}

func measureSuggestions(t *testing.T, p *apitest.User, query string) (cost suggestionsCost) {
	t.Helper()
	p.Probe.Reset()
	p.Get("/api/tracker/suggestions" + query).OK()
	for _, call := range p.Probe.Log()[1:] {
		if call.Op != "Query" {
			t.Errorf("%s", call.Op)
		}
		cost.queries, cost.items, cost.read = cost.queries+1, cost.items+call.Items, cost.read+call.Read
	}
	return cost
}

// With as many projects as a small team has, the usual case costs at most eight units. What
// is read in parts costs no more than what a search reads at once, unless the second part
// has only a few entries: then it costs at most half a unit more.
func TestSuggestionsCostNoMoreThanTheWholeHistory(t *testing.T) {
	t.Parallel()
	owner := apitest.New(t).Register("ada")
	projects := make([]string, 10)
	for i := range projects {
		projects[i] = owner.Post("/api/projects", object{"name": fmt.Sprint("Project ", i), "visibility": "private"}).ID()
	}
	for _, c := range []struct {
		entries, works int
		queries        int
		most           float64 // units; 0 is those of a search
	}{
		{400, 10, 4, 8},
		{400, 1, 5, 0}, {400, 2, 5, 0}, {400, 3, 6, 0}, {420, 1, 5, 0},
		{130, 3, 6, 0}, {60, 2, 5, 0}, {40, 1, 5, 0}, {21, 1, 4, 0},
	} {
		member := owner.AddMember(fmt.Sprintf("bob%d.%d", c.entries, c.works), "user")
		for _, project := range projects[:c.works] {
			owner.Post("/api/projects/"+project+"/members", object{"userId": member.ID}).OK()
		}
		for n := 0; n < c.entries; n += 20 {
			member.Post("/api/entries:bulk", object{"items": repeated(n, min(n+20, c.entries), projects[:c.works])}).OK()
		}
		parts, whole := measureSuggestions(t, member, "?tasksLimit=0"),
			measureSuggestions(t, member, "?tasksLimit=0&search=x")
		if c.most == 0 {
			c.most = whole.read
		}
		if parts.queries != c.queries || parts.read > c.most {
			t.Errorf("%d entries of %d works: %+v, want %d queries and %.1f units at most", c.entries, c.works, parts, c.queries,
				c.most)
		}
	}
}

// repeated are the rows from one number to another of some works in turn, each of another
// project.
func repeated(from, to int, projects []string) []object {
	all := make([]object, to-from)
	for i := range all {
		n := from + i
		all[i] = object{"id": domain.NewID(), "startedAt": at(-n), "stoppedAt": at(1), "description": "the same",
			"projectId": projects[n%len(projects)]}
	}
	return all
}
