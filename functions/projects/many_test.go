package projects_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"stint/internal/apitest"
)

// many is a workspace with so many private projects, and a member of some of them.
type many struct {
	owner, member *apitest.User
	ids           []string // in the order of the list
}

func newMany(t *testing.T, projects int) many {
	api := apitest.New(t)
	x := many{owner: api.Register("ada")}
	x.member = x.owner.AddMember("ursula", "user")
	for first := 0; first < projects; first += largest {
		var rows []object
		for i := range min(largest, projects-first) {
			rows = append(rows, object{"name": fmt.Sprint("Project ", first+i), "visibility": "private"})
		}
		for _, made := range x.owner.Post("/api/projects:upsert", object{"items": rows}).Items() {
			x.ids = append(x.ids, made["record"].(object)["id"].(string))
		}
		api.Clock.Advance(time.Minute) // also so that no project is new
	}
	slices.Sort(x.ids)
	return x
}

func (x many) add(at ...int) {
	for _, i := range at {
		x.owner.Post("/api/projects/"+x.ids[i]+"/members", object{"userId": x.member.ID}).OK()
	}
}

func (x many) show(at ...int) {
	for _, i := range at {
		x.owner.Patch("/api/projects/"+x.ids[i], object{"visibility": "public"}).OK()
	}
}

// listed are the indexes of the projects that the member's list has, page by page.
func (x many) listed(query string) string {
	var pages []string
	for path := "/api/projects?" + query; path != ""; {
		answer := x.member.Get(path)
		var page []string
		for _, p := range answer.Items() {
			page = append(page, fmt.Sprint(slices.Index(x.ids, p["id"].(string))))
		}
		pages, path = append(pages, strings.Join(page, " ")), ""
		if next, ok := answer.OK()["next_cursor"].(string); ok {
			path = "/api/projects?" + query + "&cursor=" + next
		}
	}
	return strings.Join(pages, ", ")
}

// A member's list of many projects has those that they see, in its order and with full pages, whether they see few of
// them or many.
func TestListOfManyProjects(t *testing.T) {
	t.Parallel()
	x := newMany(t, 450)
	if got := x.listed(""); got != "" {
		t.Errorf("without any: %s", got)
	}
	x.add(3, 250, 449)
	x.show(4, 250, 300, 430)
	x.show(350)
	x.owner.Patch("/api/projects/"+x.ids[350], object{"visibility": "private"}).OK()
	x.ids = append(x.ids, x.owner.Post("/api/projects", object{"name": "Made", "visibility": "public"}).ID())
	made := x.owner.Post("/api/projects:upsert", object{"items": []object{{"name": "Upserted", "visibility": "public"}}})
	x.ids = append(x.ids, made.Items()[0]["record"].(object)["id"].(string))
	for query, want := range map[string]string{
		"":                  "3 4 250 300 430 449 450 451",
		"limit=1":           "3, 4, 250, 300, 430, 449, 450, 451",
		"limit=4":           "3 4 250 300, 430 449 450 451",
		"search=project 43": "430", "is_archived=true": "",
	} {
		if got := x.listed(strings.ReplaceAll(query, " ", "%20")); got != want {
			t.Errorf("%s: %s, want %s", query, got, want)
		}
	}
	x.owner.Delete("/api/projects/" + x.ids[430]).OK()
	if got := x.listed(""); got != "3 4 250 300 449 450 451" {
		t.Errorf("after a delete: %s", got)
	}
}

// What a member's list reads does not grow with the projects that they do not see.
func TestListReadsWhatAMemberSees(t *testing.T) {
	t.Parallel()
	units := func(projects int) float64 {
		x := newMany(t, projects)
		x.add(0, projects-1)
		x.show(1)
		x.member.Probe.Reset()
		x.member.Get("/api/projects").OK()
		if calls := x.member.Probe.Snapshot().Calls; calls["Query"] > 3 || calls["BatchGetItem"] > 2 {
			t.Errorf("%d projects: %v", projects, calls)
		}
		return x.member.Probe.Snapshot().Read
	}
	if few, more := units(250), units(500); more > few {
		t.Errorf("250 projects cost %v units, 500 cost %v", few, more)
	}
}

// A member who sees more projects than one batch read takes gets them from the list of all.
func TestListOfAMemberWhoSeesMost(t *testing.T) {
	t.Parallel()
	x := newMany(t, 330)
	var want []string
	for i := 210; i < 320; i++ {
		x.show(i)
		want = append(want, fmt.Sprint(i))
		x.member.Clock.Advance(time.Second)
	}
	if got := x.listed("limit=200"); got != strings.Join(want, " ") {
		t.Errorf("listed %s", got)
	}
}
