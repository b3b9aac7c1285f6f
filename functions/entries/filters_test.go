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
	ada := apitest.New(t).Register("ada")
	bob := ada.AddMember("bob", "user")
	names := map[string]string{}
	projects := map[string]any{"none": nil}
	for _, name := range []string{"yes", "no", "open"} {
		projects[name] = ada.Post("/api/projects", object{"name": name}).ID()
		ada.Post("/api/projects/"+projects[name].(string)+"/members", object{"userId": bob.ID}).OK()
	}
	for i, name := range []string{"yes", "no", "open"} {
		names[track(bob, onThatDay(i*10), onThatDay(i*10+5), object{"projectId": projects[name]})] = name
	}
	names[track(bob, -30, -20)] = "later"
	names[track(ada, onThatDay(-20), onThatDay(-15))] = "ada's"
	names[bob.Post("/api/timers/start", object{"startedAt": at(-5)}).ID()] = "timer"
	path, id, lines := submitDay(bob)
	ada.Post(lines[projects["yes"]]+"/approve", nil).OK()
	ada.Post(lines[projects["no"]]+"/reject", nil).OK()
	check := func(stage string, cases map[string]string) {
		t.Helper()
		for query, want := range cases {
			for _, who := range []*apitest.User{ada, bob} {
				items, _ := readPages(t, who, "/api/entries?limit=2&"+query, nil)
				if who == bob {
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
		"submission_id=" + id + "&user_id=" + bob.ID:                      "open no yes",
		"submission_status=approved&is_billable=false":                    "",
	})
	for _, item := range ada.Get("/api/entries?submission_status=approved,submitted").Items() {
		if item["is_locked"] != true || item["submission_id"] != id {
			t.Errorf("%v", item)
		}
	}
	if items := ada.Get("/api/entries?user_id=" + ada.ID + "&submission_id=" + id).Items(); len(items) != 0 {
		t.Errorf("ada's of bob's timesheet: %v", items)
	}
	bob.Post(path+"/resubmit", nil).OK()
	check("resubmitted", map[string]string{"submission_status=rejected": "", "submission_status=submitted": "open no",
		"submission_id=" + id: "open no yes"})
	bob.Post(path+"/withdraw", nil).OK()
	check("withdrawn", map[string]string{"submission_status=approved": "",
		"submission_status=none": "timer later open no yes ada's", "submission_id=" + id: ""})
}

// A timesheet that the caller cannot see is like one that does not exist.
func TestFilterByAnotherTimesheet(t *testing.T) {
	t.Parallel()
	h := apitest.New(t)
	ada, eve := h.Register("ada"), h.Register("eve")
	bob, uma, mia := ada.AddMember("bob", "user"), ada.AddMember("uma", "user"), ada.AddMember("mia", "user")
	site, office := ada.Post("/api/projects", object{"name": "site"}).ID(),
		ada.Post("/api/projects", object{"name": "office"}).ID()
	for _, project := range []string{site, office} {
		ada.Post("/api/projects/"+project+"/members", object{"userId": bob.ID}).OK()
	}
	ada.Post("/api/projects/"+site+"/members", object{"userId": mia.ID, "isManager": true}).OK()
	managed := track(bob, onThatDay(0), onThatDay(5), object{"projectId": site})
	track(bob, onThatDay(10), onThatDay(15), object{"projectId": office})
	_, id, _ := submitDay(bob)
	for _, path := range []string{"/api/entries?submission_id=", "/api/reports/summary?submission_id=",
		"/api/entries/export?submission_id="} {
		for _, who := range []*apitest.User{uma, eve} {
			who.Get(path + id).Invalid("submission_id submission_not_found")
		}
		ada.Get(path + string(domain.NewID())).Invalid("submission_id submission_not_found")
		ada.Get(path + "x").Invalid("submission_id uuid_invalid")
	}
	if got := idsOf(mia.Get("/api/entries?submission_id=" + id).Items()); got != managed {
		t.Errorf("the manager sees %s", got)
	}
	if got := mia.Get("/api/entries?user_id=" + mia.ID + "&submission_id=" + id).Items(); len(got) != 0 {
		t.Errorf("the manager's own: %v", got)
	}
	inSecond := h.Send(apitest.Request{Method: "POST", Path: "/api/auth/refresh", Bearer: bob.Token, Body: object{
		"workspaceId": bob.Post("/api/workspaces", object{"name": "second"}).ID(),
	}}).OK()["access_token"].(string)
	(&apitest.User{Service: h, Token: inSecond}).Get("/api/entries?submission_id=" + id).Denied("workspace_mismatch")
}

func TestFilterByUpdatedSince(t *testing.T) {
	t.Parallel()
	h := apitest.New(t)
	ada := h.Register("ada")
	old, changed := track(ada, -60, -50), track(ada, -40, -30)
	h.Clock.Advance(5 * time.Minute)
	moment := h.Clock.Now().UTC().Format(time.RFC3339)
	ada.Patch("/api/entries/"+changed, object{"description": "new"}).OK()
	timer := ada.Post("/api/timers/start", nil).ID()
	if got, want := idsOf(ada.Get("/api/entries?updated_since="+moment).Items()), timer+" "+changed; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	h.Clock.Advance(time.Second)
	if got := ada.Get("/api/entries?updated_since=" + h.Clock.Now().UTC().Format(time.RFC3339)).Items(); len(got) != 0 {
		t.Errorf("a second later: %v", got)
	}
	if got := idsOf(ada.Get("/api/entries?updatedSince=2026-06-17T00:00:00Z&to=" + at(-45)).Items()); got != old {
		t.Errorf("with to: %s", got)
	}
}

func TestFilterByIDs(t *testing.T) {
	t.Parallel()
	h := apitest.New(t)
	ada, eve := h.Register("ada"), h.Register("eve")
	bob, mia, ann := ada.AddMember("bob", "user"), ada.AddMember("mia", "user"), ada.AddMember("ann", "analyst")
	project := ada.Post("/api/projects", object{"name": "P"}).ID()
	ada.Post("/api/projects/"+project+"/members", object{"userId": bob.ID}).OK()
	ada.Post("/api/projects/"+project+"/members", object{"userId": mia.ID, "isManager": true}).OK()
	names := map[string]string{
		track(ada, -90, -80): "ada1", track(bob, -70, -60): "bob1",
		track(bob, -50, -40, object{"projectId": project}): "bob2", track(mia, -30, -20): "mia1",
		track(eve, -30, -20): "eve1", bob.Post("/api/timers/start",
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
		{ada, "", "timer mia1 bob2 bob1 ada1"}, {ann, "", "timer mia1 bob2 bob1 ada1"}, {bob, "", "timer bob2 bob1"},
		{mia, "", "timer mia1 bob2"}, {eve, "", "eve1"},
		{ada, "&user_id=" + bob.ID, "timer bob2 bob1"}, {ada, "&project_id=" + project, "timer bob2"},
		{mia, "&user_id=" + bob.ID, "timer bob2"},
		{bob, "&project_id=" + project, "timer bob2"}, {mia, "&project_id=" + project, "timer bob2"},
		{ada, "&submission_status=approved", ""},
		{ada, "&from=" + at(-50) + "&to=" + at(-15), "mia1 bob2"},
		{ada, "&submission_status=none&is_billable=true&to=" + at(-60), "bob1 ada1"},
	} {
		items, pages := readPages(t, c.who, "/api/entries?limit=2&ids="+url.QueryEscape(all)+c.query, nil)
		wantNamed(t, c.who.Email+c.query, items, names, c.want)
		if want := max(1, (len(items)+1)/2); pages != want {
			t.Errorf("%s: %d pages, want %d", c.query, pages, want)
		}
	}
	repeated := "/api/entries?ids=" + strings.ToUpper(ids[0]) + "&ids=" + strings.Join(ids, "&ids=")
	wantNamed(t, "repeated", ada.Get(repeated).Items(), names, "timer mia1 bob2 bob1 ada1")
	next := ada.Get("/api/entries?limit=1&ids=" + all).JSON()["next_cursor"].(string)
	for _, other := range []string{"/api/entries?cursor=", "/api/entries?ids=" + ids[0] + "&cursor="} {
		ada.Get(other + url.QueryEscape(next)).Invalid("cursor cursor_invalid")
	}
	bob.Get("/api/entries?ids=" + all + "&cursor=" + url.QueryEscape(next)).Invalid("cursor cursor_invalid")
	many := make([]string, 101)
	for i := range many {
		many[i] = string(domain.NewID())
	}
	ada.Get("/api/entries?ids=" + strings.Join(many, ",")).Invalid("ids max_items")
	ada.Get("/api/entries?ids=" + strings.Join(many[1:], ",")).OK()
	ada.Get("/api/entries?ids="+many[0]+",x&submission_status=pending&updated_since=2026-06-01").Invalid(
		"ids uuid_invalid", "submission_status enum_invalid", "updated_since date_time_invalid")
}

// An id that the caller uses is the caller's entry, as for a single entry. An id of several
// others names all of theirs.
func TestFilterBySharedIDs(t *testing.T) {
	t.Parallel()
	ada := apitest.New(t).Register("ada")
	bob, uma := ada.AddMember("bob", "user"), ada.AddMember("uma", "user")
	shared, others := string(domain.NewID()), string(domain.NewID())
	for _, c := range []struct {
		who *apitest.User
		id  string
	}{{ada, shared}, {bob, shared}, {bob, others}, {uma, others}} {
		c.who.Post("/api/entries:bulk", object{"items": []object{
			{"id": c.id, "startedAt": at(-20), "stoppedAt": at(-10)}}}).OK()
	}
	owners := func(query string) []string {
		var all []string
		for _, item := range ada.Get("/api/entries?ids=" + query).Items() {
			all = append(all, item["user_id"].(string))
		}
		slices.Sort(all)
		return all
	}
	both := []string{bob.ID, uma.ID}
	slices.Sort(both)
	for query, want := range map[string][]string{shared: {ada.ID}, others: both, shared + "&user_id=" + bob.ID: {bob.ID},
		others + "&user_id=" + uma.ID: {uma.ID}} {
		if got := owners(query); fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%s: %v, want %v", query, got, want)
		}
	}
}

// The filters cost no read that they do not need.
func TestCallsOfFilters(t *testing.T) {
	t.Parallel()
	h := apitest.New(t)
	ada := h.Register("ada")
	bob := ada.AddMember("bob", "user")
	own, theirs, locked := track(ada, -20, -10), track(bob, -20, -10), track(bob, onThatDay(0), onThatDay(5))
	_, id, _ := submitDay(bob)
	for _, c := range []struct{ query, want string }{
		{"ids=" + own, "BatchGetItem"},
		{"ids=" + own + "," + theirs, "BatchGetItem Query BatchGetItem BatchGetItem"},
		// the member, the entry, the submission
		{"ids=" + locked + "&user_id=" + bob.ID, "BatchGetItem BatchGetItem BatchGetItem"},
		{"updated_since=2026-06-17T00:00:00Z&from=" + at(-100), "Query"},
		{"submission_status=approved&from=" + at(-100), "Query"}, // none of these has a stamp
		{"submission_status=submitted", "Query BatchGetItem"},    // the same read shows the locks
		{"submission_status=none", "Query BatchGetItem"},
		{"submission_id=" + id, "BatchGetItem Query"},
	} {
		if got := callsOf(h, func() *apitest.Answer { return ada.Get("/api/entries?" + c.query) }); got != c.want {
			t.Errorf("%s: %s, want %s", c.query, got, c.want)
		}
	}
}
