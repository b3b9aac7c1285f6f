package entries_test

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"stint/internal/apitest"
	"stint/shared/domain"
)

const submissionsPath = "/api/workspaces/me/timesheet-submissions"

// submitDay submits the day before yesterday of a user, and returns the path of the
// submission, its id and its lines by project.
func submitDay(p *apitest.User) (path, id string, lines map[any]string) {
	made := p.Post(submissionsPath, object{"periodStart": "2026-06-15", "periodEnd": "2026-06-15"}).OK()
	lines = map[any]string{}
	for _, l := range made["lines"].([]any) {
		lines[l.(object)["project_id"]] = "/api/workspaces/me/submission-lines/" + l.(object)["id"].(string)
	}
	id = made["id"].(string)
	return submissionsPath + "/" + id, id, lines
}

// onThatDay is a minute of the day before yesterday.
func onThatDay(minute int) int { return -2*24*60 + minute }

// wantNamed compares a list with names of entries, newest first.
func wantNamed(t *testing.T, what string, got []object, names map[string]string, want string) {
	t.Helper()
	var all []string
	for _, item := range got {
		all = append(all, names[item["id"].(string)])
	}
	if shown := strings.Join(all, " "); shown != want {
		t.Errorf("%s: %q, want %q", what, shown, want)
	}
}

func TestFilterByTheLineOfATimesheet(t *testing.T) {
	t.Parallel()
	owner := apitest.New(t).Register("ada")
	member := owner.AddMember("bob", "user")
	names := map[string]string{}
	projects := map[string]any{"none": nil}
	for _, name := range []string{"yes", "no", "open"} {
		projects[name] = owner.Post("/api/projects", object{"name": name}).ID()
		owner.Post("/api/projects/"+projects[name].(string)+"/members", object{"userId": member.ID}).OK()
	}
	for i, name := range []string{"yes", "no", "open"} {
		names[track(member, onThatDay(i*10), onThatDay(i*10+5), object{"projectId": projects[name]})] = name
	}
	names[track(member, -30, -20)] = "later"
	names[track(owner, onThatDay(-20), onThatDay(-15))] = "ada's"
	names[member.Post("/api/timers/start", object{"startedAt": at(-5)}).ID()] = "timer"
	path, id, lines := submitDay(member)
	owner.Post(lines[projects["yes"]]+"/approve", nil).OK()
	owner.Post(lines[projects["no"]]+"/reject", nil).OK()
	check := func(stage string, cases map[string]string) {
		t.Helper()
		for query, want := range cases {
			for _, who := range []*apitest.User{owner, member} {
				items, _ := readPages(t, who, "/api/entries?limit=2&"+query, nil)
				if who == member {
					want = strings.TrimSpace(strings.ReplaceAll(" "+want, " ada's", ""))
				}
				wantNamed(t, stage+" "+query, items, names, want)
			}
		}
	}
	check("decided", map[string]string{
		"submission_status=approved": "yes", "submission_status=rejected": "no", "submission_status=submitted": "open",
		"submissionStatus=approved,rejected": "no yes", "submission_status=approved&submission_status=submitted": "open yes",
		"submission_status=none":                                          "timer later ada's",
		"submission_status=none,submitted":                                "timer later open ada's",
		"submission_status=none,submitted,approved,rejected":              "timer later open no yes ada's",
		"submission_id=" + id:                                             "open no yes",
		"submission_id=" + id + "&submission_status=rejected":             "no",
		"submission_id=" + id + "&submission_status=none":                 "",
		"submission_id=" + strings.ToUpper(id) + "&from=" + at(-9):        "",
		"submission_id=" + id + "&to=" + at(onThatDay(20)):                "no yes",
		"submission_id=" + id + "&project_id=" + projects["yes"].(string): "yes",
		"submission_id=" + id + "&user_id=" + member.ID:                   "open no yes",
		"submission_status=approved&is_billable=false":                    "",
	})
	decided := owner.Get("/api/entries?submission_status=approved,submitted").Items()
	if len(decided) != 2 {
		t.Errorf("approved or submitted: %v", decided)
	}
	for _, item := range decided {
		if item["is_locked"] != true || item["submission_id"] != id {
			t.Errorf("%v", item)
		}
	}
	if items := owner.Get("/api/entries?user_id=" + owner.ID + "&submission_id=" + id).Items(); len(items) != 0 {
		t.Errorf("ada's of bob's timesheet: %v", items)
	}
	member.Post(path+"/resubmit", nil).OK()
	check("resubmitted", map[string]string{"submission_status=rejected": "", "submission_status=submitted": "open no",
		"submission_id=" + id: "open no yes"})
	member.Post(path+"/withdraw", nil).OK()
	check("withdrawn", map[string]string{"submission_status=approved": "",
		"submission_status=none": "timer later open no yes ada's", "submission_id=" + id: ""})
}

// A timesheet that the caller cannot see is like one that does not exist.
func TestFilterByAnotherTimesheet(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner, outsider := api.Register("ada"), api.Register("eve")
	member, coworker, thirdMember := owner.AddMember("bob", "user"), owner.AddMember("uma", "user"),
		owner.AddMember("mia", "user")
	site, office := owner.Post("/api/projects", object{"name": "site"}).ID(),
		owner.Post("/api/projects", object{"name": "office"}).ID()
	for _, project := range []string{site, office} {
		owner.Post("/api/projects/"+project+"/members", object{"userId": member.ID}).OK()
	}
	owner.Post("/api/projects/"+site+"/members", object{"userId": thirdMember.ID, "isManager": true}).OK()
	managed := track(member, onThatDay(0), onThatDay(5), object{"projectId": site})
	track(member, onThatDay(10), onThatDay(15), object{"projectId": office})
	_, id, _ := submitDay(member)
	for _, path := range []string{"/api/entries?submission_id=", "/api/reports/summary?submission_id=",
		"/api/entries/export?submission_id="} {
		for _, who := range []*apitest.User{coworker, outsider} {
			who.Get(path + id).Invalid("submission_id submission_not_found")
		}
		owner.Get(path + string(domain.NewID())).Invalid("submission_id submission_not_found")
		owner.Get(path + "x").Invalid("submission_id uuid_invalid")
	}
	if got := idsOf(thirdMember.Get("/api/entries?submission_id=" + id).Items()); got != managed {
		t.Errorf("the manager sees %s", got)
	}
	if got := thirdMember.Get("/api/entries?user_id=" + thirdMember.ID + "&submission_id=" + id).Items(); len(got) != 0 {
		t.Errorf("the manager's own: %v", got)
	}
	inSecond := member.Post("/api/auth/refresh", object{
		"workspaceId": member.Post("/api/workspaces", object{"name": "second"}).ID(),
	}).OK()["access_token"].(string)
	(&apitest.User{Service: api, Token: inSecond}).Get("/api/entries?submission_id=" + id).Denied("workspace_mismatch")
}

func TestFilterByUpdatedSince(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	old, changed := track(owner, -60, -50), track(owner, -40, -30)
	api.Clock.Advance(5 * time.Minute)
	moment := api.Clock.Now().UTC().Format(time.RFC3339)
	owner.Patch("/api/entries/"+changed, object{"description": "new"}).OK()
	timer := owner.Post("/api/timers/start", nil).ID()
	if got, want := idsOf(owner.Get("/api/entries?updated_since="+moment).Items()), timer+" "+changed; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	api.Clock.Advance(time.Second)
	if got := owner.Get("/api/entries?updated_since=" + api.Clock.Now().UTC().Format(time.RFC3339)).Items(); len(
		got) != 0 {
		t.Errorf("a second later: %v", got)
	}
	if got := idsOf(owner.Get("/api/entries?updatedSince=2026-06-17T00:00:00Z&to=" + at(-45)).Items()); got != old {
		t.Errorf("with to: %s", got)
	}
}

func TestFilterByIDs(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner, outsider := api.Register("ada"), api.Register("eve")
	member, coworker, analyst := owner.AddMember("bob", "user"), owner.AddMember("mia", "user"),
		owner.AddMember("ann", "analyst")
	project := owner.Post("/api/projects", object{"name": "P"}).ID()
	owner.Post("/api/projects/"+project+"/members", object{"userId": member.ID}).OK()
	owner.Post("/api/projects/"+project+"/members", object{"userId": coworker.ID, "isManager": true}).OK()
	names := map[string]string{
		track(owner, -90, -80): "ada1", track(member, -70, -60): "bob1",
		track(member, -50, -40, object{"projectId": project}): "bob2", track(coworker, -30, -20): "mia1",
		track(outsider, -30, -20): "eve1", member.Post("/api/timers/start",
			object{"startedAt": at(-15), "projectId": project}).ID(): "timer",
		string(domain.NewID()): "unknown",
	}
	var ids []string
	for id := range names {
		ids = append(ids, id)
	}
	all := strings.Join(ids, ",")
	for _, c := range []struct {
		who         *apitest.User
		query, want string
	}{
		{owner, "", "timer mia1 bob2 bob1 ada1"}, {analyst, "", "timer mia1 bob2 bob1 ada1"}, {member, "", "timer bob2 bob1"},
		{coworker, "", "timer mia1 bob2"}, {outsider, "", "eve1"},
		{owner, "&user_id=" + member.ID, "timer bob2 bob1"}, {owner, "&project_id=" + project, "timer bob2"},
		{coworker, "&user_id=" + member.ID, "timer bob2"},
		{member, "&project_id=" + project, "timer bob2"}, {coworker, "&project_id=" + project, "timer bob2"},
		{owner, "&submission_status=approved", ""},
		{owner, "&from=" + at(-50) + "&to=" + at(-15), "mia1 bob2"},
		{owner, "&submission_status=none&is_billable=true&to=" + at(-60), "bob1 ada1"},
	} {
		items, pages := readPages(t, c.who, "/api/entries?limit=2&ids="+url.QueryEscape(all)+c.query, nil)
		wantNamed(t, c.who.Email+c.query, items, names, c.want)
		if want := max(1, (len(items)+1)/2); pages != want {
			t.Errorf("%s: %d pages, want %d", c.query, pages, want)
		}
	}
	repeated := "/api/entries?ids=" + strings.ToUpper(ids[0]) + "&ids=" + strings.Join(ids, "&ids=")
	wantNamed(t, "repeated", owner.Get(repeated).Items(), names, "timer mia1 bob2 bob1 ada1")
	next := owner.Get("/api/entries?limit=1&ids=" + all).JSON()["next_cursor"].(string)
	for _, other := range []string{"/api/entries?cursor=", "/api/entries?ids=" + ids[0] + "&cursor="} {
		owner.Get(other + url.QueryEscape(next)).Invalid("cursor cursor_invalid")
	}
	member.Get("/api/entries?ids=" + all + "&cursor=" + url.QueryEscape(next)).Invalid("cursor cursor_invalid")
	many := make([]string, 101)
	for i := range many {
		many[i] = string(domain.NewID())
	}
	owner.Get("/api/entries?ids=" + strings.Join(many, ",")).Invalid("ids max_items")
	owner.Get("/api/entries?ids=" + strings.Join(many[1:], ",")).OK()
	owner.Get("/api/entries?ids="+many[0]+",x&submission_status=pending&updated_since=2026-06-01").Invalid(
		"ids uuid_invalid", "submission_status enum_invalid", "updated_since date_time_invalid")
}

// An id that the caller uses is the caller's entry, as for a single entry. An id of several
// others names all of theirs.
func TestFilterBySharedIDs(t *testing.T) {
	t.Parallel()
	owner := apitest.New(t).Register("ada")
	member, coworker := owner.AddMember("bob", "user"), owner.AddMember("uma", "user")
	shared, others := string(domain.NewID()), string(domain.NewID())
	for _, c := range []struct {
		who *apitest.User
		id  string
	}{{owner, shared}, {member, shared}, {member, others}, {coworker, others}} {
		c.who.Post("/api/entries:bulk", object{"items": []object{
			{"id": c.id, "startedAt": at(-20), "stoppedAt": at(-10)}}}).OK()
	}
	owners := func(query string) []string {
		var all []string
		for _, item := range owner.Get("/api/entries?ids=" + query).Items() {
			all = append(all, item["user_id"].(string))
		}
		slices.Sort(all)
		return all
	}
	both := []string{member.ID, coworker.ID}
	slices.Sort(both)
	for query, want := range map[string][]string{shared: {owner.ID}, others: both,
		shared + "&user_id=" + member.ID:   {member.ID},
		others + "&user_id=" + coworker.ID: {coworker.ID}} {
		if got := owners(query); fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%s: %v, want %v", query, got, want)
		}
	}
}

// The filters cost no read that they do not need.
func TestCallsOfFilters(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	member := owner.AddMember("bob", "user")
	own, theirs, locked := track(owner, -20, -10), track(member, -20, -10), track(member, onThatDay(0), onThatDay(5))
	_, id, _ := submitDay(member)
	for _, c := range []struct{ query, want string }{
		{"ids=" + own, "BatchGetItem"},
		{"ids=" + own + "," + theirs, "BatchGetItem Query BatchGetItem BatchGetItem"},
		// the member, the entry, the submission
		{"ids=" + locked + "&user_id=" + member.ID, "BatchGetItem BatchGetItem BatchGetItem"},
		{"updated_since=2026-06-17T00:00:00Z&from=" + at(-100), "Query"},
		{"submission_status=approved&from=" + at(-100), "Query"}, // none of these has a stamp
		{"submission_status=submitted", "Query BatchGetItem"},    // the same read shows the locks
		{"submission_status=none", "Query BatchGetItem"},
		{"submission_id=" + id, "BatchGetItem Query"},
	} {
		if got := callsOf(api, func() *apitest.Answer { return owner.Get("/api/entries?" + c.query) }); got != c.want {
			t.Errorf("%s: %s, want %s", c.query, got, c.want)
		}
	}
}
