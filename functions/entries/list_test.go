package entries_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"stint/internal/apitest"
	"stint/internal/testkit"
)

// idsOf are the ids of a list, in order.
func idsOf(items []object) string {
	all := make([]string, len(items))
	for i, item := range items {
		all[i] = item["id"].(string)
	}
	return strings.Join(all, " ")
}

// readPages reads a list to its end and returns all items and the number of pages.
func readPages(t *testing.T, p *apitest.User, path string, between func()) (items []object, count int) {
	t.Helper()
	for cursor := ""; ; count++ {
		page := p.Get(path + cursor)
		items = append(items, page.Items()...)
		next, more := page.JSON()["next_cursor"].(string)
		if !more {
			return items, count + 1
		}
		if count > 100 {
			t.Fatal("the list does not end")
		}
		if between != nil {
			between()
		}
		cursor = "&cursor=" + url.QueryEscape(next)
	}
}

func TestListNewestFirstWithTheTimer(t *testing.T) {
	t.Parallel()
	owner := apitest.New(t).Register("ada")
	old, late := track(owner, -60, -30), track(owner, -20, -10)
	timer := owner.Post("/api/timers/start", object{"startedAt": at(-40)}).ID()
	if got, want := idsOf(owner.Get("/api/entries").Items()), late+" "+timer+" "+old; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	for _, c := range []struct{ from, to, want string }{
		{at(-40), "", late + " " + timer}, {"", at(-40), old}, {at(-60), at(-20), timer + " " + old}, {at(-39), at(-21), ""},
	} {
		query := url.Values{}
		if c.from != "" {
			query.Set("from", c.from)
		}
		if c.to != "" {
			query.Set("to", c.to)
		}
		if got := idsOf(owner.Get("/api/entries?" + query.Encode()).Items()); got != c.want {
			t.Errorf("from %s to %s: %s, want %s", c.from, c.to, got, c.want)
		}
	}
	for _, to := range []string{at(-40), at(-41)} {
		owner.Get("/api/entries?from=" + at(-40) + "&to=" + to).Invalid("to range_invalid")
	}
	owner.Get("/api/entries?from=x&is_billable=2&limit=201&to=y").Invalid("from date_time_invalid",
		"is_billable type_invalid", "limit max_value", "to date_time_invalid")
}

func TestListFilters(t *testing.T) {
	t.Parallel()
	owner := apitest.New(t).Register("ada")
	client := owner.Post("/api/clients", object{"name": "C"}).ID()
	project := owner.Post("/api/projects", object{"name": "P", "clientId": client}).ID()
	task := owner.Post("/api/projects/"+project+"/tasks", object{"name": "T"}).ID()
	tag := owner.Post("/api/tags", object{"name": "g"}).ID()
	plain := track(owner, -10, -9, object{"description": "Über die Brücke", "isBillable": false})
	inTask := track(owner, -8, -7, object{"taskId": task})
	tagged := track(owner, -6, -5, object{"projectId": project, "tagIds": []string{tag}})
	for filter, want := range map[string]string{
		"project_id=" + project:                    tagged + " " + inTask,
		"projectId=" + project + "&tag_id=" + tag:  tagged,
		"task_id=" + task:                          inTask,
		"tag_id=" + tag:                            tagged,
		"client_id=" + client:                      tagged + " " + inTask,
		"is_billable=false":                        plain,
		"is_billable=true":                         tagged + " " + inTask,
		"search=BRUCKE":                            plain,
		"search=nothing":                           "",
		"user_id=" + owner.ID + "&task_id=" + task: inTask,
	} {
		if got := idsOf(owner.Get("/api/entries?" + filter).Items()); got != want {
			t.Errorf("%s: %s, want %s", filter, got, want)
		}
	}
	const nobody = "00000000-0000-4000-8000-000000000000"
	owner.Get("/api/entries?user_id="+nobody+"&project_id="+nobody+"&task_id="+nobody+"&tag_id="+nobody+"&client_id="+
		nobody).Invalid(
		"client_id client_not_found", "project_id project_not_found", "tag_id tag_not_found", "task_id task_not_found",
		"user_id user_not_found")
}

func TestListByRole(t *testing.T) {
	t.Parallel()
	owner := apitest.New(t).Register("ada")
	member, coworker, analyst, manager := owner.AddMember("bob", "user"), owner.AddMember("eve", "user"),
		owner.AddMember("ann", "analyst"),
		owner.AddMember("max", "user")
	managed := owner.Post("/api/projects", object{"name": "P"}).ID()
	hidden := owner.Post("/api/projects", object{"name": "Hidden"}).ID()
	owner.Post("/api/projects/"+managed+"/members", object{"userId": member.ID}).OK()
	owner.Post("/api/projects/"+managed+"/members", object{"userId": manager.ID, "isManager": true}).OK()
	bobs := track(member, -50, -49)
	bobsInside := track(member, -40, -39, object{"projectId": managed})
	maxs := track(manager, -30, -29)
	adas := track(owner, -20, -19, object{"projectId": hidden})
	for _, c := range []struct {
		who    *apitest.User
		filter string
		want   string
	}{
		{owner, "", adas + " " + maxs + " " + bobsInside + " " + bobs},
		{analyst, "", adas + " " + maxs + " " + bobsInside + " " + bobs},
		{member, "", bobsInside + " " + bobs},
		{coworker, "", ""},
		{manager, "", maxs + " " + bobsInside},
		{owner, "user_id=" + member.ID, bobsInside + " " + bobs},
		{analyst, "project_id=" + managed, bobsInside},
		{manager, "project_id=" + managed, bobsInside},
		{manager, "user_id=" + member.ID, bobsInside},
		{member, "project_id=" + managed, bobsInside},
		{member, "user_id=" + member.ID, bobsInside + " " + bobs},
	} {
		if got := idsOf(c.who.Get("/api/entries?" + c.filter).Items()); got != c.want {
			t.Errorf("%s, %s: %s, want %s", c.who.Email, c.filter, got, c.want)
		}
	}
	coworker.Get("/api/entries?user_id=" + member.ID).Denied("role_insufficient")
	coworker.Get("/api/entries?project_id=" + hidden).Invalid("project_id project_not_found")
	if got := manager.Get("/api/entries?project_id=" + managed).Items()[0]["amount"]; got != 0.0 {
		t.Errorf("the manager sees the amount %v, want 0", got)
	}
	if got := member.Get("/api/entries").Items()[0]["amount"]; got != nil {
		t.Errorf("the user sees the amount %v, want null", got)
	}
}

func TestPagingVisitsEveryRowOnce(t *testing.T) {
	t.Parallel()
	owner := apitest.New(t).Register("ada")
	var want []string
	for i := range 7 {
		want = append([]string{track(owner, -70+i, -69+i)}, want...)
	}
	added := 0
	for _, filter := range []string{"", "&user_id=" + owner.ID, "&is_billable=true"} {
		items, count := readPages(t, owner, "/api/entries?limit=2&to="+at(-60)+filter,
			func() { track(owner, -30+added, 0); added++ })
		if got := idsOf(items); got != strings.Join(want, " ") || count != 4 {
			t.Errorf("%q: %d pages, %s, want %s", filter, count, got, strings.Join(want, " "))
		}
	}
}

func TestForeignCursors(t *testing.T) {
	t.Parallel()
	owner := apitest.New(t).Register("ada")
	admin := owner.AddMember("bob", "admin")
	track(owner, -3, -2)
	track(owner, -5, -4)
	next := owner.Get("/api/entries?limit=1").OK()["next_cursor"].(string)
	owner.Get("/api/entries?limit=9&cursor=" + next).OK()
	flipped := "A" + next[1:]
	if next[0] == 'A' {
		flipped = "B" + next[1:]
	}
	for _, path := range []string{
		"cursor=" + flipped, "cursor=" + next[:len(next)-1], "cursor=x", "is_billable=true&cursor=" + next,
		"user_id=" + owner.ID + "&cursor=" + next,
	} {
		owner.Get("/api/entries?" + path).Invalid("cursor cursor_invalid")
	}
	admin.Get("/api/entries?cursor=" + next).Invalid("cursor cursor_invalid")
}

func TestAFilterExaminesAThousandRows(t *testing.T) {
	t.Parallel()
	owner := apitest.New(t).Register("ada")
	match := track(owner, -2000, -1999, object{"description": "needle"})
	for batch := range 11 {
		rows := make([]object, 100)
		for i := range rows {
			n := batch*100 + i
			rows[i] = object{"id": fmt.Sprintf("0197a000-0000-7000-8000-%012d", n), "startedAt": at(-n - 1), "stoppedAt": at(-n)}
		}
		owner.Post("/api/entries:bulk", object{"items": rows}).OK()
	}
	first := owner.Get("/api/entries?search=needle")
	if len(first.Items()) != 0 || first.JSON()["next_cursor"] == nil {
		t.Errorf("the first page has %d rows, next %v", len(first.Items()), first.JSON()["next_cursor"])
	}
	items, count := readPages(t, owner, "/api/entries?search=needle", nil)
	if idsOf(items) != match || count != 2 {
		t.Errorf("%d pages, %s, want %s", count, idsOf(items), match)
	}
}

func TestAPageStaysUnderFourMegabytes(t *testing.T) {
	t.Parallel()
	owner := apitest.New(t).Register("ada")
	const n = 150
	for i := range n {
		track(owner, -i-1, -i, object{"description": strings.Repeat("\x01", 5000)})
	}
	first := owner.Get("/api/entries?limit=200")
	if got := len(first.Items()); len(first.Body) > 4_000_000 || got < 100 || got == n {
		t.Errorf("%d rows, %d bytes", got, len(first.Body))
	}
	if items, _ := readPages(t, owner, "/api/entries?limit=200", nil); len(items) != n {
		t.Errorf("%d rows in all, want %d", len(items), n)
	}
}

// A timer that is stopped while a list is read can be found under both its keys.
func TestTimerReadTwiceIsListedOnce(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	before, after := track(owner, -20, -19), track(owner, -5, -4)
	timer := owner.Post("/api/timers/start", object{"startedAt": at(-10)}).ID()
	for _, item := range apitest.TableItems(api) {
		if testkit.TextOf(item["sk"]) != "TIMER" {
			continue
		}
		item["sk"] = &types.AttributeValueMemberS{Value: "E#" + timer}
		if _, err := api.Table.Client.PutItem(t.Context(),
			&dynamodb.PutItemInput{TableName: &api.Table.Name, Item: item}); err != nil {
			t.Fatal(err)
		}
	}
	for _, filter := range []string{"", "&user_id=" + owner.ID, "&is_billable=true"} {
		for limit := 1; limit <= 4; limit++ {
			items, _ := readPages(t, owner, fmt.Sprintf("/api/entries?limit=%d%s", limit, filter), nil)
			if got, want := idsOf(items), after+" "+timer+" "+before; got != want {
				t.Errorf("limit %d%s: %s, want %s", limit, filter, got, want)
			}
		}
	}
}
